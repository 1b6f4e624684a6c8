import OrderedRows

/// Finds where objects belong in a list, reading the values of O(log rows) of those that are there.
final class Placing<Source: ResultsSource> {
  let source: Source
  /// Nil where a list keeps none.
  var searchCache: SearchCache?

  init(_ source: Source, _ searchCache: SearchCache? = nil) {
    self.source = source
    self.searchCache = searchCache
  }

  /// Whether one object comes before another, both of them new to the list.
  func precedes(_ left: SortPosition, _ right: SortPosition) -> Bool {
    for term in 0..<source.termCount {
      let order = source.compare(left.values[term], right.values[term], term: term)
      if order != 0 { return order < 0 }
    }
    return left.key.precedesByIdentity(right.key)
  }

  /// The index in a section before which an object belongs.
  ///
  /// - Parameters:
  ///   - range: where in the section it is known to be.
  ///   - successor: the index of the next saved row; nil where that is not known.
  ///   - guess: an index of the range that is tried first: most objects stay where they were.
  func index(
    of position: SortPosition, in section: SectionID, range: Range<Int>, successor: Int?, guess: Int?,
    of list: ResultsList
  ) throws -> Int {
    if range.isEmpty { return range.lowerBound }
    if let successor, let index = try index(of: position, before: successor, in: section, range: range, of: list) {
      return index
    }
    if searchCache != nil {
      return try indexInSearchCache(of: position, in: section, range: range, guess: guess, of: list)
    }
    let first = firstInnerTerm
    return try source.searching(from: first) { values in
      try Self.partitionPoint(range, guess: guess) { item in
        try precedes(position, list.rows.row(item, in: section), from: first, values)
      }
    }
  }

  /// The first index of a range from which on a condition holds.
  ///
  /// - Parameter guess: an index that is tried first.
  static func partitionPoint(_ range: Range<Int>, guess: Int?, _ comesBefore: (Int) throws -> Bool) rethrows -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    if let guess, range.contains(guess) || guess == high {
      let comesAfter = try guess == low || !comesBefore(guess - 1)
      if comesAfter, try guess == high || comesBefore(guess) { return guess }
      if comesAfter { low = guess + 1 } else { high = guess - 1 }
    }
    return try (low..<high).partitionPoint(where: comesBefore)
  }

  /// For each of several objects, none of which is in the list yet, the index of the next saved row of its section,
  /// which costs as much to ask for as to read one; nil where it cannot be found, or the section is not there.
  func successors(of positions: [SortPosition], in sections: [SectionID?], of list: ResultsList) throws -> [Int?] {
    var found = [Int?](repeating: nil, count: positions.count)
    guard sections.contains(where: { $0.map { list.rows.count(of: $0) > 0 } ?? false }) else { return found }
    let answers = try source.successors(of: positions) { index, number in
      guard let location = list.rows.location(of: number), location.section == sections[index] else { return false }
      found[index] = location.item
      return true
    }
    for (index, answer) in answers.enumerated() {
      switch answer {
      case .unknown: found[index] = nil
      case .end: found[index] = sections[index].map { list.rows.count(of: $0) }
      case .row: break
      }
    }
    return found
  }

  /// The index at which an object belongs whose next saved row is known.
  ///
  /// Saved rows stand in the list as in the store, so that between the object and the next of them there can be only
  /// rows with unsaved values, and those stand right before it.
  private func index(
    of position: SortPosition, before successor: Int, in section: SectionID, range: Range<Int>, of list: ResultsList
  ) throws -> Int? {
    guard range.contains(successor) || successor == range.upperBound else { return nil }
    var index = successor
    let last = max(range.lowerBound, index - Self.pendingLimit)
    while index > last {
      let other = list.rows.row(index - 1, in: section)
      guard source.isPending(other), try precedes(position, other) else { return index }
      index -= 1
    }
    return index == range.lowerBound ? index : nil
  }

  /// The number of rows with unsaved values that are compared one by one.
  private static var pendingLimit: Int { 8 }

  /// Within a section its key decides nothing.
  private var firstInnerTerm: Int { source.firstTermIsSectionKey ? 1 : 0 }

  private func precedes(_ position: SortPosition, _ other: RowKey) throws -> Bool {
    let first = firstInnerTerm
    return try precedes(position, other, from: first) { try source.values(of: $0, from: first) }
  }

  /// The index that a new section must have, for its first object. Sections that are empty for the moment are passed
  /// over unless their key decides their place. No `partitionPoint`: what is passed over need not be searched again.
  func sectionIndex(of position: SortPosition, in list: ResultsList) throws -> Int {
    var low = 0
    var high = list.rows.sectionCount
    while low < high {
      let middle = low + (high - low) / 2
      var probe = middle
      while probe < high, !source.firstTermIsSectionKey, list.rows.count(of: list.rows.section(at: probe)) == 0 {
        probe += 1
      }
      if try probe == high || precedes(position, sectionAt: probe, of: list) { high = middle } else { low = probe + 1 }
    }
    return low
  }

  private func precedes(_ position: SortPosition, sectionAt index: Int, of list: ResultsList) throws -> Bool {
    let section = list.rows.section(at: index)
    if source.firstTermIsSectionKey {
      let order = source.compare(position.section.value, list.key(of: section).value, term: 0)
      if order != 0 || list.rows.count(of: section) == 0 { return order < 0 }
    }
    return try precedes(position, list.rows.row(0, in: section), from: 0) { try source.values(of: $0, from: 0) }
  }

  /// Whether an object comes before another, by the terms from one on.
  ///
  /// - Parameter values: reads the other's values for these terms.
  private func precedes(
    _ position: SortPosition, _ other: RowKey, from first: Int, _ values: (RowKey) throws -> [Value]?
  ) throws -> Bool {
    guard first < source.termCount else { return position.key.precedesByIdentity(other) }
    guard let read = try values(other) else { throw UnsoundList() }
    return precedes(position, other, from: first, read)
  }

  /// - Parameter values: the other's, for these terms.
  func precedes(_ position: SortPosition, _ other: RowKey, from first: Int, _ values: [Value]) -> Bool {
    for (term, value) in zip(first..., values) {
      let order = source.compare(position.values[term], value, term: term)
      if order != 0 { return order < 0 }
    }
    return position.key.precedesByIdentity(other)
  }
}

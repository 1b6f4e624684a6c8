import OrderedRows

/// Finds the places of objects in a list by reading the values of O(log rows) of its rows.
final class Placing<Source: ResultsSource> {
  let source: Source
  /// Values that earlier searches read; nil if the list does not cache them.
  var searchCache: SearchCache?

  init(_ source: Source, _ searchCache: SearchCache? = nil) {
    self.source = source
    self.searchCache = searchCache
  }

  /// Whether one new object comes before another one.
  func precedes(_ left: SortPosition, _ right: SortPosition) -> Bool {
    for term in 0..<source.termCount {
      let order = source.compare(left.values[term], right.values[term], term: term)
      if order != 0 { return order < 0 }
    }
    return left.key.precedesByIdentity(right.key)
  }

  /// The index in a section at which to insert an object.
  ///
  /// - Parameters:
  ///   - range: the range of indices in which the result must be.
  ///   - successor: the index of the next saved row; nil if it is unknown.
  ///   - guess: an index that is tried first, because most objects stay at their index.
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

  /// The first index in a range from which on a condition is true.
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

  /// For each of several objects that are not in the list, the index of the next saved row in its section. Nil if it
  /// cannot be found, or the section is not in the list. Asking the store for such a row costs as much as reading one
  /// row.
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

  /// The index at which to insert an object whose next saved row is known.
  ///
  /// Saved rows have the same order in the list as in the store. So only rows with unsaved values can be between the
  /// object and its next saved row, directly before the latter.
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

  /// The maximum number of rows with unsaved values to compare one by one.
  private static var pendingLimit: Int { 8 }

  /// The first sort term to compare within a section. The section key is skipped, because it is the same for all its
  /// rows.
  private var firstInnerTerm: Int { source.firstTermIsSectionKey ? 1 : 0 }

  private func precedes(_ position: SortPosition, _ other: RowKey) throws -> Bool {
    let first = firstInnerTerm
    return try precedes(position, other, from: first) { try source.values(of: $0, from: first) }
  }

  /// The index at which to insert a new section, given its first object. Sections that are temporarily empty are
  /// skipped, unless sections are sorted by key. `partitionPoint` is not used, because it would search the skipped
  /// sections again.
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

  /// Whether an object comes before another one, by the sort terms from a given one on.
  ///
  /// - Parameter values: reads the other object's values for these terms.
  private func precedes(
    _ position: SortPosition, _ other: RowKey, from first: Int, _ values: (RowKey) throws -> [Value]?
  ) throws -> Bool {
    guard first < source.termCount else { return position.key.precedesByIdentity(other) }
    guard let read = try values(other) else { throw UnsoundList() }
    return precedes(position, other, from: first, read)
  }

  /// - Parameter values: the other object's values for these terms.
  func precedes(_ position: SortPosition, _ other: RowKey, from first: Int, _ values: [Value]) -> Bool {
    for (term, value) in zip(first..., values) {
      let order = source.compare(position.values[term], value, term: term)
      if order != 0 { return order < 0 }
    }
    return position.key.precedesByIdentity(other)
  }
}

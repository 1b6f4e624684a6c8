import OrderedRows

/// Finds where objects belong in a list, reading the values of O(log rows) of those that are there.
final class Placing<Source: ResultsSource> {
  let source: Source
  /// The standings of the objects that the event puts into the list, so that their values are read once.
  private var known: [RowKey: Standing] = [:]

  init(_ source: Source) {
    self.source = source
  }

  func remember(_ standing: Standing) {
    known[standing.key] = standing
  }

  /// Whether one object comes before another, both of them new to the list.
  func precedes(_ left: Standing, _ right: Standing) -> Bool {
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
  ///   - guess: an index of the range that is tried first: most objects stay where they were.
  func index(
    of standing: Standing, in section: SectionID, range: Range<Int>, guess: Int?, of list: ResultsList
  ) throws
    -> Int
  {
    let first = source.firstTermIsSectionKey ? 1 : 0
    return try source.searching(from: first) { values in
      var range = range
      func comesBefore(_ item: Int) throws -> Bool {
        try precedes(standing, list.rows.row(item, in: section), from: first, values)
      }
      if let guess, range.contains(guess) || guess == range.upperBound {
        let comesAfter = try guess == range.lowerBound || !comesBefore(guess - 1)
        if comesAfter, try guess == range.upperBound || comesBefore(guess) { return guess }
        range = comesAfter ? guess + 1..<range.upperBound : range.lowerBound..<guess - 1
      }
      return try list.rows.partitionPoint(in: section, range: range) {
        try precedes(standing, $0, from: first, values)
      }
    }
  }

  /// The index that a new section must have, for its first object. Sections that are empty for the moment are passed
  /// over unless their key tells their place.
  func sectionIndex(of standing: Standing, in list: ResultsList) throws -> Int {
    var low = 0
    var high = list.rows.sectionCount
    while low < high {
      let middle = low + (high - low) / 2
      var probe = middle
      while probe < high, !source.firstTermIsSectionKey, list.rows.count(of: list.rows.section(at: probe)) == 0 {
        probe += 1
      }
      if try probe == high || precedes(standing, sectionAt: probe, of: list) { high = middle } else { low = probe + 1 }
    }
    return low
  }

  private func precedes(_ standing: Standing, sectionAt index: Int, of list: ResultsList) throws -> Bool {
    let section = list.rows.section(at: index)
    if source.firstTermIsSectionKey {
      let order = source.compare(standing.section.value, list.key(of: section).value, term: 0)
      if order != 0 || list.rows.count(of: section) == 0 { return order < 0 }
    }
    return try precedes(standing, list.rows.row(0, in: section), from: 0) { try source.values(of: $0, from: 0) }
  }

  /// Whether an object comes before another, by the terms from one on.
  ///
  /// - Parameter values: reads the other's values for these terms.
  private func precedes(
    _ standing: Standing, _ other: RowKey, from first: Int, _ values: (RowKey) throws -> [Value]?
  ) throws -> Bool {
    if first < source.termCount {
      if let known = known[other] { return precedes(standing, other, known.values[first...], from: first) }
      guard let read = try values(other) else { throw UnsoundList() }
      return precedes(standing, other, read[...], from: first)
    }
    return standing.key.precedesByIdentity(other)
  }

  private func precedes(_ standing: Standing, _ other: RowKey, _ values: ArraySlice<Value>, from first: Int) -> Bool {
    for (term, value) in zip(first..., values) {
      let order = source.compare(standing.values[term], value, term: term)
      if order != 0 { return order < 0 }
    }
    return standing.key.precedesByIdentity(other)
  }
}

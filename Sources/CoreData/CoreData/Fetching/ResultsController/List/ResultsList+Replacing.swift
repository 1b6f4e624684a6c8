import OrderedRows

extension ResultsList {
  /// Replaces this list by a newly fetched one, and returns the differences.
  ///
  /// - Parameters:
  ///   - other: the new list, grouped like this one.
  ///   - touches: the objects that an event touched. Changed ones are reported as revised even if they keep their
  ///     place.
  /// - Returns: the changes of the list.
  /// - Complexity: O(rows), plus O(log rows) for each touched row, and, in a section with other differences, for each
  ///   row between the first and the last difference.
  mutating func replace(with other: ResultsList, touches: [ResultsTouch]) -> ResultsChanges {
    var old = self
    self = other
    var changes = ResultsChanges(of: touches)
    let pairs = old.pairSections(with: self, &changes)

    let numbers = Dictionary(zip(touches.map(\.key), 0...)) { first, _ in first }
    let touched = Set(numbers.keys)
    var suspects = touched
    for (oldIndex, newIndex) in pairs {
      suspects.formUnion(Self.difference(old.keys(inSection: oldIndex), keys(inSection: newIndex), besides: touched))
    }
    for section in changes.deletedSections { suspects.formUnion(old.keys(inSection: section.index)) }
    for section in changes.insertedSections { suspects.formUnion(keys(inSection: section.index)) }

    var found: [ElementChanges<TouchedRow, RowPlace>.Element] = []
    for key in suspects {
      let (before, after) = (old.place(of: key), place(of: key))
      guard before != nil || after != nil else { continue }
      let number = numbers[key]
      let staysInSection = before.flatMap { pairs[$0.section] } == after?.section
      let isChanged = number.map { touches[$0].isChanged } ?? false
      found.append(
        .init(
          TouchedRow(key: key, touch: number, staysInSection: staysInSection),
          ElementChange(old: before, new: after, isRevised: isChanged, keys: nil)))
    }
    found.sort { $0.old.isBefore($1.old) }
    changes.rows = ElementChanges(names: found.map(\.name), elements: found.map(\.change))
    changes.sortSections()
    return changes
  }

  /// Finds the sections that stay. Sections cannot move, so a section whose relative order changed is removed and
  /// inserted again.
  ///
  /// - Returns: the new index of each section that stays, by its old index.
  private func pairSections(with other: ResultsList, _ changes: inout ResultsChanges) -> [Int: Int] {
    var newIndices: [SectionID: Int] = [:]
    for index in 0..<other.rows.sectionCount { newIndices[other.rows.section(at: index)] = index }
    var pairs: [(old: Int, new: Int)] = []
    for index in 0..<rows.sectionCount {
      if let new = other.section(of: key(of: rows.section(at: index))).flatMap({ newIndices[$0] }) {
        pairs.append((index, new))
      }
    }
    let byNew = pairs.indices.sorted { pairs[$0].new < pairs[$1].new }
    // Prefer keeping sections with many rows, so that few rows change their section.
    let weights = byNew.map { SubsequenceWeight(0, 1 + rows.count(of: rows.section(at: pairs[$0].old))) }
    var result: [Int: Int] = [:]
    for (pair, stays) in zip(byNew, heaviestIncreasingSubsequence(of: byNew, weights: weights)) where stays {
      result[pairs[pair].old] = pairs[pair].new
    }
    let staying = Set(result.values)
    changes.deletedSections = (0..<rows.sectionCount).filter { result[$0] == nil }
      .map { .init(key: key(of: rows.section(at: $0)), index: $0) }
    changes.insertedSections = (0..<other.rows.sectionCount).filter { !staying.contains($0) }
      .map { .init(key: other.key(of: other.rows.section(at: $0)), index: $0) }
    return result
  }

  /// The rows between the common beginning and the common end of both lists; empty if only touched rows differ.
  private static func difference(
    _ old: ContiguousArray<RowKey>, _ new: ContiguousArray<RowKey>, besides touched: Set<RowKey>
  ) -> [RowKey] {
    if old == new { return [] }
    if !touched.isEmpty, old.filter({ !touched.contains($0) }) == new.filter({ !touched.contains($0) }) { return [] }
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    return old[start..<oldEnd] + Array(new[start..<newEnd])
  }
}

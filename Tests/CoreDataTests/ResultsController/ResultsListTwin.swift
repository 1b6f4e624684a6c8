import OrderedRows

@testable import CoreData

/// Objects in memory, and the naive form of a results list: filter, sort, group.
struct ListedObjects: ResultsSource {
  struct Object: Equatable {
    var group: Int64
    var rank: Int64
    var belongs = true
  }

  /// The sort order and grouping of the list.
  enum Shape: CaseIterable {
    /// One section, by rank.
    case flat
    /// By group, then rank; sections by group.
    case byGroup
    /// By rank; sections by tens of the rank, which is not a sort key.
    case byTens
    /// By the rank of the group, then group, then rank; sections by group. Whole sections may pass each other.
    case byRankedGroup
    /// By group, descending and without the sign; sections by group.
    case byGroupCollated
  }

  let shape: Shape
  var objects: [Int64: Object] = [:]
  /// The ranks of groups, for the shape that sorts by them; 0 if missing.
  var groupRanks: [Int64: Int64] = [:]
  /// The objects as a store with an index has them; nil for a store that must be searched.
  var saved: [Int64: Object]?
  /// The counts of the store's answers.
  var answers = Tally()

  final class Tally {
    var rows = 0
    var ends = 0
    /// The number of times that values were read.
    var reads = 0
  }

  var isGrouped: Bool { shape != .flat }
  var termCount: Int { shape == .byRankedGroup ? 3 : firstTermIsSectionKey ? 2 : 1 }
  /// Whether a store would have an index for the order of the list.
  var isIndexed: Bool { shape != .byTens && shape != .byRankedGroup }
  var firstTermIsSectionKey: Bool { shape == .byGroup || shape == .byGroupCollated }

  func compare(_ left: Value, _ right: Value, term: Int) -> Int {
    guard case .int(let left) = left, case .int(let right) = right else { return 0 }
    let (first, second) = shape == .byGroupCollated && term == 0 ? (abs(right), abs(left)) : (left, right)
    return first < second ? -1 : first == second ? 0 : 1
  }

  func position(of key: RowKey, row: Row?) throws -> SortPosition? {
    guard let object = objects[key.primaryKey], object.belongs else { return nil }
    return position(key, object)
  }

  func values(of key: RowKey, from term: Int) throws -> [Value]? {
    answers.reads += 1
    return objects[key.primaryKey].map { Array(position(key, $0).values[term...]) }
  }

  func isPending(_ key: RowKey) -> Bool { saved?[key.primaryKey] != objects[key.primaryKey] }

  /// Objects change only with the event that names them, so their values are always kept.
  func keepsValues(of key: RowKey) -> Bool { true }

  func successors(
    of positions: [SortPosition], where accepts: (_ index: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer] {
    positions.enumerated().map { index, position in successor(of: position) { accepts(index, $0) } }
  }

  /// Sorts all saved objects, and searches through them.
  private func successor(of position: SortPosition, where accepts: (Int64) -> Bool) -> RowSeek.Answer {
    guard let saved, isIndexed else { return .unknown }
    let placing = Placing(self)
    let following = saved.map { self.position(RowKey(entity: 0, primaryKey: $0), $1) }
      .filter { $0.section == position.section && placing.precedes(position, $0) }
      .sorted { placing.precedes($0, $1) }
    for other in following.prefix(RowSeek.rowLimit)
    where accepts(other.key.primaryKey) && !isPending(other.key) {
      answers.rows += 1
      return .row(other.key.primaryKey)
    }
    if following.count >= RowSeek.rowLimit { return .unknown }
    answers.ends += 1
    return .end
  }

  private func position(_ key: RowKey, _ object: Object) -> SortPosition {
    switch shape {
    case .flat: SortPosition(key: key, section: .whole, values: [.int(object.rank)])
    case .byTens:
      SortPosition(key: key, section: SectionKey(value: .int(object.rank / 10)), values: [.int(object.rank)])
    case .byRankedGroup:
      SortPosition(
        key: key, section: SectionKey(value: .int(object.group)),
        values: [.int(groupRanks[object.group] ?? 0), .int(object.group), .int(object.rank)]
      )
    case .byGroup, .byGroupCollated:
      SortPosition(
        key: key, section: SectionKey(value: .int(object.group)), values: [.int(object.group), .int(object.rank)]
      )
    }
  }

  /// The list as it must be: sections with one key each, and their objects in order.
  var sections: [(key: SectionKey, rows: [RowKey])] {
    let placing = Placing(self)
    let positions = objects.filter(\.value.belongs)
      .map { position(RowKey(entity: 0, primaryKey: $0), $1) }
      .sorted { placing.precedes($0, $1) }
    var result: [(key: SectionKey, rows: [RowKey])] = isGrouped ? [] : [(.whole, [])]
    for position in positions {
      if result.last?.key != position.section { result.append((position.section, [])) }
      result[result.count - 1].rows.append(position.key)
    }
    return result
  }

  func freshList() throws -> ResultsList {
    let sections = sections
    let groups = sections.map { KeyList.Group(value: $0.key.value, count: $0.rows.count) }
    let rows = ContiguousArray(sections.flatMap(\.rows))
    return try isGrouped ? ResultsList(rows, groups: groups) : ResultsList(rows)
  }
}

extension ResultsList {
  /// The whole list as arrays.
  var sections: [(key: SectionKey, rows: [RowKey])] {
    (0..<rows.sectionCount).map { (key(of: rows.section(at: $0)), Array(keys(inSection: $0))) }
  }
}

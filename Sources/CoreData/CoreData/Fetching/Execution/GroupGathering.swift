/// Builds groups from rows, row by row.
struct GroupGathering {
  private struct Running {
    let keys: [Value]
    var accumulators: [Accumulator]
    /// The values already counted, for functions over distinct values.
    var seen: [Set<EqualityKey>]
  }

  private let grouping: FetchGrouping
  private var places: [[EqualityKey]: Int] = [:]
  private var running: [Running] = []

  init(_ grouping: FetchGrouping) {
    self.grouping = grouping
    // Without keys, all rows are one group, even if there are no rows.
    if grouping.keys.isEmpty { _ = place(of: []) }
  }

  var groups: [RowGroup] {
    running.map { RowGroup(keys: $0.keys, aggregates: $0.accumulators.map(\.result)) }
  }

  /// Adds a row to its group. Aggregate functions ignore nil, as in SQL.
  mutating func add(_ row: Evaluation<some PropertyReader>) throws {
    let place = place(of: try grouping.keys.map { try row.value($0.expression) })
    for (index, (_, aggregate)) in grouping.aggregates.enumerated() {
      let value = try row.value(aggregate.element)
      if value.valueClass == .null { continue }
      if aggregate.isDistinct, !running[place].seen[index].insert(EqualityKey(value)).inserted { continue }
      running[place].accumulators[index].add(value)
    }
  }

  private mutating func place(of keys: [Value]) -> Int {
    let equality = keys.map { EqualityKey($0) }
    if let place = places[equality] { return place }
    places[equality] = running.count
    running.append(
      Running(
        keys: keys, accumulators: grouping.aggregates.map { Accumulator($0.aggregate.function) },
        seen: Array(repeating: [], count: grouping.aggregates.count)))
    return running.count - 1
  }
}

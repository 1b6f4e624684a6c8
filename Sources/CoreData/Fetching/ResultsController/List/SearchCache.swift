/// Some rows of a list without sections and the values that they are placed by, in the order of the list. A search
/// begins among them, where nothing is read, and continues among the rows between two of them.
///
/// A row's values are kept when a search has read them and they are the saved ones, and forgotten with the first event
/// that may have changed them. So they are the values that the list is ordered by, whatever has been written since: the
/// store may have another order by now.
struct SearchCache: Sendable {
  private(set) var keys: ContiguousArray<RowKey> = []
  private(set) var values: ContiguousArray<[Value]> = []

  /// The number of rows beyond which every second one is removed.
  static var limit: Int { 1_024 }
  /// The number of touched rows beyond which the cache is emptied, because looking for each takes longer than reading
  /// again.
  private static var touchLimit: Int { 8 }

  var count: Int { keys.count }

  /// Forgets the rows that an event may have given other values or taken from the list.
  mutating func forget(_ touches: [ResultsTouch]) {
    guard !keys.isEmpty else { return }
    guard touches.count <= Self.touchLimit else {
      self = SearchCache()
      return
    }
    for touch in touches where touch.effect != .samePlace && !touch.key.isTemporary {
      guard let index = keys.firstIndex(of: touch.key) else { continue }
      keys.remove(at: index)
      values.remove(at: index)
    }
  }

  /// Inserts rows, in their order, between two neighbours of the cache.
  mutating func add(_ rows: [(key: RowKey, values: [Value])], at index: Int) {
    keys.insert(contentsOf: rows.lazy.map(\.key), at: index)
    values.insert(contentsOf: rows.lazy.map(\.values), at: index)
    guard count > Self.limit else { return }
    let left = stride(from: 0, to: count, by: 2)
    keys = ContiguousArray(left.map { keys[$0] })
    values = ContiguousArray(left.map { values[$0] })
  }
}

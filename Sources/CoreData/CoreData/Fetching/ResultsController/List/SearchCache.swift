/// The sort values of some rows of a list without sections, in the list's order. A search starts in this cache, which
/// needs no reads, and continues among the rows between two cached ones.
///
/// A row is cached when a search has read its values and they are the saved ones. It is removed by the first event
/// that may have changed them. So the cache has the values by which the list is ordered, even if another process has
/// written since and the store has another order by now.
struct SearchCache: Sendable {
  private(set) var keys: ContiguousArray<RowKey> = []
  private(set) var values: ContiguousArray<[Value]> = []

  /// The number of cached rows above which every second one is removed.
  static var limit: Int { 1_024 }
  /// The number of touched rows above which the cache is cleared, because finding each of them takes longer than
  /// reading values again.
  private static var touchLimit: Int { 8 }

  var count: Int { keys.count }

  /// Removes the rows whose values an event may have changed, or that it may have removed from the list.
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

  /// Inserts rows at an index of the cache. They are in the list's order and lie between the cached rows before and
  /// after the index.
  mutating func add(_ rows: [(key: RowKey, values: [Value])], at index: Int) {
    keys.insert(contentsOf: rows.lazy.map(\.key), at: index)
    values.insert(contentsOf: rows.lazy.map(\.values), at: index)
    guard count > Self.limit else { return }
    let left = stride(from: 0, to: count, by: 2)
    keys = ContiguousArray(left.map { keys[$0] })
    values = ContiguousArray(left.map { values[$0] })
  }
}

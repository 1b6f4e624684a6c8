/// Primary keys that a store has reserved in advance, so that assigning a key to a single object does not need a
/// transaction. The counters in the file are already past them.
///
/// They are discarded after another connection has written, because rows in the file may use them by then. A save uses
/// them first, so that keys ascend in the order in which they are assigned.
struct ReservedKeys: Sendable {
  /// The remaining keys, by root entity.
  private var ranges: [Int: Range<Int64>] = [:]
  /// The store's count of external writes when the keys were reserved.
  private var version = 0
  /// The number of keys that were assigned without a save.
  private var given = 0

  private static let mostAhead = 64

  /// The number of additional keys to reserve. It grows with the number of keys requested before.
  mutating func ahead(of count: Int) -> Int64 {
    defer { given += count }
    return count > Self.mostAhead ? 0 : Int64(min(given, Self.mostAhead))
  }

  mutating func add(_ ranges: [Int: Range<Int64>], version: Int) {
    self.version = version
    self.ranges.merge(ranges) { $1 }
  }

  /// A key for each of the entities; nil if too few are reserved.
  mutating func take(for entities: [EntityLayout], version: Int) -> [RowKey]? {
    if version != self.version { ranges = [:] }
    if ranges.isEmpty { return nil }
    var left = ranges
    var keys: [RowKey] = []
    for entity in entities {
      guard let range = left[entity.root], let key = range.first else { return nil }
      keys.append(RowKey(entity: entity.index, primaryKey: key))
      left[entity.root] = range.dropFirst()
    }
    ranges = left
    return keys
  }

  /// Removes and returns all remaining keys, for a save that may need them.
  mutating func lend() -> [Int: Range<Int64>] {
    defer { ranges = [:] }
    return ranges
  }

  /// Returns unused keys after a save, unless new ones were reserved meanwhile.
  mutating func takeBack(_ lent: [Int: Range<Int64>]) { ranges.merge(lent) { own, _ in own } }
}

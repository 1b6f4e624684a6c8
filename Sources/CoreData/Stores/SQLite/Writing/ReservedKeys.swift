/// Keys that a store has reserved, so that giving a key to a single object does not take a transaction each time: the
/// file's counters are past them already.
///
/// They are dropped when another connection has written, so that they do not collide with rows in the file by then. A
/// save that needs keys takes them first: keys ascend in the order in which they are given out.
struct ReservedKeys: Sendable {
  /// The keys that are left, by root entity.
  private var ranges: [Int: Range<Int64>] = [:]
  /// The store's count of external writes when the keys were taken.
  private var version = 0
  /// How many were given out one by one or few together.
  private var given = 0

  private static let mostAhead = 64

  /// How many keys to take beside those that are asked for: the more were asked for before, the more.
  mutating func ahead(of count: Int) -> Int64 {
    defer { given += count }
    return count > Self.mostAhead ? 0 : Int64(min(given, Self.mostAhead))
  }

  mutating func add(_ ranges: [Int: Range<Int64>], version: Int) {
    self.version = version
    self.ranges.merge(ranges) { $1 }
  }

  /// A key for each of some entities; nil where there are not as many.
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

  /// Lends all that are left, while a save may need them.
  mutating func lend() -> [Int: Range<Int64>] {
    defer { ranges = [:] }
    return ranges
  }

  /// Takes back lent keys, except where further ones were reserved meanwhile.
  mutating func takeBack(_ lent: [Int: Range<Int64>]) { ranges.merge(lent) { own, _ in own } }
}

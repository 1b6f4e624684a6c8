/// Finds slots by keys: an open table of slots, each with a part of its key's hash. The keys are kept elsewhere, by slot.
///
/// A dictionary keeps the keys once more, and hashes all of them again when it grows: to fill it with a million keys took
/// half of the time in which a list of so many is made.
@usableFromInline
struct SlotIndex<Key: Hashable & Sendable>: Sendable {
  /// 0 for none; else a part of the hash above the slot plus one. What is looked for stands at the place that the hash
  /// says, or behind it without a gap.
  @usableFromInline
  var buckets: ContiguousArray<UInt64> = []
  @usableFromInline
  var count = 0

  @inlinable
  init() {}

  /// Makes room for so many keys.
  @inlinable
  mutating func reserveCapacity(_ capacity: Int) {
    if capacity * 2 > buckets.count { grow(to: capacity * 2) }
  }

  @inlinable
  static func part(ofHash key: Key) -> UInt32 { UInt32(truncatingIfNeeded: key.hashValue) }

  /// The slot of a key.
  ///
  /// - Parameter keys: by slot.
  @inlinable
  func slot(of key: Key, in keys: ContiguousArray<Key?>) -> Int32? {
    if count == 0 { return nil }
    let part = Self.part(ofHash: key)
    return bucket(of: key, part, in: keys).flatMap { buckets[$0] == 0 ? nil : Self.slot(buckets[$0]) }
  }

  /// Adds a key, unless it is there.
  ///
  /// - Parameters:
  ///   - key: the key. It is to be put into `keys` at the slot.
  ///   - slot: its slot.
  ///   - keys: by slot.
  /// - Returns: whether it was not there.
  @inlinable
  mutating func insert(_ key: Key, slot: Int32, in keys: ContiguousArray<Key?>) -> Bool {
    if (count + 1) * 4 > buckets.count * 3 { grow(to: (count + 1) * 2) }
    let part = Self.part(ofHash: key)
    guard let bucket = bucket(of: key, part, in: keys), buckets[bucket] == 0 else { return false }
    buckets[bucket] = UInt64(part) << 32 | UInt64(UInt32(slot) + 1)
    count += 1
    return true
  }

  /// Takes a key out, which must be in `keys` still.
  @inlinable
  mutating func remove(_ key: Key, in keys: ContiguousArray<Key?>) {
    if count == 0 { return }
    guard var gap = bucket(of: key, Self.part(ofHash: key), in: keys), buckets[gap] != 0 else { return }
    let mask = buckets.count - 1
    count -= 1
    // What stands behind the gap and belongs before it, or into it, moves there.
    var next = (gap + 1) & mask
    while buckets[next] != 0 {
      let home = Int(buckets[next] >> 32) & mask
      if (next - home) & mask >= (next - gap) & mask {
        buckets[gap] = buckets[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    buckets[gap] = 0
  }

  /// The place of a key, or the place where it belongs.
  @inlinable
  func bucket(of key: Key, _ part: UInt32, in keys: ContiguousArray<Key?>) -> Int? {
    buckets.withUnsafeBufferPointer { buckets in
      keys.withUnsafeBufferPointer { keys in
        let mask = buckets.count - 1
        var index = Int(part) & mask
        while true {
          let bucket = buckets[index]
          if bucket == 0 { return index }
          if UInt32(truncatingIfNeeded: bucket >> 32) == part, keys[Int(Self.slot(bucket))] == key { return index }
          index = (index + 1) & mask
        }
      }
    }
  }

  @inlinable
  static func slot(_ bucket: UInt64) -> Int32 { Int32(UInt32(truncatingIfNeeded: bucket) - 1) }

  /// Has a power of two of buckets, at least so many.
  @inlinable
  mutating func grow(to least: Int) {
    var size = 16
    while size < least { size *= 2 }
    guard size > buckets.count else { return }
    let old = buckets
    buckets = ContiguousArray(repeating: 0, count: size)
    let mask = size - 1
    for bucket in old where bucket != 0 {
      var index = Int(bucket >> 32) & mask
      while buckets[index] != 0 { index = (index + 1) & mask }
      buckets[index] = bucket
    }
  }
}

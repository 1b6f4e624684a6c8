/// An open-addressed hash table from keys to slots. It stores a part of each key's hash; the keys themselves are stored
/// elsewhere, by slot.
///
/// A dictionary would store the keys a second time, and hash all of them again when it grows. Filling a dictionary with
/// a million keys took half of the time of making a list of them.
@usableFromInline
struct SlotIndex<Key: Hashable & Sendable>: Sendable {
  /// The entries: 0 for a free bucket; otherwise a part of the hash in the upper half, and the slot plus one in the
  /// lower half. The hash selects a bucket; an entry is in that one, or in a later one if all buckets between are in
  /// use.
  @usableFromInline
  var buckets: ContiguousArray<UInt64> = []
  @usableFromInline
  var count = 0

  @inlinable
  init() {}

  /// Reserves space for a number of keys.
  @inlinable
  mutating func reserveCapacity(_ capacity: Int) {
    if capacity * 2 > buckets.count { grow(to: capacity * 2) }
  }

  @inlinable
  static func part(ofHash key: Key) -> UInt32 { UInt32(truncatingIfNeeded: key.hashValue) }

  /// Returns the slot of a key; nil if the key is not in the table.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - keys: the keys by slot.
  @inlinable
  func slot(of key: Key, in keys: ContiguousArray<Key?>) -> Int32? {
    if count == 0 { return nil }
    let part = Self.part(ofHash: key)
    return bucket(of: key, part, in: keys).flatMap { buckets[$0] == 0 ? nil : Self.slot(buckets[$0]) }
  }

  /// Inserts a key, unless it is in the table.
  ///
  /// - Parameters:
  ///   - key: the key. The caller then stores it in `keys` at the slot.
  ///   - slot: the slot of the key.
  ///   - keys: the keys by slot.
  /// - Returns: whether the key was new.
  @inlinable
  mutating func insert(_ key: Key, slot: Int32, in keys: ContiguousArray<Key?>) -> Bool {
    if (count + 1) * 4 > buckets.count * 3 { grow(to: (count + 1) * 2) }
    let part = Self.part(ofHash: key)
    guard let bucket = bucket(of: key, part, in: keys), buckets[bucket] == 0 else { return false }
    buckets[bucket] = UInt64(part) << 32 | UInt64(UInt32(slot) + 1)
    count += 1
    return true
  }

  /// Removes a key. It must still be in `keys`.
  @inlinable
  mutating func remove(_ key: Key, in keys: ContiguousArray<Key?>) {
    if count == 0 { return }
    guard var gap = bucket(of: key, Self.part(ofHash: key), in: keys), buckets[gap] != 0 else { return }
    let mask = buckets.count - 1
    count -= 1
    // Fill the gap with a later entry whose own bucket is at or before the gap.
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

  /// The bucket of a key, or the free bucket into which it can be inserted.
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

  /// Inserts keys into an empty table. The slot of a key is its index.
  ///
  /// The table of a large list does not fit in the CPU's cache. So the keys are sorted by the stretch of the table to
  /// which they belong, and each stretch is filled while it is in the cache.
  ///
  /// - Parameter keys: the keys by slot; none of them is nil.
  /// - Returns: whether all keys are different. If they are not, the table is empty again.
  /// - Complexity: O(keys).
  @inlinable
  mutating func begin(_ keys: ContiguousArray<Key?>) -> Bool {
    grow(to: keys.count * 2)
    let (mask, shift) = (buckets.count - 1, Self.stretch.trailingZeroBitCount)
    var starts = ContiguousArray(repeating: 0, count: mask >> shift + 2)
    var entries: ContiguousArray<UInt64> = []
    entries.reserveCapacity(keys.count)
    for slot in keys.indices {
      guard let key = keys[slot] else { return false }
      let part = Self.part(ofHash: key)
      entries.append(UInt64(part) << 32 | UInt64(slot + 1))
      starts[(Int(part) & mask) >> shift + 1] += 1
    }
    for stretch in starts.indices.dropFirst() { starts[stretch] += starts[stretch - 1] }
    let sorted = ContiguousArray<UInt64>(unsafeUninitializedCapacity: entries.count) { buffer, count in
      for entry in entries {
        let stretch = (Int(entry >> 32) & mask) >> shift
        buffer.initializeElement(at: starts[stretch], to: entry)
        starts[stretch] += 1
      }
      count = entries.count
    }
    let areDifferent = buckets.withUnsafeMutableBufferPointer { buckets in
      keys.withUnsafeBufferPointer { keys in
        for entry in sorted {
          var index = Int(entry >> 32) & mask
          while buckets[index] != 0 {
            // The keys are not in the cache either, so they are read only if the hashes are equal.
            if buckets[index] >> 32 == entry >> 32, keys[Int(Self.slot(buckets[index]))] == keys[Int(Self.slot(entry))]
            {
              return false
            }
            index = (index + 1) & mask
          }
          buckets[index] = entry
        }
        return true
      }
    }
    if areDifferent { count = keys.count } else { self = Self() }
    return areDifferent
  }

  /// The number of buckets of a stretch: 64 KB.
  @inlinable
  static var stretch: Int { 1 << 13 }

  @inlinable
  static func slot(_ bucket: UInt64) -> Int32 { Int32(UInt32(truncatingIfNeeded: bucket) - 1) }

  /// Enlarges the table to a power of two of at least the given size.
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

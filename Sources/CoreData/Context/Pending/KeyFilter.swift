/// Excludes keys that are surely not among some: a Bloom filter with one hash function, over a power of two of bits.
///
/// A search among rows asks for each whether it has unsaved changes, and nearly all have none. The filter answers from
/// a few kilobytes that stay in the processor's cache, where the identity map is a lock and loads from anywhere in
/// memory. It has no removal: a key that left is looked up in vain.
struct KeyFilter {
  private var words: ContiguousArray<UInt64> = []
  private var shift = 0
  private var room = 0

  /// Makes a full filter.
  init() {}

  /// Makes a filter for some keys, with room for as many again. Of the keys that are not in it at most one in eight is
  /// taken for one that is.
  ///
  /// - Complexity: O(count): two to four bytes a key.
  init(count: Int) {
    room = max(32, 2 * count)
    let exponent = Int.bitWidth - (8 * room - 1).leadingZeroBitCount
    words = ContiguousArray(repeating: 0, count: 1 << (exponent - 6))
    shift = UInt64.bitWidth - exponent
  }

  /// Whether it must be made anew before anything else is done with it.
  var isFull: Bool { room <= 0 }

  mutating func insert(_ key: RowKey) {
    let bit = bit(of: key)
    words[bit >> 6] |= 1 << UInt64(bit & 63)
    room -= 1
  }

  /// Whether the key may be among those inserted; never false for one that is. Complexity: O(1).
  func mayContain(_ key: RowKey) -> Bool {
    let bit = bit(of: key)
    return words[bit >> 6] & (1 << UInt64(bit & 63)) != 0
  }

  /// Fibonacci hashing, which scatters neighbouring primary keys.
  private func bit(of key: RowKey) -> Int {
    Int(truncatingIfNeeded: (UInt64(bitPattern: key.primaryKey) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(shift))
  }
}

/// Excludes keys that are certainly not in a set. It is a Bloom filter with one hash function, whose number of bits
/// is a power of two.
///
/// A search among rows asks for each row whether its object has unsaved changes, and nearly always there are none.
/// The filter answers from a few kilobytes that stay in the CPU's cache, while the identity map takes a lock and
/// loads from anywhere in memory. Keys cannot be removed, so an outdated key costs a useless lookup.
struct KeyFilter {
  private var words: ContiguousArray<UInt64> = []
  private var shift = 0
  private var room = 0

  /// Creates a full filter, which must be replaced before use.
  init() {}

  /// Creates an empty filter for a number of keys, with room for as many more. At most one in eight keys that were
  /// not inserted is taken for an inserted one.
  ///
  /// - Complexity: O(count). The filter has two to four bytes per key.
  init(count: Int) {
    room = max(32, 2 * count)
    let exponent = Int.bitWidth - (8 * room - 1).leadingZeroBitCount
    words = ContiguousArray(repeating: 0, count: 1 << (exponent - 6))
    shift = UInt64.bitWidth - exponent
  }

  /// Whether the filter must be replaced before it is used.
  var isFull: Bool { room <= 0 }

  mutating func insert(_ key: RowKey) {
    let bit = bit(of: key)
    words[bit >> 6] |= 1 << UInt64(bit & 63)
    room -= 1
  }

  /// Whether the key may have been inserted; never false for an inserted key. Complexity: O(1).
  func mayContain(_ key: RowKey) -> Bool {
    let bit = bit(of: key)
    return words[bit >> 6] & (1 << UInt64(bit & 63)) != 0
  }

  /// Returns the bit of a key by Fibonacci hashing, which scatters neighbouring primary keys.
  private func bit(of key: RowKey) -> Int {
    Int(truncatingIfNeeded: (UInt64(bitPattern: key.primaryKey) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(shift))
  }
}

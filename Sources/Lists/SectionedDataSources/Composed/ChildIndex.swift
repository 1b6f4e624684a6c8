/// A hash table that finds the children that may have an identifier.
///
/// The table does not store the identifiers, because the children have them. An entry takes four bytes (7.2 with the
/// free entries): a child's number and a few bits of the hash. The caller asks that child whether it has the
/// identifier. So a full table cannot be rehashed; it is made again from the children's lists.
@usableFromInline
struct ChildIndex {
  @usableFromInline
  static let empty: UInt32 = 0
  @usableFromInline
  static let removed: UInt32 = 1

  /// Open addressing with linear probing.
  @usableFromInline
  var entries: ContiguousArray<UInt32>
  /// The number of bits of the hash in an entry.
  @usableFromInline
  let markBits: UInt32
  /// The number of entries that are not empty.
  @usableFromInline
  var used = 0
  /// The number of identifiers in the table, counting each as often as it was inserted.
  @usableFromInline
  var count = 0

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - count: the number of identifiers that it will have.
  ///   - most: an upper bound of the entries in use during the step, those of removed identifiers included.
  ///   - slots: an exclusive upper bound of the children's numbers.
  @inlinable
  init(for count: Int, most: Int, slots: Int) {
    entries = ContiguousArray(repeating: Self.empty, count: max(count * 9 / 5, most * 6 / 5) + 8)
    markBits = UInt32(min(16, max(1, UInt32(clamping: 2 * slots + 64).leadingZeroBitCount)))
  }

  /// The size of the table in bytes.
  @inlinable
  var byteCount: Int { entries.count * MemoryLayout<UInt32>.stride }

  /// Whether the table has room for more identifiers, is not much too large, and has enough bits for the children's
  /// numbers.
  @inlinable
  func hasRoom(for more: Int, slots: Int) -> Bool {
    let isWide = entries.count > 64 && (count + more) * 4 < entries.count
    return (used + more) * 6 <= entries.count * 5 && !isWide && slots + 1 < 1 << (32 - Int(markBits))
  }

  /// Inserts an identifier of a child.
  ///
  /// - Parameter hash: the hash of the identifier.
  @inlinable
  mutating func insert(_ hash: Int, slot: Int32) {
    var place = first(hash)
    while entries[place] > Self.removed { place = next(place) }
    if entries[place] == Self.empty { used += 1 }
    entries[place] = entry(hash, slot)
    count += 1
  }

  /// Removes an identifier of a child. If several identifiers of the child have equal entries, any of these is removed.
  @inlinable
  mutating func remove(_ hash: Int, slot: Int32) {
    let wanted = entry(hash, slot)
    var place = first(hash)
    while entries[place] != Self.empty {
      if entries[place] == wanted {
        entries[place] = Self.removed
        count -= 1
        return
      }
      place = next(place)
    }
  }

  /// Returns the first child whose entry matches a hash and for which a condition holds.
  @inlinable
  func first(_ hash: Int, where condition: (Int32) -> Bool) -> Int32? {
    let mark = self.mark(hash)
    let mask = (1 as UInt32) << markBits - 1
    var place = first(hash)
    while entries[place] != Self.empty {
      if entries[place] > Self.removed, entries[place] & mask == mark {
        let slot = Int32(entries[place] >> markBits) - 1
        if condition(slot) { return slot }
      }
      place = next(place)
    }
    return nil
  }

  @inlinable
  func mark(_ hash: Int) -> UInt32 { UInt32(truncatingIfNeeded: hash) & ((1 as UInt32) << markBits - 1) }

  @inlinable
  func entry(_ hash: Int, _ slot: Int32) -> UInt32 { UInt32(slot + 1) << markBits | mark(hash) }

  /// The index at which the search for a hash begins. It depends on the high bits; the mark has the low ones.
  @inlinable
  func first(_ hash: Int) -> Int {
    Int(UInt64(UInt(bitPattern: hash)).multipliedFullWidth(by: UInt64(entries.count)).high)
  }

  @inlinable
  func next(_ place: Int) -> Int { place + 1 == entries.count ? 0 : place + 1 }
}

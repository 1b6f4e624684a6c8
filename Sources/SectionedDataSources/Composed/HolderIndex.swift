/// Which children may have an identifier: a table of the children's numbers by the identifiers' hashes.
///
/// It has no identifiers, which the children have already: four bytes for each one, 7.2 with the free entries. An entry
/// is a child's number and a few bits of the hash; whether the child really has the identifier, it is asked. So a table
/// that is full cannot grow by itself: it is made anew from what the children show.
@usableFromInline
struct HolderIndex {
  @usableFromInline
  static let empty: UInt32 = 0
  @usableFromInline
  static let removed: UInt32 = 1

  /// Open addressing with linear probing.
  @usableFromInline
  var entries: ContiguousArray<UInt32>
  /// The bits of an entry that are of the hash.
  @usableFromInline
  let markBits: UInt32
  /// How many entries are not empty.
  @usableFromInline
  var used = 0
  /// How many identifiers are in the table, each counted as often as it was put in.
  @usableFromInline
  var count = 0

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - count: how many identifiers it is to have.
  ///   - most: how many are put in before others are taken out.
  ///   - slots: above every child's number.
  @inlinable
  init(for count: Int, most: Int, slots: Int) {
    entries = ContiguousArray(repeating: Self.empty, count: max(count * 9 / 5, most * 6 / 5) + 8)
    markBits = UInt32(min(16, max(1, UInt32(clamping: 2 * slots + 64).leadingZeroBitCount)))
  }

  /// How much memory the table has, in bytes.
  @inlinable
  var byteCount: Int { entries.count * MemoryLayout<UInt32>.stride }

  /// Whether as many identifiers may be put in, and children have the numbers that they have.
  @inlinable
  func hasRoom(for more: Int, slots: Int) -> Bool {
    let isWide = entries.count > 64 && (count + more) * 4 < entries.count
    return (used + more) * 6 <= entries.count * 5 && !isWide && slots + 1 < 1 << (32 - Int(markBits))
  }

  /// - Parameter hash: the identifier's.
  @inlinable
  mutating func insert(_ hash: Int, slot: Int32) {
    var place = first(hash)
    while entries[place] > Self.removed { place = next(place) }
    if entries[place] == Self.empty { used += 1 }
    entries[place] = entry(hash, slot)
    count += 1
  }

  /// Takes an identifier of a child out. Where another one has the same bits, either entry may go: both are alike.
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

  /// The first of the children that may have an identifier for which a condition holds.
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

  /// By the high bits of the hash; the mark is of the low ones.
  @inlinable
  func first(_ hash: Int) -> Int {
    Int(UInt64(UInt(bitPattern: hash)).multipliedFullWidth(by: UInt64(entries.count)).high)
  }

  @inlinable
  func next(_ place: Int) -> Int { place + 1 == entries.count ? 0 : place + 1 }
}

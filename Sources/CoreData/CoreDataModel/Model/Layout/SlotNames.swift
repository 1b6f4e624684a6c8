/// Maps property names to slots. It is a hash table with open addressing that is at most half full.
///
/// Programs read several values by name for each row that they show. The names are few and short, so FNV-1a and one
/// comparison are four times as fast as a dictionary's safer hash. O(length of the name).
struct SlotNames: Sendable {
  private struct Entry: Sendable {
    let name: String
    /// The slot; -1 for a free place.
    let slot: Int
  }

  private var entries: ContiguousArray<Entry>

  /// - Parameter names: the names and slots. If names are equal, the first one is used.
  init(_ names: [(name: String, slot: Int)]) {
    var capacity = 4
    while capacity < names.count * 2 { capacity *= 2 }
    entries = ContiguousArray(repeating: Entry(name: "", slot: -1), count: capacity)
    for (name, slot) in names {
      let place = place(of: name)
      if entries[place].slot < 0 { entries[place] = Entry(name: name, slot: slot) }
    }
  }

  /// The slot of a name with exactly this spelling.
  subscript(name: String) -> Int? {
    let slot = entries[place(of: name)].slot
    return slot < 0 ? nil : slot
  }

  /// The place of a name, or the free place where it would be inserted.
  private func place(of name: String) -> Int {
    var place = Self.hash(name) & (entries.count - 1)
    while entries[place].slot >= 0, entries[place].name != name { place = (place + 1) & (entries.count - 1) }
    return place
  }

  private static func hash(_ name: String) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}

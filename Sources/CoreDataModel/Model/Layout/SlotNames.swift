/// Slots by the names of their properties: a hash table with open addressing, at most half full.
///
/// Programs read values by name, several for each row that they show. The names are few and short, so that hashing
/// one with FNV-1a and comparing it once costs a quarter of a dictionary's safer hash. O(length of the name).
struct SlotNames: Sendable {
  private struct Entry: Sendable {
    let name: String
    /// -1 where there is no entry.
    let slot: Int
  }

  private var entries: ContiguousArray<Entry>

  /// - Parameter names: the first of equal ones counts.
  init(_ names: [(name: String, slot: Int)]) {
    var capacity = 4
    while capacity < names.count * 2 { capacity *= 2 }
    entries = ContiguousArray(repeating: Entry(name: "", slot: -1), count: capacity)
    for (name, slot) in names {
      let place = place(of: name)
      if entries[place].slot < 0 { entries[place] = Entry(name: name, slot: slot) }
    }
  }

  /// The slot of a name as it was spelled.
  subscript(name: String) -> Int? {
    let slot = entries[place(of: name)].slot
    return slot < 0 ? nil : slot
  }

  /// The place where a name is, or would be: there is always a free place.
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

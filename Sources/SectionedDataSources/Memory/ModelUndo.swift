/// The models that slots had at the last step, as long as edits may be taken back.
struct ModelUndo<Section, Item> {
  private(set) var items: [Int32: Item?] = [:]
  private(set) var sections: [Int32: Section?] = [:]
  /// All of them, where the whole list was replaced.
  private(set) var all: (items: ContiguousArray<Item?>, sections: ContiguousArray<Section?>)?

  mutating func note(item: Item?, at slot: Int32) { if all == nil, items[slot] == nil { items[slot] = .some(item) } }

  mutating func note(section: Section?, at slot: Int32) {
    if all == nil, sections[slot] == nil { sections[slot] = .some(section) }
  }

  mutating func note(all items: ContiguousArray<Item?>, _ sections: ContiguousArray<Section?>) {
    if all == nil { all = (items, sections) }
  }
}

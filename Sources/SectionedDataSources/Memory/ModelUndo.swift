/// The models that slots had at the last step, as long as edits may be taken back.
@usableFromInline
struct ModelUndo<Section, Item> {
  @usableFromInline
  var items: [Int32: Item?] = [:]
  @usableFromInline
  var sections: [Int32: Section?] = [:]
  /// All of them, where the whole list was replaced.
  @usableFromInline
  var all: (items: ContiguousArray<Item?>, sections: ContiguousArray<Section?>)?

  @inlinable
  init() {}

  @inlinable
  mutating func note(item: Item?, at slot: Int32) { if all == nil, items[slot] == nil { items[slot] = .some(item) } }

  @inlinable
  mutating func note(section: Section?, at slot: Int32) {
    if all == nil, sections[slot] == nil { sections[slot] = .some(section) }
  }

  @inlinable
  mutating func note(all items: ContiguousArray<Item?>, _ sections: ContiguousArray<Section?>) {
    if all == nil { all = (items, sections) }
  }
}

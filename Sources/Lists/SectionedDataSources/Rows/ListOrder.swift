import OrderedRows
import SectionedChanges

/// An item in `OrderedRows`, which knows it by its slot.
@usableFromInline
struct SlotRow: OrderedRow {
  @usableFromInline
  let slot: Int32

  @usableFromInline
  init(_ slot: Int32) { self.slot = slot }

  @usableFromInline
  var rowNumber: Int64 { Int64(slot) }
}

/// The order of sections and items, by slots. A slot is a small number that an element keeps while it is in the list.
///
/// The complexities are those of `OrderedRows`. Callers pass only items and sections that are in the list.
@usableFromInline
struct ListOrder {
  @usableFromInline
  var rows = OrderedRows<SlotRow>()
  /// The IDs of the sections in `rows`, by section slot; nil for a section that is not in the list.
  @usableFromInline
  var names: ContiguousArray<SectionID?> = []
  /// The slots of the sections, by the indices of their IDs.
  @usableFromInline
  var slots: ContiguousArray<Int32> = []

  @usableFromInline
  init() {}

  /// Makes an order of sections and their items.
  ///
  /// - Complexity: O(rows + sections).
  @usableFromInline
  init(items: ContiguousArray<SlotRow>, sections: [(slot: Int32, count: Int)]) {
    rows = OrderedRows(items, sectionCounts: sections.map(\.count))
    for (index, section) in sections.enumerated() { name(rows.section(at: index), slot: section.slot) }
  }

  @usableFromInline
  func name(of slot: Int32) -> SectionID? { Int(slot) < names.count ? names[Int(slot)] : nil }

  @usableFromInline
  mutating func name(_ section: SectionID, slot: Int32) {
    while names.count <= Int(slot) { names.append(nil) }
    while slots.count <= section.index { slots.append(-1) }
    names[Int(slot)] = section
    slots[section.index] = slot
  }
}

extension ListOrder {
  @usableFromInline
  var sectionCount: Int { rows.sectionCount }
  @usableFromInline
  var itemCount: Int { rows.count }

  @usableFromInline
  func itemCount(at section: Int) -> Int { rows.count(of: rows.section(at: section)) }
  @usableFromInline
  func itemCount(ofSection slot: Int32) -> Int { name(of: slot).map { rows.count(of: $0) } ?? 0 }
  @usableFromInline
  func sectionSlot(at index: Int) -> Int32 { slots[rows.section(at: index).index] }
  @usableFromInline
  func itemSlot(at place: ItemPlace) -> Int32 { rows.row(place.item, in: rows.section(at: place.section)).slot }
  @usableFromInline
  func itemSlot(_ item: Int, ofSection slot: Int32) -> Int32? { name(of: slot).map { rows.row(item, in: $0).slot } }
  @usableFromInline
  func contains(_ item: Int32) -> Bool { rows.contains(Int64(item)) }
  @usableFromInline
  func containsSection(_ slot: Int32) -> Bool { name(of: slot) != nil }

  @usableFromInline
  mutating func place(of item: Int32) -> ItemPlace? {
    guard let place = rows.place(of: Int64(item)) else { return nil }
    return ItemPlace(section: place.section, item: place.item)
  }

  /// The slot of the section that contains an item, and the item's index in it.
  @usableFromInline
  func location(of item: Int32) -> (section: Int32, item: Int)? {
    rows.location(of: Int64(item)).map { (slots[$0.section.index], $0.item) }
  }

  @usableFromInline
  mutating func index(ofSection slot: Int32) -> Int? {
    guard let name = name(of: slot) else { return nil }
    return rows.index(of: name)
  }

  /// The items of a section, in order.
  @usableFromInline
  func items(at section: Int) -> ContiguousArray<Int32> {
    var result: ContiguousArray<Int32> = []
    result.reserveCapacity(itemCount(at: section))
    forEachItem(at: section) { result.append($0) }
    return result
  }

  @usableFromInline
  func forEachItem(at section: Int, _ body: (Int32) -> Void) {
    rows.forEachRun(of: rows.section(at: section)) { run in for row in run { body(row.slot) } }
  }

  /// The current counts. They retain a copy of the rows, so release them before the next change, which otherwise
  /// copies.
  @usableFromInline
  var counts: ListCounts {
    let rows = rows
    return ListCounts(sections: rows.sectionCount) { rows.count(of: rows.section(at: $0)) }
  }
}

extension ListOrder {
  @usableFromInline
  mutating func insert(_ item: Int32, at place: ItemPlace) {
    rows.insert(SlotRow(item), at: place.item, in: rows.section(at: place.section))
  }

  @usableFromInline
  mutating func insert(_ item: Int32, at index: Int, ofSection slot: Int32) {
    guard let name = name(of: slot) else { return }
    rows.insert(SlotRow(item), at: index, in: name)
  }

  @usableFromInline
  mutating func remove(_ item: Int32) { rows.remove(Int64(item)) }

  /// Inserts an empty section.
  @usableFromInline
  mutating func insertSection(_ slot: Int32, at index: Int) { name(rows.insertSection(at: index), slot: slot) }

  /// Removes an empty section.
  @usableFromInline
  mutating func removeSection(_ slot: Int32) {
    guard let name = name(of: slot) else { return }
    rows.removeSection(name)
    names[Int(slot)] = nil
  }

  /// - Parameter index: the index in the list after the move.
  @usableFromInline
  mutating func moveSection(_ slot: Int32, to index: Int) {
    if let name = name(of: slot) { rows.moveSection(name, to: index) }
  }

  /// Makes this order equal to another one that differs only in some items and sections.
  ///
  /// - Parameters:
  ///   - other: the other order. It has all other elements in the same sections and in the same order.
  ///   - items: the items that were inserted, removed or moved.
  ///   - sections: the sections that were inserted, removed or moved. The items of an inserted or removed section are
  ///     among `items`.
  /// - Complexity: O(items + sections · number of sections), with a `log` for each.
  @usableFromInline
  mutating func follow(_ other: inout ListOrder, items: some Sequence<Int32>, sections: some Sequence<Int32>) {
    var places: [(place: ItemPlace, item: Int32)] = []
    for item in items {
      rows.remove(Int64(item))
      if let place = other.place(of: item) { places.append((place, item)) }
    }
    var indices: [(index: Int, section: Int32)] = []
    for section in sections {
      guard let index = other.index(ofSection: section) else {
        removeSection(section)
        continue
      }
      // Placed at the end for now. Each section moves to its index once the sections before it are in place.
      if containsSection(section) {
        moveSection(section, to: sectionCount - 1)
      } else {
        insertSection(section, at: sectionCount)
      }
      indices.append((index, section))
    }
    for (index, section) in indices.sorted(by: { $0.index < $1.index }) { moveSection(section, to: index) }
    for (place, item) in places.sorted(by: { $0.place < $1.place }) { insert(item, at: place) }
  }
}

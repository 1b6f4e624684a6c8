import OrderedRows
import SectionedChanges

/// An item as a row of a list: its slot.
struct SlotRow: OrderedRow {
  let slot: Int32

  init(_ slot: Int32) { self.slot = slot }

  var rowNumber: Int64 { Int64(slot) }
}

/// Which items stand in which sections, in which order: both by slots, small numbers that stay while the list lives.
///
/// Costs are those of `OrderedRows`. Whoever asks has checked that what it names is there.
struct ListOrder {
  private var rows = OrderedRows<SlotRow>()
  /// By section slot: what the rows call the section. Nothing is asked of one that is not in the list.
  private var names: ContiguousArray<SectionID?> = []
  /// By the number that the rows give a section: its slot.
  private var slots: ContiguousArray<Int32> = []

  init() {}

  /// Makes an order from sections with their items.
  ///
  /// - Complexity: O(rows + sections).
  init(items: ContiguousArray<SlotRow>, sections: [(slot: Int32, count: Int)]) {
    rows = OrderedRows(items, sectionCounts: sections.map(\.count))
    for (index, section) in sections.enumerated() { name(rows.section(at: index), slot: section.slot) }
  }

  private mutating func name(_ section: SectionID, slot: Int32) {
    while names.count <= Int(slot) { names.append(nil) }
    while slots.count <= section.index { slots.append(-1) }
    names[Int(slot)] = section
    slots[section.index] = slot
  }
}

extension ListOrder {
  var sectionCount: Int { rows.sectionCount }
  var itemCount: Int { rows.count }

  func itemCount(at section: Int) -> Int { rows.count(of: rows.section(at: section)) }
  func itemCount(ofSection slot: Int32) -> Int { names[Int(slot)].map { rows.count(of: $0) } ?? 0 }
  func sectionSlot(at index: Int) -> Int32 { slots[rows.section(at: index).index] }
  func itemSlot(at place: ItemPlace) -> Int32 { rows.row(place.item, in: rows.section(at: place.section)).slot }
  func itemSlot(_ item: Int, ofSection slot: Int32) -> Int32? { names[Int(slot)].map { rows.row(item, in: $0).slot } }
  func contains(_ item: Int32) -> Bool { rows.contains(Int64(item)) }
  func containsSection(_ slot: Int32) -> Bool { Int(slot) < names.count && names[Int(slot)] != nil }

  mutating func place(of item: Int32) -> ItemPlace? {
    guard let place = rows.place(of: Int64(item)) else { return nil }
    return ItemPlace(section: place.section, item: place.item)
  }

  /// The slot of the section that an item is in, and the item's index there.
  func location(of item: Int32) -> (section: Int32, item: Int)? {
    rows.location(of: Int64(item)).map { (slots[$0.section.index], $0.item) }
  }

  mutating func index(ofSection slot: Int32) -> Int? {
    guard Int(slot) < names.count, let name = names[Int(slot)] else { return nil }
    return rows.index(of: name)
  }

  /// The items of a section, in order.
  func items(at section: Int) -> ContiguousArray<Int32> {
    var result: ContiguousArray<Int32> = []
    result.reserveCapacity(itemCount(at: section))
    forEachItem(at: section) { result.append($0) }
    return result
  }

  func forEachItem(at section: Int, _ body: (Int32) -> Void) {
    rows.forEachRun(of: rows.section(at: section)) { run in for row in run { body(row.slot) } }
  }

  /// Its counts as of now: a copy, which is to go before the next change.
  var counts: ListCounts {
    let rows = rows
    return ListCounts(sections: rows.sectionCount) { rows.count(of: rows.section(at: $0)) }
  }
}

extension ListOrder {
  mutating func insert(_ item: Int32, at place: ItemPlace) {
    rows.insert(SlotRow(item), at: place.item, in: rows.section(at: place.section))
  }

  mutating func insert(_ item: Int32, at index: Int, ofSection slot: Int32) {
    guard let name = names[Int(slot)] else { return }
    rows.insert(SlotRow(item), at: index, in: name)
  }

  mutating func remove(_ item: Int32) { rows.remove(Int64(item)) }

  /// Puts an empty section into the list.
  mutating func insertSection(_ slot: Int32, at index: Int) { name(rows.insertSection(at: index), slot: slot) }

  /// Takes a section out of the list, which must be empty.
  mutating func removeSection(_ slot: Int32) {
    // One that came and left within a step has no name in the order of the step before.
    guard containsSection(slot), let name = names[Int(slot)] else { return }
    rows.removeSection(name)
    names[Int(slot)] = nil
  }

  /// - Parameter index: in the list after the move.
  mutating func moveSection(_ slot: Int32, to index: Int) {
    if let name = names[Int(slot)] { rows.moveSection(name, to: index) }
  }

  /// Becomes another order that differs by some items and sections only.
  ///
  /// - Parameters:
  ///   - other: the other order. All that is not named stands there in the same sections and in the same order.
  ///   - items: what came, left or moved.
  ///   - sections: what came, left or moved. The items of a section that came or left are among `items`.
  /// - Complexity: O(items + sections · number of sections), with a `log` for each.
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
      // At the end for now, so that each can go to its index once those before it are there.
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

import SectionedChanges

/// The places of the elements of a list. The index is filled after several lookups, because most lists are only read by
/// place.
struct PlaceIndex<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  typealias List = DataSourceUpdate<SectionID, ItemID>.Snapshot

  private var questions = 0
  /// The place that was found last, maybe in an older list. Views read one row after the other.
  private var last = ItemPlace(section: 0, item: 0)
  private var items: [ListedID<ItemID>: ItemPlace]?
  private var sections: [ListedID<SectionID>: Int]?

  /// The place of an item in the list; nil if it is not there.
  ///
  /// - Parameters:
  ///   - list: the list. It must be the same in all calls until ``reset()``.
  ///   - search: searches the list.
  /// - Complexity: O(log rows) near the place that was found last. Elsewhere O(rows) for the first calls, then O(1).
  mutating func place(of id: ListedID<ItemID>, in list: List, search: () -> ItemPlace?) -> ItemPlace? {
    let place = foundPlace(of: id, in: list, search: search)
    if let place { last = place }
    return place
  }

  /// Forgets all places. To be called when the list changes.
  mutating func reset() { (questions, items, sections) = (0, nil, nil) }

  private mutating func foundPlace(
    of id: ListedID<ItemID>, in list: List, search: () -> ItemPlace?
  ) -> ItemPlace? {
    if let items { return items[id] }
    if let near = list.places(near: last, atMost: 64).first(where: { list[$0].id == id }) { return near }
    questions += 1
    if questions <= 4 { return search() }
    var all: [ListedID<ItemID>: ItemPlace] = [:]
    all.reserveCapacity(list.numberOfItems)
    for (index, section) in list.sections.enumerated() {
      for (item, element) in section.items.enumerated() { all[element.id] = ItemPlace(section: index, item: item) }
    }
    items = all
    return all[id]
  }

  /// The index of a section in the list; nil if it is not there.
  ///
  /// - Parameter list: the list. It must be the same in all calls until ``reset()``.
  /// - Complexity: O(sections) for the first call, then O(1).
  mutating func index(ofSection id: ListedID<SectionID>, in list: List) -> Int? {
    if let sections { return sections[id] }
    let all = Dictionary(list.sections.enumerated().map { ($1.id, $0) }) { first, _ in first }
    sections = all
    return all[id]
  }
}

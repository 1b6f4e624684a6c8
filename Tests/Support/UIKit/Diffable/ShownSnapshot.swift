import SectionedChanges

/// The snapshot that a diffable data source shows, with the places of its identifiers.
struct ShownSnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  let snapshot: NSDiffableDataSourceSnapshot<Section, Item>
  private let sections: [Section: Int]
  private let places: [Item: ItemPlace]

  init(_ snapshot: NSDiffableDataSourceSnapshot<Section, Item>) {
    var shown = snapshot
    shown.reloadedItemIdentifiers = []
    shown.reloadedSectionIdentifiers = []
    shown.reconfiguredItemIdentifiers = []
    self.snapshot = shown
    var sections: [Section: Int] = [:]
    var places: [Item: ItemPlace] = [:]
    for (section, identifier) in snapshot.sections.enumerated() {
      sections[identifier] = section
      for (item, identifier) in (snapshot.items[identifier] ?? []).enumerated() {
        places[identifier] = ItemPlace(section: section, item: item)
      }
    }
    self.sections = sections
    self.places = places
  }

  var counts: [Int] { snapshot.sections.map { snapshot.items[$0]?.count ?? 0 } }

  func section(_ index: Int) -> Section? {
    snapshot.sections.indices.contains(index) ? snapshot.sections[index] : nil
  }

  func item(_ path: IndexPath) -> Item? {
    guard let items = section(path.section).flatMap({ snapshot.items[$0] }) else { return nil }
    return items.indices.contains(path.item) ? items[path.item] : nil
  }

  func index(_ section: Section) -> Int? { sections[section] }

  func path(_ item: Item) -> IndexPath? { places[item].map { IndexPath($0) } }

  /// Returns the new place of each section and item in the next snapshot.
  func update(to next: Self, of wanted: NSDiffableDataSourceSnapshot<Section, Item>) -> ListUpdate {
    let reloadedSections = Set(wanted.reloadedSectionIdentifiers)
    let reloadedItems = Set(wanted.reloadedItemIdentifiers)
    return ListUpdate(
      section: { old in
        guard let section = self.section(old), !reloadedSections.contains(section) else { return nil }
        return next.sections[section]
      },
      place: { old in
        guard let item = self.item(IndexPath(old)), !reloadedItems.contains(item) else { return nil }
        if let home = wanted.homes[item], reloadedSections.contains(home) { return nil }
        return next.places[item]
      })
  }

  /// The index paths of the items that a snapshot reconfigures.
  func reconfigured(_ wanted: NSDiffableDataSourceSnapshot<Section, Item>) -> [IndexPath] {
    wanted.reconfiguredItemIdentifiers.compactMap(path)
  }
}

import SectionedChanges

/// A mapping between the identifiers of two sources, in both directions.
@usableFromInline
struct KeyMap<Base: Hashable & Sendable, ID: Hashable & Sendable> {
  @usableFromInline
  let make: (Base) -> ID
  @usableFromInline
  let takeBack: (ID) -> Base?

  @inlinable
  init(_ make: @escaping (Base) -> ID, _ takeBack: @escaping (ID) -> Base?) {
    self.make = make
    self.takeBack = takeBack
  }

  @inlinable
  func key(_ key: ListedID<Base>) -> ListedID<ID> { ListedID(make(key.id), occurrence: key.occurrence) }

  @inlinable
  func base(_ key: ListedID<ID>) -> ListedID<Base>? {
    takeBack(key.id).map { ListedID($0, occurrence: key.occurrence) }
  }

  @inlinable
  func element(_ element: ListElement<ListedID<Base>>) -> ListElement<ListedID<ID>> {
    ListElement(key(element.id), revision: element.revision)
  }
}

extension SectionedSnapshot {
  /// Whether the list contains all new places of a change set.
  ///
  /// - Complexity: O(changes · log rows).
  @inlinable
  func holds(_ changes: SectionedChangeSet<SectionID, ItemID>) -> Bool {
    let (sections, items) = (changes.sections, changes.items)
    let indices = sections.inserted.map(\.place) + sections.moved.map(\.to) + sections.updated.map(\.new)
    let places = (items.inserted + changes.itemsBrought).map(\.place) + items.moved.map(\.to) + items.updated.map(\.new)
    return indices.allSatisfy { section($0) != nil } && places.allSatisfy { item($0) != nil }
  }

  /// Returns the same list with mapped elements.
  @inlinable
  func mapped<NewSectionID, NewItemID>(
    _ section: (ListElement<SectionID>) -> ListElement<NewSectionID>,
    _ item: (ListElement<ItemID>) -> ListElement<NewItemID>
  ) -> SectionedSnapshot<NewSectionID, NewItemID> {
    SectionedSnapshot<NewSectionID, NewItemID>(
      sections: sections.map { .init(section($0.element), items: ChunkedArray($0.items.map(item))) })
  }
}

extension SectionedChangeSet {
  /// Returns the same changes with mapped identifiers.
  @inlinable
  func mapped<NewSectionID, NewItemID>(
    _ section: (SectionID) -> NewSectionID, _ item: (ItemID) -> NewItemID
  ) -> SectionedChangeSet<NewSectionID, NewItemID> {
    SectionedChangeSet<NewSectionID, NewItemID>(
      sections: sections.mapped(section), items: items.mapped(item),
      itemsTaken: itemsTaken.map { PlacedID($0.place, item($0.id)) },
      itemsBrought: itemsBrought.map { PlacedID($0.place, item($0.id)) })
  }
}

extension ListChanges {
  @inlinable
  func mapped<NewID>(_ id: (ID) -> NewID) -> ListChanges<Place, NewID> {
    ListChanges<Place, NewID>(
      deleted: deleted.map { PlacedID($0.place, id($0.id)) }, inserted: inserted.map { PlacedID($0.place, id($0.id)) },
      moved: moved, updated: updated, renamed: renamed.map { ListRenaming(old: id($0.old), new: id($0.new)) })
  }
}

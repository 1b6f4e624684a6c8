extension SectionedChangeSet {
  /// Applies these changes to the old list. Inserted, moved and updated elements are read from `new`, all other
  /// elements from `old`.
  ///
  /// - Parameters:
  ///   - old: the list before these changes.
  ///   - new: the list after them.
  /// - Complexity: O(changes · (log changes + log rows)), and O(items of inserted sections).
  /// - Throws: ``SectionedChangeError`` if the change set does not fit `old`, naming the first wrong change:
  ///   `placeOutOfBounds`, `placeNamedTwice`, `placesOutOfOrder`, `countMismatch` or `wrongElement`.
  public func apply(
    to old: SectionedSnapshot<SectionID, ItemID>, contentOf new: SectionedSnapshot<SectionID, ItemID>
  ) throws -> SectionedSnapshot<SectionID, ItemID> {
    guard new.numberOfSections == old.numberOfSections - sections.deleted.count + sections.inserted.count else {
      throw SectionedChangeError(
        .countMismatch,
        "\(old.numberOfSections) sections, \(sections.deleted.count) deleted and \(sections.inserted.count) inserted, "
          + "are not the \(new.numberOfSections) of the new list.")
    }
    for place in items.inserted.map({ $0.place }) + itemsBrought.map({ $0.place }) + items.moved.map({ $0.to })
      + items.updated.map({ $0.new })
    where !new.holds(place) {
      throw SectionedChangeError(.placeOutOfBounds, "The new list has no item at \(place).")
    }
    return try apply(to: old, sectionAt: { new.sections[$0].element }, itemAt: { new[$0] })
  }

  /// Applies these changes to the old list. Each version of a list is created in this way from the previous one.
  ///
  /// - Parameters:
  ///   - old: the list before these changes.
  ///   - sectionAt: returns the section at an index of the new list. It is called for inserted, moved and updated
  ///     sections, in no particular order.
  ///   - itemAt: returns the item at a place in the new list. It is called for inserted, brought, moved and updated
  ///     items, in no particular order.
  /// - Returns: a list that shares unchanged parts with `old`.
  /// - Complexity: O(changes · (log changes + log rows)), and O(items of inserted sections).
  /// - Throws: ``SectionedChangeError`` if the change set does not fit `old`, naming the first wrong change:
  ///   `placeOutOfBounds`, `placeNamedTwice`, `placesOutOfOrder`, `countMismatch` or `wrongElement`.
  @inlinable
  public func apply(
    to old: SectionedSnapshot<SectionID, ItemID>,
    sectionAt: (Int) -> ListElement<SectionID>,
    itemAt: (ItemPlace) -> ListElement<ItemID>
  ) throws -> SectionedSnapshot<SectionID, ItemID> {
    var new = old
    if replayOne(on: &new, itemAt: { place, _ in itemAt(place) }) { return new }
    let check = PlaceCheck(self, old: old.counts)
    try check.run()
    return replayed(on: old, check, sectionAt: sectionAt, itemAt: itemAt)
  }

  /// Applies these changes to the old list without checking them.
  @inlinable
  func replayed(
    on old: SectionedSnapshot<SectionID, ItemID>, _ check: PlaceCheck,
    sectionAt: (Int) -> ListElement<SectionID>, itemAt: (ItemPlace) -> ListElement<ItemID>
  ) -> SectionedSnapshot<SectionID, ItemID> {
    var edited = editedItems(of: old, check.map, itemAt: itemAt)
    var replaced: [Int: SectionedSnapshot<SectionID, ItemID>.Section] = [:]
    var inserted: [(index: Int, element: SectionedSnapshot<SectionID, ItemID>.Section)] = []
    for section in sections.inserted {
      let items = (0..<check.newCount(ofSection: section.place)).map {
        itemAt(ItemPlace(section: section.place, item: $0))
      }
      inserted.append((section.place, .init(sectionAt(section.place), items: ChunkedArray(items))))
    }
    for move in sections.moved {
      let items = edited.removeValue(forKey: move.from) ?? old.sections[move.from].items
      inserted.append((move.to, .init(sectionAt(move.to), items: items)))
    }
    for (section, items) in edited { replaced[section] = .init(old.sections[section].element, items: items) }
    for update in sections.updated {
      replaced[update.old, default: old.sections[update.old]].element = sectionAt(update.new)
    }
    return SectionedSnapshot(
      sections: old.sections.editing(
        removed: (sections.deleted.map { $0.place } + sections.moved.map { $0.from }).sorted(),
        replaced: replaced.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
        inserted: inserted.sorted { $0.index < $1.index }))
  }

  /// The new items of each surviving section whose items changed, by the section's old index.
  @inlinable
  func editedItems(
    of old: SectionedSnapshot<SectionID, ItemID>, _ map: PlaceMap, itemAt: (ItemPlace) -> ListElement<ItemID>
  ) -> [Int: ChunkedArray<ListElement<ItemID>>] {
    var edits: [Int: ItemEdits<ItemID>] = [:]
    for deletion in items.deleted {
      edits[deletion.place.section, default: .init()].removed.append(deletion.place.item)
    }
    for update in items.updated {
      edits[update.old.section, default: .init()].replaced.append((update.old.item, itemAt(update.new)))
    }
    for move in items.moved where map.newSection(ofOld: move.from.section) != nil {
      edits[move.from.section, default: .init()].removed.append(move.from.item)
    }
    for place in items.inserted.map({ $0.place }) + items.moved.map({ $0.to }) {
      guard let section = map.oldSection(ofNew: place.section) else { continue }
      edits[section, default: .init()].inserted.append((place.item, itemAt(place)))
    }
    var result: [Int: ChunkedArray<ListElement<ItemID>>] = [:]
    for (section, edits) in edits {
      result[section] = old.sections[section].items.editing(
        removed: edits.removed.sorted(), replaced: edits.replaced,
        inserted: edits.inserted.sorted { $0.index < $1.index })
    }
    return result
  }
}

/// The changes to the items of one section.
@usableFromInline
struct ItemEdits<ItemID: Hashable & Sendable> {
  @usableFromInline var removed: [Int] = []
  @usableFromInline var replaced: [(index: Int, element: ListElement<ItemID>)] = []
  @usableFromInline var inserted: [(index: Int, element: ListElement<ItemID>)] = []

  @inlinable
  init() {}
}

import SectionedChanges

/// A batch that a view has accepted, as a map from old to new places.
struct ListUpdate {
  let batch: ViewBatch
  /// Returns the new index of a section; nil if the section was deleted or reloaded.
  let section: (Int) -> Int?
  /// Returns the new place of an item; nil if the item was deleted or reloaded.
  let place: (ItemPlace) -> ItemPlace?

  /// Makes an update from closures that return new places.
  init(section: @escaping (Int) -> Int?, place: @escaping (ItemPlace) -> ItemPlace?) {
    batch = ViewBatch()
    self.section = section
    self.place = place
  }

  init(_ batch: ViewBatch) {
    self.batch = batch
    let map = PlaceMap(Self.changes(batch))
    let reloadedSections = Set(batch.reloadedSections)
    let reloadedItems = Set(batch.reloadedItems)
    section = { reloadedSections.contains($0) ? nil : map.newSection(ofOld: $0) }
    place = { old in
      if reloadedItems.contains(old) || reloadedSections.contains(old.section) { return nil }
      return map.newPlace(ofOld: old)
    }
  }

  private static func changes(_ batch: ViewBatch) -> SectionedChangeSet<Int, Int> {
    let deleted = Set(batch.deletedSections)
    let inserted = Set(batch.insertedSections)
    var changes = SectionedChangeSet<Int, Int>()
    changes.sections.deleted = batch.deletedSections.sorted().map { PlacedID($0, 0) }
    changes.sections.inserted = batch.insertedSections.sorted().map { PlacedID($0, 0) }
    changes.sections.moved = batch.movedSections.sorted { $0.from < $1.from }
      .map { ListMove(from: $0.from, to: $0.to, keys: nil) }
    changes.items.deleted = batch.deletedItems.filter { !deleted.contains($0.section) }.sorted()
      .map { PlacedID($0, 0) }
    changes.items.inserted = batch.insertedItems.filter { !inserted.contains($0.section) }.sorted()
      .map { PlacedID($0, 0) }
    changes.items.moved = batch.movedItems.sorted { $0.from < $1.from }
      .map { ListMove(from: $0.from, to: $0.to, keys: nil) }
    return changes
  }

  /// The new index path of an item; nil if the item was deleted or reloaded.
  func path(_ old: IndexPath) -> IndexPath? { place(old.place).map { IndexPath($0) } }
}

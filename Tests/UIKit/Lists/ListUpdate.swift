import SectionedChanges

/// A batch that a view accepted: where everything stands now.
struct ListUpdate {
  let batch: ViewBatch
  /// Where a section is now; nil where it was deleted or reloaded.
  let section: (Int) -> Int?
  /// Where an item is now; nil where it was deleted or reloaded.
  let place: (ItemPlace) -> ItemPlace?

  /// An update that is known by where everything goes.
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

  /// Where an item is now; nil where it was deleted or reloaded.
  func path(_ old: IndexPath) -> IndexPath? { place(old.place).map { IndexPath($0) } }
}

import SectionedChanges
import SectionedFetchedResults

/// A step of a list, with the rows whose looks may have changed.
struct NeighborStep<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  /// The names of the rows that were deleted or renamed.
  let left: [ListedID<ItemID>]
  /// The new places of the rows that were inserted, moved or changed, and of their former and present neighbors.
  private(set) var examined: Set<ItemPlace> = []
  private let changes: Update.ChangeSet
  private let map: PlaceMap

  /// - Parameters:
  ///   - changes: the changes from the old list to the new one.
  ///   - old: the list before the step.
  ///   - new: the list after the step.
  ///   - crosses: whether the last row of a section and the first of the next one are neighbors.
  /// - Complexity: O(changes · log rows), and O(sections) for each change if sections are crossed.
  init(_ changes: Update.ChangeSet, from old: Update.Snapshot, to new: Update.Snapshot, _ crosses: Bool) {
    self.changes = changes
    map = PlaceMap(changes)
    left = changes.deletedItemIDs + changes.items.renamed.map(\.old)
    for place in changes.items.deleted.map(\.place) + changes.itemsTaken.map(\.place) + changes.items.moved.map(\.from)
    {
      noteLeft(place, in: old, crosses)
    }
    let came = changes.items.inserted.map(\.place) + changes.itemsBrought.map(\.place)
    for place in came + changes.items.moved.map(\.to) + changes.items.updated.map(\.new) {
      note(place, in: new, crosses)
    }
    guard crosses else { return }
    for move in changes.sections.moved {
      for place in old.ends(ofSection: move.from) { noteLeft(place, in: old, crosses) }
      for place in new.ends(ofSection: move.to) { note(place, in: new, crosses) }
    }
  }

  /// Adds a row of the new list and its neighbors to ``examined``.
  private mutating func note(_ place: ItemPlace, in new: Update.Snapshot, _ crosses: Bool) {
    examined.insert(place)
    if let before = new.place(before: place, crosses) { examined.insert(before) }
    if let after = new.place(after: place, crosses) { examined.insert(after) }
  }

  /// Adds to ``examined`` the former neighbors of a row that was deleted or moved.
  private mutating func noteLeft(_ place: ItemPlace, in old: Update.Snapshot, _ crosses: Bool) {
    for neighbor in [old.place(before: place, crosses), old.place(after: place, crosses)] {
      if let now = neighbor.flatMap({ map.newPlace(ofOld: $0) }) { examined.insert(now) }
    }
  }

  /// Returns the new list and the least changes to it, with updates of rows whose looks changed.
  ///
  /// - Parameters:
  ///   - newLooks: the new places of the rows whose looks changed.
  ///   - old: the list before the step.
  ///   - new: the list after the step, with the revisions of the base.
  ///   - revision: the revision of the rows that were inserted, or that changed in content or look.
  /// - Returns: nil if the changes do not fit the lists, or rename elements.
  func made(
    updating newLooks: [ItemPlace], from old: Update.Snapshot, to new: Update.Snapshot, revision: Int
  ) -> (snapshot: Update.Snapshot, changes: Update.ChangeSet)? {
    // The least changes may move other rows than the base's changes, because moving a row that changed costs nothing
    // more.
    guard changes.items.renamed.isEmpty, changes.sections.renamed.isEmpty,
      let least = try? touches(updating: newLooks, in: new).changeSet(old: old.counts, new: new.counts)
    else { return nil }
    let revised = Set(newLooks + changes.revisedItems)
    let kept = changes.unchangedMoves.sections
    let snapshot = try? least.apply(
      to: old, sectionAt: { index in kept[index].map { old.sections[$0].element } ?? new.sections[index].element },
      itemAt: { place in
        if !revised.contains(place), let before = map.oldPlace(ofNew: place) { return old[before] }
        return ListElement(new[place].id, revision: revision)
      })
    return snapshot.map { ($0, least) }
  }

  private func touches(
    updating newLooks: [ItemPlace], in new: Update.Snapshot
  ) -> ChangeSetBuilder<ListedID<SectionID>, ListedID<ItemID>> {
    var builder = ChangeSetBuilder<ListedID<SectionID>, ListedID<ItemID>>()
    for section in changes.sections.deleted { builder.touchSection(section.id, old: section.place, new: nil) }
    for section in changes.sections.inserted { builder.touchSection(section.id, old: nil, new: section.place) }
    func touch(section: Int, _ old: Int, _ keys: Set<String>?) {
      builder.touchSection(new.sections[section].id, old: old, new: section, isRevised: keys != [], keys: keys)
    }
    for move in changes.sections.moved { touch(section: move.to, move.from, move.keys) }
    for update in changes.sections.updated { touch(section: update.new, update.old, update.keys) }

    for item in changes.items.deleted + changes.itemsTaken { builder.touchItem(item.id, old: item.place, new: nil) }
    for item in changes.items.inserted + changes.itemsBrought { builder.touchItem(item.id, old: nil, new: item.place) }
    var rest = Set(newLooks)
    for move in changes.items.moved {
      let isOther = rest.remove(move.to) != nil
      let keys = isOther && move.keys == [] ? nil : move.keys
      builder.touchItem(new[move.to].id, old: move.from, new: move.to, isRevised: keys != [], keys: keys)
    }
    for update in changes.items.updated {
      rest.remove(update.new)
      builder.touchItem(new[update.new].id, old: update.old, new: update.new, isRevised: true, keys: update.keys)
    }
    for place in rest {
      if let before = map.oldPlace(ofNew: place) {
        builder.touchItem(new[place].id, old: before, new: place, isRevised: true)
      }
    }
    return builder
  }
}

extension SectionedChangeSet {
  /// The new places of the items whose content changed.
  fileprivate var revisedItems: [ItemPlace] {
    items.updated.map(\.new) + items.moved.filter { $0.keys != [] }.map(\.to)
  }
}

extension SectionedSnapshot {
  /// The place of the row before a place; nil if there is none.
  ///
  /// - Parameter crosses: whether that row may be in an earlier section.
  func place(before place: ItemPlace, _ crosses: Bool) -> ItemPlace? {
    if place.item > 0 { return ItemPlace(section: place.section, item: place.item - 1) }
    guard crosses else { return nil }
    let section = (0..<place.section).last { numberOfItems(inSection: $0) > 0 }
    return section.map { ItemPlace(section: $0, item: numberOfItems(inSection: $0) - 1) }
  }

  /// The place of the row after a place; nil if there is none.
  ///
  /// - Parameter crosses: whether that row may be in a later section.
  func place(after place: ItemPlace, _ crosses: Bool) -> ItemPlace? {
    if place.item + 1 < numberOfItems(inSection: place.section) {
      return ItemPlace(section: place.section, item: place.item + 1)
    }
    guard crosses else { return nil }
    let section = (place.section + 1..<numberOfSections).first { numberOfItems(inSection: $0) > 0 }
    return section.map { ItemPlace(section: $0, item: 0) }
  }

  /// The places of the first and of the last row of a section; empty if the section is empty.
  fileprivate func ends(ofSection section: Int) -> [ItemPlace] {
    let count = numberOfItems(inSection: section)
    return count == 0 ? [] : [ItemPlace(section: section, item: 0), ItemPlace(section: section, item: count - 1)]
  }
}

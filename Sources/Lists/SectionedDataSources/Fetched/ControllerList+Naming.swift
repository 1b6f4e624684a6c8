import CoreData
import SectionedChanges

extension ControllerList {
  /// Converts changes of the controller's list to the identities that the source shows. Deleted items get the
  /// identities of the old list, inserted items those of the new list.
  ///
  /// - Returns: the changes; nil if a deleted item was not in the old list.
  func named(_ changes: Changes, after old: Update.Snapshot) -> NamedChanges? {
    guard let deleted = before(changes.items.deleted, in: old), let taken = before(changes.itemsTaken, in: old) else {
      return nil
    }
    var result = Update.ChangeSet()
    (result.items.moved, result.items.updated) = (changes.items.moved, changes.items.updated)
    (result.items.deleted, result.items.inserted) = (deleted, now(changes.items.inserted))
    if changes.one == nil {
      result.sections.deleted = changes.sections.deleted.map { PlacedID($0.place, named($0.id)) }
      result.sections.inserted = changes.sections.inserted.map { PlacedID($0.place, named($0.id)) }
      (result.sections.moved, result.sections.updated) = (changes.sections.moved, changes.sections.updated)
      (result.itemsTaken, result.itemsBrought) = (taken, now(changes.itemsBrought))
    }
    if isOfUser(changes) { result = least(result, from: old) }
    return StepChanges(result)
  }

  private func before(
    _ items: [PlacedID<ItemPlace, NSManagedObjectID>], in old: Update.Snapshot
  ) -> [PlacedID<ItemPlace, ListedID<ItemID>>]? {
    if items.isEmpty { return [] }
    let found = items.compactMap { item in old.item(item.place).map { PlacedID(item.place, $0.id) } }
    return found.count == items.count ? found : nil
  }

  private func now(
    _ items: [PlacedID<ItemPlace, NSManagedObjectID>]
  ) -> [PlacedID<ItemPlace, ListedID<ItemID>>] {
    if items.isEmpty { return [] }
    return items.map { PlacedID($0.place, ListedID(reading.itemID($0.place, &ids))) }
  }

  /// Whether changes may be a move by the user. Such changes name the moved element, even if moving another element
  /// would be a smaller change.
  private func isOfUser(_ changes: Changes) -> Bool {
    changes.count == 1 && (changes.items.moved.first?.keys == [] || changes.sections.moved.first?.keys == [])
  }

  /// Returns the smallest changes with the same effect as a move by the user.
  private func least(_ changes: Update.ChangeSet, from old: Update.Snapshot) -> Update.ChangeSet {
    var builder = ChangeSetBuilder<ListedID<NSManagedObjectID?>, ListedID<ItemID>>()
    var counts = old.counts
    if let move = changes.items.moved.first {
      builder.touchItem(old[move.from].id, old: move.from, new: move.to)
      counts.items = { section in
        let (left, came) = (move.from.section == section ? 1 : 0, move.to.section == section ? 1 : 0)
        return old.numberOfItems(inSection: section) - left + came
      }
    } else if let move = changes.sections.moved.first {
      builder.touchSection(old.sections[move.from].id, old: move.from, new: move.to)
      counts.items = { section in
        if section == move.to { return old.numberOfItems(inSection: move.from) }
        let rest = section > move.to ? section - 1 : section
        return old.numberOfItems(inSection: rest >= move.from ? rest + 1 : rest)
      }
    }
    return (try? builder.changeSet(old: old.counts, new: counts)) ?? changes
  }
}

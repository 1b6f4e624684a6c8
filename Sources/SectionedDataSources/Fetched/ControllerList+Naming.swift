import CoreData
import SectionedChanges

extension ControllerList {
  /// The same changes by the names of the source: of what went, those that the list before has; of what came, those that
  /// the list has now.
  func named(_ changes: Changes, after old: Update.Snapshot) -> Update.ChangeSet? {
    guard changes.items.deleted.allSatisfy({ old.item($0.place) != nil }),
      changes.itemsTaken.allSatisfy({ old.item($0.place) != nil })
    else { return nil }
    func before(_ items: [PlacedID<ItemPlace, NSManagedObjectID>]) -> [PlacedID<ItemPlace, ListedID<ItemID>>] {
      items.map { PlacedID($0.place, old[$0.place].id) }
    }
    func now(_ items: [PlacedID<ItemPlace, NSManagedObjectID>]) -> [PlacedID<ItemPlace, ListedID<ItemID>>] {
      items.map { PlacedID($0.place, ListedID(reading.itemID($0.place, &ids))) }
    }
    var result = Update.ChangeSet()
    (result.items.moved, result.items.updated) = (changes.items.moved, changes.items.updated)
    (result.items.deleted, result.items.inserted) = (before(changes.items.deleted), now(changes.items.inserted))
    if changes.one != nil { return least(result, from: old) }
    result.sections.deleted = changes.sections.deleted.map { PlacedID($0.place, named($0.id)) }
    result.sections.inserted = changes.sections.inserted.map { PlacedID($0.place, named($0.id)) }
    (result.sections.moved, result.sections.updated) = (changes.sections.moved, changes.sections.updated)
    (result.itemsTaken, result.itemsBrought) = (before(changes.itemsTaken), now(changes.itemsBrought))
    return least(result, from: old)
  }

  /// The least changes for what a controller reports. A move of the user's names what the user moved, also where the
  /// move of another element is the least.
  private func least(_ changes: Update.ChangeSet, from old: Update.Snapshot) -> Update.ChangeSet {
    guard changes.items.moved.first?.keys == [] || changes.sections.moved.first?.keys == [], changes.count == 1
    else { return changes }
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

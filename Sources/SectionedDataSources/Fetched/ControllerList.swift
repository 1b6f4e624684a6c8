import CoreData
import SectionedChanges
import SectionedFetchedResults

/// The list of a controller, by names that last, and what led to it since the last step of the source that shows it.
///
/// It is read at the places that the controller names. So the controller keeps no snapshot for it: of an event there is
/// one new version of the list, this one.
final class ControllerList<ItemID: Hashable & Sendable>: ListReader {
  typealias Core = SourceCore<NSManagedObjectID?, ItemID>
  typealias Update = Core.Update
  typealias Changes = SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>

  /// What is shown, as a controller has it. It keeps the controller alive.
  struct Reading {
    let sectionCount: () -> Int
    let sectionID: (Int) -> NSManagedObjectID?
    let itemID: (ItemPlace, inout FirstIDs) -> ItemID
    /// The items of a section, with a revision.
    let items: (Int, Int, inout FirstIDs) -> ChunkedArray<ListElement<ListedID<ItemID>>>
    /// Whether an item keeps its name when its object gets another identifier.
    let namesLast: Bool
  }

  /// Whether the next version is the user's move.
  var isMovedByUser: () -> Bool = { false }

  private var ids = FirstIDs()
  private let reading: Reading
  private unowned let core: Core
  /// What happened since the source's last step.
  private var waiting: (snapshot: Update.Snapshot, changes: Update.ChangeSet, isMove: Bool)?
  /// Of what came or changed last.
  private var revision = 0
  /// Whether items have got other names.
  private var isRenamed = false
  /// Takes a change. As a closure, as in ``SourceCore``: it is compiled for the items' names.
  private let following: (ControllerList, Changes?) -> Void

  /// Reads the list as it is now into the core of the source that shows it, which owns this one.
  ///
  /// - Complexity: O(rows).
  init(_ reading: Reading, for core: Core, phase: LoadingPhase? = nil) {
    (self.reading, self.core) = (reading, core)
    following = { list, changes in list.core.perform { list.follow(changes) } }
    core.begin(with: whole(), phase: phase)
  }

  /// The identifier that an object has now.
  func current(of id: NSManagedObjectID) -> NSManagedObjectID { ids.current(of: ids.first(of: id)) }

  /// The identity of an object's identifier.
  private func named(_ id: NSManagedObjectID?) -> ListedID<NSManagedObjectID?> {
    ListedID(id.map { ids.first(of: $0) })
  }

  /// Takes what happened since the last step.
  ///
  /// - Returns: what leads to the list, and whether that is the user's move; nil when nothing happened.
  func take() -> (snapshot: Update.Snapshot, changes: Update.ChangeSet, isMove: Bool)? {
    defer { waiting = nil }
    return waiting
  }

  /// Whether the source shows what the controller shows.
  var isInStep: Bool { waiting == nil && !isRenamed }

  func listDidChange() {}

  func objectsWereRenamed(_ changes: Changes) {
    for renaming in changes.items.renamed { ids.rename(renaming.old, to: renaming.new) }
    for renaming in changes.sections.renamed {
      if let old = renaming.old, let new = renaming.new { ids.rename(old, to: new) }
    }
    if !reading.namesLast, !changes.items.renamed.isEmpty { isRenamed = true }
  }

  func listDidChange(by changes: Changes?) {
    following(self, changes)
  }

  private func follow(_ changes: Changes?) {
    if !isRenamed, changes?.isEmpty == true { return }
    revision += 1
    let old = waiting?.snapshot ?? core.snapshot
    let next = (isRenamed ? nil : changes.flatMap { step($0, after: old) }) ?? difference(from: old)
    isRenamed = false
    let isMove = isMovedByUser()
    if let before = waiting {
      let both = Update.changes(before.changes, then: next.changes, from: core.snapshot, to: next.snapshot)
      waiting = (next.snapshot, both, before.isMove && isMove)
    } else {
      waiting = (next.snapshot, next.changes, isMove)
    }
    core.setNeedsSettling()
  }
}

extension ControllerList {
  /// What the controller reported as a step; nil where it does not fit.
  private func step(
    _ changes: Changes, after old: Update.Snapshot
  ) -> (snapshot: Update.Snapshot, changes: Update.ChangeSet)? {
    guard let changes = named(changes, after: old) else { return nil }
    let still = changes.unchangedMoves
    let new = try? changes.apply(
      to: old,
      sectionAt: { index in
        let unchanged = still.sections[index].map { old.sections[$0].element.revision }
        return ListElement(named(reading.sectionID(index)), revision: unchanged ?? revision)
      },
      itemAt: { place in
        let unchanged = still.items[place].map { old[$0].revision }
        return ListElement(ListedID(reading.itemID(place, &ids)), revision: unchanged ?? revision)
      })
    return new.map { ($0, changes) }
  }

  private func difference(
    from old: Update.Snapshot
  ) -> (snapshot: Update.Snapshot, changes: Update.ChangeSet) {
    let new = whole()
    return (new, (try? Update.ChangeSet(from: old, to: new)) ?? Update.ChangeSet())
  }

  /// The controller's list. A revision is that of the newest change: what is there may be another one now.
  private func whole() -> Update.Snapshot {
    Update.Snapshot(
      sections: (0..<reading.sectionCount()).lazy.map { [self] index in
        .init(
          ListElement(named(reading.sectionID(index)), revision: revision),
          items: reading.items(index, revision, &ids))
      })
  }

  /// The same changes by the names of the source: of what went, those that the list before has; of what came, those that
  /// the list has now.
  private func named(_ changes: Changes, after old: Update.Snapshot) -> Update.ChangeSet? {
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
    result.sections.deleted = changes.sections.deleted.map { PlacedID($0.place, named($0.id)) }
    result.sections.inserted = changes.sections.inserted.map { PlacedID($0.place, named($0.id)) }
    (result.sections.moved, result.sections.updated) = (changes.sections.moved, changes.sections.updated)
    (result.items.deleted, result.items.inserted) = (before(changes.items.deleted), now(changes.items.inserted))
    (result.items.moved, result.items.updated) = (changes.items.moved, changes.items.updated)
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

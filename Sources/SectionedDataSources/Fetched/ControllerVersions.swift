import CoreData
import SectionedChanges
import SectionedFetchedResults

/// The versions of a controller's list, by the identities of its objects, in the order in which they came.
final class ControllerVersions: ListReader {
  typealias Update = DataSourceUpdate<NSManagedObjectID?, NSManagedObjectID>
  private typealias Source = SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>

  /// The controller shows another list.
  var listChanged: () -> Void = {}
  /// Whether the next version is the user's move.
  var isMovedByUser: () -> Bool = { false }

  private var ids = FirstIDs()
  private var waiting: [(update: SectionedFetchedResultsUpdate, isMovedByUser: Bool)] = []
  /// What is added to the controller's revisions: after a fetch that leads from nowhere it begins with 0 again.
  private var revisionBase = 0
  private var lastRevision = 0

  /// Whether there are versions that were not taken.
  var areWaiting: Bool { !waiting.isEmpty }

  func listDidChange() { listChanged() }

  func received(_ update: SectionedFetchedResultsUpdate) {
    let changes = update.changes
    for renaming in changes?.items.renamed ?? [] { ids.rename(renaming.old, to: renaming.new) }
    for renaming in changes?.sections.renamed ?? [] {
      if let old = renaming.old, let new = renaming.new { ids.rename(old, to: new) }
    }
    // The list is the same where objects got other identifiers.
    if let changes, !changes.items.renamed.isEmpty || !changes.sections.renamed.isEmpty { return }
    waiting.append((update, isMovedByUser()))
  }

  /// The snapshot to begin with.
  func begin(with snapshot: SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>) -> Update.Snapshot {
    named(snapshot)
  }

  /// The identifier that an object has now.
  func current(of id: NSManagedObjectID) -> NSManagedObjectID { ids.current(of: ids.first(of: id)) }

  /// Takes the versions that wait.
  ///
  /// - Parameter old: the version before them.
  /// - Returns: what leads to the last one, and whether that is the user's move; nil when there are none.
  /// - Complexity: O(changes · log rows); O(rows) for a version to which nothing leads.
  func take(after old: Update.Snapshot) -> (snapshot: Update.Snapshot, changes: Update.ChangeSet, isMove: Bool)? {
    guard !waiting.isEmpty else { return nil }
    let versions = waiting
    waiting = []
    var (snapshot, changes) = (old, Update.ChangeSet())
    for version in versions {
      let (next, step) = self.next(version.update, after: snapshot)
      changes = Update.changes(changes, then: step, from: old, to: next)
      snapshot = next
    }
    return (snapshot, changes, versions.allSatisfy(\.isMovedByUser))
  }

  private func next(
    _ update: SectionedFetchedResultsUpdate, after old: Update.Snapshot
  ) -> (Update.Snapshot, Update.ChangeSet) {
    lastRevision = max(lastRevision, revisionBase + update.version)
    if let changes = update.changes {
      let changes = least(named(changes), from: old)
      let new = try? changes.apply(
        to: old, sectionAt: { self.named(update.snapshot.sections[$0].element) },
        itemAt: { self.named(update.snapshot[$0]) })
      if let new { return (new, changes) }
    }
    // What was there may be another one now: the list is taken whole.
    revisionBase = lastRevision + 1
    let new = named(update.snapshot)
    return (new, (try? Update.ChangeSet(from: old, to: new)) ?? Update.ChangeSet())
  }
}

extension ControllerVersions {
  /// The least changes for what a controller reports. A move of the user's names what the user moved, also where the
  /// move of another element is the least.
  private func least(_ changes: Update.ChangeSet, from old: Update.Snapshot) -> Update.ChangeSet {
    guard changes.count == 1 else { return changes }
    var builder = ChangeSetBuilder<ListedID<NSManagedObjectID?>, ListedID<NSManagedObjectID>>()
    var counts = old.counts
    if let move = changes.items.moved.first, move.keys == [] {
      builder.touchItem(old[move.from].id, old: move.from, new: move.to)
      counts.items = { section in
        let (left, came) = (move.from.section == section ? 1 : 0, move.to.section == section ? 1 : 0)
        return old.numberOfItems(inSection: section) - left + came
      }
    } else if let move = changes.sections.moved.first, move.keys == [] {
      builder.touchSection(old.sections[move.from].id, old: move.from, new: move.to)
      counts.items = { section in
        if section == move.to { return old.numberOfItems(inSection: move.from) }
        let rest = section > move.to ? section - 1 : section
        return old.numberOfItems(inSection: rest >= move.from ? rest + 1 : rest)
      }
    } else {
      return changes
    }
    return (try? builder.changeSet(old: old.counts, new: counts)) ?? changes
  }

  private func named(_ id: NSManagedObjectID?) -> ListedID<NSManagedObjectID?> {
    ListedID(id.map { ids.first(of: $0) })
  }

  private func named(_ id: NSManagedObjectID) -> ListedID<NSManagedObjectID> { ListedID(ids.first(of: id)) }

  private func named(_ element: ListElement<NSManagedObjectID>) -> ListElement<ListedID<NSManagedObjectID>> {
    ListElement(named(element.id), revision: element.revision + revisionBase)
  }

  private func named(_ element: ListElement<NSManagedObjectID?>) -> ListElement<ListedID<NSManagedObjectID?>> {
    ListElement(named(element.id), revision: element.revision + revisionBase)
  }

  private func named(_ snapshot: SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>) -> Update.Snapshot {
    Update.Snapshot(
      sections: snapshot.sections.map { section in
        Update.Snapshot.Section(named(section.element), items: ChunkedArray(section.items.map { named($0) }))
      })
  }

  private func named(_ changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>) -> Update.ChangeSet {
    var result = Update.ChangeSet()
    result.sections.deleted = changes.sections.deleted.map { PlacedID($0.place, named($0.id)) }
    result.sections.inserted = changes.sections.inserted.map { PlacedID($0.place, named($0.id)) }
    (result.sections.moved, result.sections.updated) = (changes.sections.moved, changes.sections.updated)
    result.items.deleted = changes.items.deleted.map { PlacedID($0.place, named($0.id)) }
    result.items.inserted = changes.items.inserted.map { PlacedID($0.place, named($0.id)) }
    (result.items.moved, result.items.updated) = (changes.items.moved, changes.items.updated)
    result.itemsTaken = changes.itemsTaken.map { PlacedID($0.place, named($0.id)) }
    result.itemsBrought = changes.itemsBrought.map { PlacedID($0.place, named($0.id)) }
    return result
  }
}

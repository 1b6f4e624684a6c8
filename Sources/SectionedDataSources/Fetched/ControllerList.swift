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

  typealias Told = StepChanges<NSManagedObjectID?, ItemID>

  /// What leads from the list of the source to the controller's.
  private struct Waiting {
    /// The list after it; nil for a change of one item, which is made in the source's own list.
    let snapshot: Update.Snapshot?
    let changed: Told
    let isMove: Bool
  }

  /// Whether the next version is the user's move.
  @exclusivity(unchecked) var isMovedByUser = false

  var ids = FirstIDs()
  let reading: Reading
  private unowned let core: Core
  private let context: NSManagedObjectContext
  /// The events of the context: each is one step, together with those of all other sources there.
  private var events: ContextEvents?
  /// What happened since the source's last step.
  @exclusivity(unchecked) private var waiting: Waiting?
  /// Of what came or changed last.
  @exclusivity(unchecked) private var revision = 0
  /// Whether items have got other names.
  @exclusivity(unchecked) private var isRenamed = false
  /// Takes a change. As a closure, as in ``SourceCore``: it is compiled for the items' names.
  private let following: (ControllerList, Changes?) -> Void

  /// Reads the list as it is now into the core of the source that shows it, which owns this one.
  ///
  /// - Parameters:
  ///   - context: the controller's.
  ///   - isFetched: whether the controller follows the context already.
  /// - Complexity: O(rows).
  init(
    _ reading: Reading, for core: Core, in context: NSManagedObjectContext, isFetched: Bool, phase: LoadingPhase? = nil
  ) {
    (self.reading, self.core, self.context) = (reading, core, context)
    following = { list, changes in
      let core = list.core
      core.perform { list.follow(changes, in: core) }
    }
    core.begin(with: whole(), phase: phase)
    if isFetched { followEvents() }
  }

  /// Has the steps be those of the context's events. On the context's queue, elsewhere than which a source may be made.
  private func followEvents() {
    let events = ContextEvents.of(context)
    self.events = events
    core.gathering = events.gathering
    events.noteNewList()
  }

  /// The identifier that an object has now.
  func current(of id: NSManagedObjectID) -> NSManagedObjectID { ids.current(of: ids.first(of: id)) }

  /// The identity of an object's identifier.
  func named(_ id: NSManagedObjectID?) -> ListedID<NSManagedObjectID?> {
    ListedID(id.map { ids.first(of: $0) })
  }

  /// The step that leads to the controller's list. Whoever asks for it takes it.
  ///
  /// - Parameter core: the one that asks.
  /// - Returns: nil when nothing happened since the last one.
  func step(of core: Core, phase: LoadingPhase? = nil) -> Core.Step? {
    guard let waiting else { return nil }
    self.waiting = nil
    let origin = waiting.isMove ? UpdateOrigin.user : .program
    if waiting.snapshot == nil {
      let changed = waiting.changed
      let step = core.change(changed, phase: phase, origin: origin) { item(after: changed, $1) }
      if let step { return step }
    }
    let next = applied(waiting)
    return .init(snapshot: next.snapshot, changes: next.changes, phase: phase, origin: origin)
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
    // With a fetch come lists that follow the context behind those before.
    if changes == nil || events == nil { followEvents() }
    following(self, changes)
  }

  private func follow(_ changes: Changes?, in core: Core) {
    if !isRenamed, changes?.isEmpty == true { return }
    let before = waiting.map { (list: applied($0), isMove: $0.isMove) }
    revision += 1
    let old = before?.list.snapshot ?? core.snapshot
    let told = if let changes, !isRenamed { named(changes, after: old) } else { nil as Told? }
    isRenamed = false
    if before == nil, let told, told.one != nil {
      waiting = Waiting(snapshot: nil, changed: told, isMove: isMovedByUser)
    } else {
      var next = told.flatMap { step($0.changes, after: old) } ?? difference(from: old)
      if let before {
        next.changes = Update.changes(before.list.changes, then: next.changes, from: core.snapshot, to: next.snapshot)
      }
      waiting = Waiting(
        snapshot: next.snapshot, changed: StepChanges(next.changes), isMove: isMovedByUser && before?.isMove != false)
    }
    core.setNeedsSettling()
  }
}

extension ControllerList {
  /// What waits, as a list of its own.
  private func applied(_ waiting: Waiting) -> (snapshot: Update.Snapshot, changes: Update.ChangeSet) {
    let changes = waiting.changed.changes
    if let snapshot = waiting.snapshot { return (snapshot, changes) }
    var list = core.snapshot
    let isOne = changes.replayOne(on: &list) { item(after: waiting.changed, $1) }
    return isOne ? (list, changes) : difference(from: core.snapshot)
  }

  /// The one item that changes change, which has its name for as long as it is in the list.
  private func item(
    after changed: Told, _ before: ListElement<ListedID<ItemID>>?
  ) -> ListElement<ListedID<ItemID>> {
    if let before { return changed.one?.moved?.keys == [] ? before : ListElement(before.id, revision: revision) }
    return ListElement(changed.changes.items.inserted[0].id, revision: revision)
  }

  /// What the controller reported, by the source's names, as a step; nil where it does not fit.
  private func step(
    _ changes: Update.ChangeSet, after old: Update.Snapshot
  ) -> (snapshot: Update.Snapshot, changes: Update.ChangeSet)? {
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
}

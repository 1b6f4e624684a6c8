import CoreData
import SectionedChanges
import SectionedFetchedResults

/// The list of a controller by identities that do not change, and its changes since the last step of the source.
///
/// The list reads elements at the places that the controller's changes name. So the controller keeps no snapshot of its
/// own, and an event makes only one new snapshot, in this list.
final class ControllerList<ItemID: Hashable & Sendable>: ListReader {
  typealias Core = SourceCore<NSManagedObjectID?, ItemID>
  typealias Update = Core.Update
  typealias Changes = SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>

  /// Closures that read the controller's list. They retain the controller.
  struct Reading {
    let sectionCount: () -> Int
    let sectionID: (Int) -> NSManagedObjectID?
    let itemID: (ItemPlace, inout FirstIDs) -> ItemID
    /// Returns the items of a section as elements with a revision.
    let items: (Int, Int, inout FirstIDs) -> ChunkedArray<ListElement<ListedID<ItemID>>>
    /// Whether an item keeps its identity when its object gets another identifier.
    let namesLast: Bool
  }

  /// The changes of a step, by the identities that the source shows.
  typealias NamedChanges = StepChanges<NSManagedObjectID?, ItemID>

  /// The changes from the source's list, as of its last step, to the controller's list.
  private struct Waiting {
    /// The list after the changes; nil for a change of one item, which the source applies to its list in place.
    let snapshot: Update.Snapshot?
    let changed: NamedChanges
    let isMove: Bool
  }

  /// Whether the next changes are a move by the user.
  @exclusivity(unchecked) var isMovedByUser = false

  var ids = FirstIDs()
  let reading: Reading
  private unowned let core: Core
  private let context: NSManagedObjectContext
  /// The events of the context. All sources on the context take one step together for each event.
  private var events: ContextEvents?
  /// The changes since the source's last step.
  @exclusivity(unchecked) private var waiting: Waiting?
  /// The revision of the elements that were inserted or changed last.
  @exclusivity(unchecked) private var revision = 0
  /// Whether items have got other identities since the last step.
  @exclusivity(unchecked) private var isRenamed = false
  /// Follows a change. A stored closure, as in ``SourceCore``, because it is specialized for the type of item
  /// identifiers.
  private let following: (ControllerList, Changes?) -> Void

  /// Makes the list, and sets the controller's current list as the list of the source's core.
  ///
  /// - Parameters:
  ///   - reading: reads the controller's list.
  ///   - core: the core of the source, which owns this object.
  ///   - context: the controller's context.
  ///   - isFetched: whether the controller already follows the context.
  ///   - phase: the phase of the core from now on; nil for its present one.
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

  /// Takes part in the context's events, so that each event is one step. Runs on the context's queue, because a source
  /// may be made on another queue.
  private func followEvents() {
    let events = ContextEvents.of(context)
    self.events = events
    core.gathering = events.gathering
    events.noteNewList()
  }

  /// Returns the present identifier of an object.
  func current(of id: NSManagedObjectID) -> NSManagedObjectID { ids.current(of: ids.first(of: id)) }

  /// Returns the identity of the object that has an identifier, or had it.
  func named(_ id: NSManagedObjectID?) -> ListedID<NSManagedObjectID?> {
    ListedID(id.map { ids.first(of: $0) })
  }

  /// Makes the step from the source's list to the controller's list, and removes the waiting changes.
  ///
  /// - Parameters:
  ///   - core: the core of the source.
  ///   - phase: the phase after the step; nil if it is unchanged.
  /// - Returns: the step; nil if there were no changes since the last step.
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

  /// Whether the source's list is as new as the controller's list.
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
    // A controller begins to observe the context when it fetches, after the observers that were there. Join the events
    // again, so that they end after its observer.
    if changes == nil || events == nil { followEvents() }
    following(self, changes)
  }

  private func follow(_ changes: Changes?, in core: Core) {
    if !isRenamed, changes?.isEmpty == true { return }
    let before = waiting.map { (list: applied($0), isMove: $0.isMove) }
    revision += 1
    let old = before?.list.snapshot ?? core.snapshot
    let namedChanges = if let changes, !isRenamed { named(changes, after: old) } else { nil as NamedChanges? }
    isRenamed = false
    if before == nil, let namedChanges, namedChanges.one != nil {
      waiting = Waiting(snapshot: nil, changed: namedChanges, isMove: isMovedByUser)
    } else {
      var next = namedChanges.flatMap { step($0.changes, after: old) } ?? difference(from: old)
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
  /// Applies waiting changes to a copy of the source's list.
  private func applied(_ waiting: Waiting) -> (snapshot: Update.Snapshot, changes: Update.ChangeSet) {
    let changes = waiting.changed.changes
    if let snapshot = waiting.snapshot { return (snapshot, changes) }
    var list = core.snapshot
    let isOne = changes.replayOne(on: &list) { item(after: waiting.changed, $1) }
    return isOne ? (list, changes) : difference(from: core.snapshot)
  }

  /// Returns the element after a change of one item. An item keeps its identity as long as it is in the list.
  private func item(
    after changed: NamedChanges, _ before: ListElement<ListedID<ItemID>>?
  ) -> ListElement<ListedID<ItemID>> {
    if let before { return changed.one?.moved?.keys == [] ? before : ListElement(before.id, revision: revision) }
    return ListElement(changed.changes.items.inserted[0].id, revision: revision)
  }

  /// Applies changes of the controller, by the source's identities, to the old list; nil if they do not fit it.
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

  /// Reads the whole list of the controller. All elements get the newest revision, because any of them may have
  /// changed.
  private func whole() -> Update.Snapshot {
    Update.Snapshot(
      sections: (0..<reading.sectionCount()).lazy.map { [self] index in
        .init(
          ListElement(named(reading.sectionID(index)), revision: revision),
          items: reading.items(index, revision, &ids))
      })
  }
}

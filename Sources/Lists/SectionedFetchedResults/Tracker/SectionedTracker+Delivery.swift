import CoreData
import Foundation
import OrderedRows
import SectionedChanges

extension SectionedTracker {
  /// Delivers the reports of the inner controllers, one batch for each event, and does the requested work in order,
  /// until nothing is left. Does nothing while a batch or a user's move is in progress, because the code that runs it
  /// calls this method again.
  ///
  /// - Parameter isLast: whether the inner controllers have had time to report all of the last event.
  func flush(isLast: Bool = false) {
    guard stage == .resting else { return }
    stage = .delivering
    defer { stage = .resting }
    // First, because the places of these renamings are those of the list that is still shown.
    reportPromoted()
    repeat {
      deliverPending()
      deliverMissed(isLast: isLast)
      reportFailure()
    } while doNext()
  }

  /// Delivers the waiting events, each as a batch, unless the context was reset.
  private func deliverPending() {
    while let lists, !isHeld, !lists.pending.isEmpty, controller != nil {
      // The event stays in `pending` meanwhile, because a delegate that is notified of new IDs may ask a list that is
      // behind the inner one.
      if obtainsPermanentIDs { obtainPermanentIDs(for: lists.pending[0], of: lists) }
      if !isHeld, !lists.pending.isEmpty { deliver(lists.pending.removeFirst(), of: lists) }
    }
  }

  /// Delivers changes that a notification contains but that the inner controllers have not reported.
  private func deliverMissed(isLast: Bool) {
    guard let lists, !isHeld else { return }
    if lists.isDisordered {
      do {
        try lists.fetchDisordered()
      } catch {
        fail(error)
      }
      recover(from: ListMismatch.fetchedAgain, event: lists.takeUnreported(), lists: lists)
    } else if lists.hasWrongKeys {
      recover(from: ListMismatch.staleKey, event: lists.takeUnreported(), lists: lists)
    } else if lists.hasMissed {
      recover(from: ListMismatch.itemPlace, event: lists.takeUnreported(), lists: lists)
    } else if lists.check.hasUnreported {
      if isLast { deliver(lists.takeUnreported(), of: lists) } else { scheduleFlush() }
    }
    lists.endEvents()
    outputs.eventsAreDelivered()
  }

  /// Reports the error with which an inner controller failed to follow an event. The controller fetches again at the
  /// next event.
  private func reportFailure() {
    guard let lists, let failure = lists.failure else { return }
    lists.failure = nil
    fail(failure)
  }

  /// Does the next work that waits for the end of a batch.
  ///
  /// - Returns: whether there was any.
  private func doNext() -> Bool {
    // The usual case.
    if let lists, lists.pending.isEmpty, waiting.isEmpty, !needsRevival { return false }
    guard controller != nil, let lists else { return doFirstFetch() }
    if needsRevival {
      needsRevival = false
      revive()
      return true
    }
    if isHeld { lists.pending = [] }
    if case .fetched(let fetched, _)? = waiting.first {
      if fetched.isBehind { reportUnprocessed() }
      // Before the lists are taken from those that wait, because a reset in a callback makes them invalid.
      reportSaved()
    }
    if needsRevival || !lists.pending.isEmpty { return true }
    guard !waiting.isEmpty else { return false }
    switch waiting.removeFirst() {
    case .policies(let change): setPolicies(of: lists, change)
    case .limit(let limit, let section): setLimit(limit, of: section, lists)
    case .folding: showFolding(lists)
    case .fetched(let fetched, let isReported): adopt(fetched, isReported: isReported)
    }
    return true
  }

  /// Makes the context report its unprocessed changes before lists are rebuilt from the current state. Otherwise a
  /// change could be rolled back without a report, and a key that was read before would stay in the list.
  func reportUnprocessed() { context.processPendingChanges() }

  private func doFirstFetch() -> Bool {
    guard lists == nil, let first = waiting.firstIndex(where: { if case .fetched = $0 { true } else { false } }),
      case .fetched(let fetched, let isReported) = waiting.remove(at: first)
    else { return false }
    adopt(fetched, isReported: isReported)
    return true
  }

  private func deliver(_ event: InnerEvent, of lists: FetchedLists) {
    let old = shown
    do {
      let step = try lists.apply(event)
      var transition = step.transition
      transition.addTotals(of: step.touched)
      let new = lists.shownList(number: old.number + 1)
      let changes = try self.changes(of: transition, from: old, to: new, lists: lists)
      if outputs.needsEdited {
        outputs.noteEdited(event.items?.touches.names.map { lists.id(of: lists.token(of: $0)) } ?? [])
      }
      deliver(
        changes, from: old, to: new, of: lists, leaving: step.leaving, present: present(after: transition))
      // Items do not change which sections share a key.
      if event.sections == nil { return }
    } catch {
      recover(from: error, event: event, lists: lists)
    }
    reportSharedKeys(lists)
  }

  func obtainPermanentIDs(for event: InnerEvent, of lists: FetchedLists) {
    guard obtainsPermanentIDs else { return }
    // Events that are recorded meanwhile come after this one.
    reporting {
      do {
        try lists.obtainPermanentIDs(for: event)
      } catch {
        fail(error)
      }
    }
  }

  /// The items of a step by their new places; empty if they are few. For many items this is faster than asking the
  /// lists, whose parts are scattered in memory.
  private func present(after transition: ListTransition<ItemToken>) -> [ItemPlace: ItemToken] {
    guard transition.items.count > 8, !unusedCalls.contains(.items) else { return [:] }
    var present = [ItemPlace: ItemToken](minimumCapacity: transition.items.count)
    for item in transition.items {
      if let place = item.new { present[place] = item.name }
    }
    return present
  }

  /// Delivers a step that no inner controller reported.
  func deliver(
    _ transition: ListTransition<ItemToken>, from old: ShownList, lists: FetchedLists,
    leaving: [NSManagedObjectID: NSManagedObject] = [:]
  ) {
    let new = lists.shownList(number: old.number + 1)
    do {
      deliver(
        try changes(of: transition, from: old, to: new, lists: lists), from: old, to: new, of: lists, leaving: leaving)
    } catch {
      Log.note("A step of the list does not explain it (\(error)); the whole lists are compared instead.")
      deliverDifference(from: old, to: new, of: lists, revised: .none)
    }
  }

  /// The change set of a step, verified if the controller is set to do so.
  private func changes(
    of transition: ListTransition<ItemToken>, from old: ShownList, to new: ShownList, lists: FetchedLists
  ) throws -> ChangeSet {
    let sectionID = { self.sectionID(of: $0, in: new, or: old) }
    if controller?.verifiesChanges == true { try verify(transition, sectionID, from: old, to: new) }
    // IDs are made only of inserted and deleted elements; the rest is named by place.
    return try transition.changes(sectionID: sectionID, oldName: lists.id(of:), newName: lists.id(of:))
  }

  /// Recovers from reports that contradict the inner lists: rebuilds the lists and compares them whole.
  private func recover(from error: any Error, event: InnerEvent, lists: FetchedLists) {
    let mismatch = error as? ListMismatch
    let isExpected = mismatch == .repeatedKey && FetchedLists.innerMayPassOver
    let isWrong = (mismatch?.isWrong ?? true) && !isExpected && !lists.mayHaveWrongKeys
    if isWrong {
      Log.note("The inner controller's changes do not fit its list (\(error)); the whole lists are compared instead.")
    }
    lists.pending.insert(event, at: 0)
    if let (revised, leaving) = rebuild(lists) {
      deliverDifference(
        from: shown, to: lists.shownList(number: shown.number + 1), of: lists, revised: .some(revised),
        leaving: leaving)
    }
    if isWrong { fail(SectionedFetchedResultsError.inconsistentChanges("\(error)")) }
  }

  /// Reports what is not reported yet and cannot be after a rebuild, then rebuilds the lists. The rebuild covers the
  /// waiting events, and removes them. They wait until then, because the inner controllers are ahead of the list while
  /// the program's code runs.
  ///
  /// - Returns: the objects that the events report as changed or as having left; nil if that code reset the context.
  ///   The lists then stay as they are until they are fetched again.
  func rebuild(_ lists: FetchedLists) -> (revised: RevisedObjects, leaving: [NSManagedObjectID: NSManagedObject])? {
    reportUnprocessed()
    reportSaved()
    if isHeld { return nil }
    let (revised, leaving) = (lists.revised(in: lists.pending), lists.leaving(in: lists.pending))
    lists.rebuild()
    return (revised, leaving)
  }

  private func sectionID(of slot: Int32, in new: ShownList, or old: ShownList) -> NSManagedObjectID? {
    if Int(slot) < new.objects.count, let object = new.objects[Int(slot)] { return object.objectID }
    return Int(slot) < old.objects.count ? old.sectionID(of: slot) : nil
  }

  /// Shows the new list and reports the changes to the delegate and the outputs. An empty change set is never reported.
  func deliver(
    _ changes: ChangeSet, from old: ShownList, to new: ShownList, of lists: FetchedLists,
    leaving: [NSManagedObjectID: NSManagedObject], present: [ItemPlace: ItemToken] = [:]
  ) {
    // The shown list is the same, but its slots or hidden rows may not be.
    guard !changes.isEmpty else { return keep(new, of: lists) }
    guard let controller else { return advance(to: new, of: lists, by: changes) }
    let before = stage
    stage = .reporting
    (self.leaving, renamed) = (leaving, [:])
    defer {
      (stage, isShowingBatch) = (before, false)
      (self.leaving, renamed) = ([:], [:])
    }
    let receiver = controller.announceChanges()
    // A save in the callback may have given permanent IDs, which the new list must have, too.
    let (names, isRenamed) = (renamed, !renamed.isEmpty)
    let changes = isRenamed ? changes.named(by: names) : changes
    if isRenamed {
      self.leaving = Dictionary(leaving.map { (names[$0.key] ?? $0.key, $0.value) }) { first, _ in first }
    }
    advance(to: isRenamed ? lists.shownList(number: new.number) : new, of: lists, by: changes)
    isShowingBatch = true
    guard let receiver else { return }
    controller.report(ChangeBatch(changes: changes, old: old, leaving: self.leaving, present: present), to: receiver)
  }

  func fail(_ error: any Error) { reporting { controller?.report(error) } }

  /// Calls code outside of the tracker. Whatever is requested meanwhile waits.
  func reporting(_ body: () -> Void) {
    let before = stage
    stage = .reporting
    defer { stage = before }
    body()
  }
}

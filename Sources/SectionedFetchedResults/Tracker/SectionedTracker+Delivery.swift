import CoreData
import Foundation
import SectionedChanges

extension SectionedTracker {
  /// Delivers what the inner controllers told, one batch for each event. What is told while callbacks run is delivered
  /// after them.
  ///
  /// - Parameter isLast: whether the inner controllers have had time to tell all of the last event.
  func flush(isLast: Bool = false) {
    guard let lists else { return }
    guard !isDelivering else {
      // A callback outside an event, as for a policy, has nobody who looks for more behind it.
      if !lists.pending.isEmpty { scheduleFlush() }
      return
    }
    guard held == nil, !isMoveAnnounced else { return }
    while !lists.pending.isEmpty {
      let event = lists.pending.removeFirst()
      deliver(event, of: lists)
      guard self.lists === lists else { return }
    }
    if lists.facts.namesAny, lists.hasMissed {
      recover(from: ListMismatch.itemPlace, event: lists.takeUntold(), old: shown, lists: lists)
    } else if !lists.untold.isEmpty {
      if isLast { deliver(lists.takeUntold(), of: lists) } else { scheduleFlush() }
    }
    lists.facts = EventFacts()
    // Everybody has been told of what is in the list no more.
    if !lists.items.former.isEmpty { lists.items.former = [:] }
    outputs.eventsAreDelivered()
  }

  private func deliver(_ event: InnerEvent, of lists: FetchedLists) {
    if obtainsPermanentIDs { obtainPermanentIDs(for: event, of: lists) }
    let old = shown
    do {
      let step = try lists.apply(event)
      let new = lists.shownList(number: old.number + 1)
      let changes = try self.changes(of: step.transition, from: old, to: new, lists: lists)
      if outputs.needsTouched {
        outputs.noteTouched(event.items?.touches.map { lists.id(of: lists.token(of: $0.subject)) } ?? [])
      }
      deliver(changes, from: old, to: new, leaving: step.leaving, present: present(after: step.transition))
      // Items do not change who shares a key.
      if event.sections == nil { return }
    } catch {
      recover(from: error, event: event, old: old, lists: lists)
    }
    reportSharedKeys(lists)
  }

  private func obtainPermanentIDs(for event: InnerEvent, of lists: FetchedLists) {
    // What is heard of it meanwhile comes after the event.
    isDelivering = true
    defer { isDelivering = false }
    do {
      try lists.obtainPermanentIDs(for: event)
    } catch {
      fail(error)
    }
  }

  /// Where the items of a step stand now. Of many, that is found faster here than in the lists, whose parts are far apart.
  private func present(after transition: ListTransition<ItemToken>) -> [ItemPlace: ItemToken] {
    guard transition.items.count > 8, !unheard.contains(.items) else { return [:] }
    var present = [ItemPlace: ItemToken](minimumCapacity: transition.items.count)
    for item in transition.items {
      if let place = item.new { present[place] = item.token }
    }
    return present
  }

  /// Delivers a step that no inner controller told.
  func deliver(
    _ transition: ListTransition<ItemToken>, from old: ShownList, lists: FetchedLists,
    leaving: [NSManagedObjectID: NSManagedObject] = [:]
  ) {
    let new = lists.shownList(number: old.number + 1)
    do {
      deliver(try changes(of: transition, from: old, to: new, lists: lists), from: old, to: new, leaving: leaving)
    } catch {
      Log.note("A step of the list does not explain it (\(error)); the whole lists are compared instead.")
      deliverDifference(from: old, to: new, revised: .none)
    }
  }

  /// The change set of a step, replayed if that is asked for.
  private func changes(
    of transition: ListTransition<ItemToken>, from old: ShownList, to new: ShownList, lists: FetchedLists
  ) throws -> ChangeSet {
    let sectionID = { self.sectionID(of: $0, in: new, or: old) }
    if controller?.verifiesChanges == true { try verify(transition, sectionID, from: old, to: new) }
    guard transition.items.count > 1 else {
      return try transition.changes(sectionID: sectionID, itemID: { lists.id(of: $0) })
    }
    // IDs are made only of what came and went: the rest is named by its places.
    return try transition.changes(sectionID: sectionID, itemID: { $0 }).namingItems { lists.id(of: $0) }
  }

  /// What was told does not fit what is there: the lists are built anew and compared whole.
  private func recover(
    from error: any Error, event: InnerEvent, old: ShownList, lists: FetchedLists
  ) {
    let isWrong = error as? ListMismatch != .sharedName
    if isWrong {
      Log.note("The inner controller's changes do not fit its list (\(error)); the whole lists are compared instead.")
    }
    let touches = event.items?.touches ?? []
    let revised = Revised.some(
      items: Set(touches.map { lists.token(of: $0.subject) }),
      sections: Set((event.sections ?? []).filter { lists.sectionKeys(of: $0) != [] }.map(\.object.objectID)))
    let leaving = touches.filter { $0.new == nil }.compactMap { touch in
      touch.subject.knownObject.map { (lists.id(of: lists.token(of: touch.subject)), $0) }
    }
    lists.build(policies: lists.engine.version.policies)
    deliverDifference(
      from: old, to: lists.shownList(number: old.number + 1), revised: revised,
      leaving: Dictionary(leaving) { first, _ in first })
    if isWrong { fail(SectionedFetchedResultsError.inconsistentChanges("\(error)")) }
  }

  private func sectionID(of slot: Int32, in new: ShownList, or old: ShownList) -> NSManagedObjectID? {
    if Int(slot) < new.objects.count, let object = new.objects[Int(slot)] { return object.objectID }
    return Int(slot) < old.objects.count ? old.sectionID(of: slot) : nil
  }

  /// Shows the new list and tells the changes to everyone who listens. An empty change set is never told.
  func deliver(
    _ changes: ChangeSet, from old: ShownList, to new: ShownList,
    leaving: [NSManagedObjectID: NSManagedObject], present: [ItemPlace: ItemToken] = [:]
  ) {
    guard !changes.isEmpty else {
      // What is shown is the same, though not its bookkeeping.
      shown = new.numbered(old.number)
      return
    }
    isDelivering = true
    renamed = [:]
    defer {
      isDelivering = false
      renamed = [:]
    }
    shown = old
    isShowingOther = true
    let (controller, lists) = (controller, lists)
    controller?.tellChangesCome()
    // A save in the callback gave names that the new list must have, too.
    let isRenamed = !renamed.isEmpty && lists === self.lists
    shown = isRenamed ? lists?.shownList(number: new.number) ?? new : new
    isShowingOther = false
    let names = renamed
    let changes = isRenamed ? changes.named(by: names) : changes
    lastTold = changes
    sendOutputs(changes)
    controller?.tell(
      ChangeBatch(
        changes: changes, old: old,
        leaving: isRenamed
          ? Dictionary(leaving.map { (names[$0.key] ?? $0.key, $0.value) }) { first, _ in first } : leaving,
        present: present))
  }
}

import Foundation

/// The end of an event: delete rules, then what changed is delivered.
extension NSManagedObjectContext {
  /// Adds an observer, which the context does not keep alive.
  package func addObserver(_ observer: any ContextObserver) { observers.add(observer) }

  /// Adds an observer of the bounds of events, which the context does not keep alive.
  package func addEventObserver(_ observer: any ContextEventObserver) { observers.ofBounds.add(observer) }

  func removeObserver(_ observer: any ContextObserver) { observers.remove(observer) }

  /// Records that an object was changed.
  func noteUpdated(_ object: NSManagedObject) {
    if object.flags.contains(.deleted) { return }
    if object.flags.isDisjoint(with: [.inserted, .updated]) {
      object.flags.insert(.updated)
      pending.update(object)
    }
    if !object.flags.contains(.inserted) || object.flags.contains(.announced) { event.noteUpdate(of: object) }
    noteActivity()
  }

  /// Makes sure that the event ends: after the running block, or on the main queue in a turn of its own.
  func noteActivity() {
    guard concurrencyType == .mainQueueConcurrencyType, eventEnd.schedule() else { return }
    confinement.queue.async { [handle] in
      guard let self = handle.context else { return }
      self.eventEnd.beginScheduled()
      self.processEvents()
      self.undoManager?.endEvent()
      self.endReadTransaction()
    }
  }

  /// Lets go of what the event reached, and has the next one read the newest saved state.
  func endReadTransaction() {
    guard !eventEnd.isInBlock else { return }
    endReading()
    readScope = ReadScope()
  }

  /// Applies delete rules, and delivers what changed, and what observers change then, in order.
  func processEvents() {
    // A callback of a deletion: the event ends when all its rules are applied.
    if working.isPropagating { return }
    recentOrderedSet = nil
    takePromotions()
    if appliesDeleteRules { propagateDeletions() }
    gatherEvent()
    deliverWaiting()
  }

  /// Delivers the notices that wait, unless that is going on already: an observer gets one event after the other.
  func deliverWaiting() {
    guard !events.isDelivering else { return }
    let wasDelivering = events.beginDelivering()
    defer { events.endDelivering(wasDelivering) }
    var rounds = 0
    while !events.isEmpty {
      rounds += 1
      guard rounds < 10_000 else {
        fatalError("An observer of a context changes objects each time it is notified of a change: this never ends.")
      }
      deliverFirst()
      if appliesDeleteRules { propagateDeletions() }
      gatherEvent()
    }
  }

  /// - Parameter callerMerges: whether the caller merges the event into the children; if not, the next save does.
  func announce(_ notice: ContextNotice, callerMerges: Bool = false) {
    let promotions = notice.event.promotions
    saves.note(notice.event.saves)
    // A save inside an observer: what waits to be delivered must name objects by the keys that they have then.
    events.promote(promotions)
    append(notice, callerMerges: callerMerges)
    if !promotions.isEmpty { announce(promotions) }
    deliverWaiting()
    if !promotions.isEmpty { promoteInChildren() }
  }

  /// Has an event wait to be delivered. From now on a child counts it.
  func append(_ notice: ContextNotice, callerMerges: Bool = false) {
    assert(notice.event.namesEachOnce, "An event names an object twice.")
    noteForChildren(notice.event, callerMerges: callerMerges)
    events.append(notice)
  }

  /// Has all observers take the permanent keys, then has those that show objects notify the program.
  /// What is asked for an object meanwhile, in an observer too, finds it by the key that it has.
  func announce(_ promotions: [ContextEvent.Promotion]) {
    observers.current.forEach { $0.context(self, promoted: promotions) }
    guard !isSilent else { return }
    observers.current.forEach { $0.contextPromotedObjects(self) }
    // What the notified program changes comes as the next event.
    let wasDelivering = events.beginDelivering()
    defer { events.endDelivering(wasDelivering) }
    observers.current.forEach { $0.contextMayNotifyOfPromotions(self) }
  }

  /// Whether more has changed than the event reports that is being delivered: the values that objects have now are not
  /// those that it led to.
  var hasChangedSinceEvent: Bool { events.hasNext || !event.isEmpty }

  /// Whether this context made or merged all that this process wrote to the stores, so that no object's row is older.
  /// Once something was written that no event reports, this is false until the context is reset.
  var isCurrent: Bool { sourceNumber == saves.seen }

  /// The deleted objects of the events that are being delivered, or wait for it: an object that was never saved has
  /// left the context already.
  var undeliveredDeletions: [RowKey: NSManagedObject] { events.deletions }

  private func deliverFirst() {
    observers.current.ofBounds.forEach { $0.contextBeginsEvent(self) }
    events.beginFirst()
    defer { events.endFirst() }
    // A reset of the context, by an observer too, leaves the objects of the notice without a context.
    let resets = events.resets
    observers.current.forEach { observer in
      let event = events.first
      if !event.isEmpty { observer.context(self, didProcess: event) }
    }
    let notice = events.takeFirst()
    if !isSilent {
      observers.current.forEach {
        if events.resets == resets { $0.context(self, changed: ChangedObjects(notice: notice)) }
      }
      if notice.isPublic {
        NotificationCenter.default.post(
          name: Self.didChangeObjectsNotification, object: self, userInfo: notice.userInfo)
      }
    }
    if let merge = notice.merge { finish(merge) }
    // What depends on the changed objects is placed in the same event.
    if !events.nextIsOnlyPlaces { observers.current.ofBounds.forEach { $0.contextEndsEvent(self) } }
  }

  /// Appends what changed since the last event to the waiting notices.
  private func gatherEvent() {
    giveKeysBeforeEvent()
    if let notice = closeUndoableEvent() { append(notice) }
  }

  /// Ends the event, and hands what takes it back to the undo manager.
  ///
  /// - Returns: what changed in it; nil for nothing.
  func closeUndoableEvent() -> ContextNotice? {
    let step = makeUndoStep()
    let notice = closeEvent()
    if notice != nil, let step { register(step) }
    return notice
  }

  /// Ends the event.
  ///
  /// - Returns: what changed in it; nil for nothing.
  func closeEvent() -> ContextNotice? {
    guard !event.isEmpty else { return nil }
    // What was found to have no row was deleted elsewhere: nothing unsaved leads there.
    if !event.deleted.isEmpty {
      dropReferences(to: event.deleted.all.filter { $0.flags.contains(.gone) }.map(\.key))
    }
    events.close()
    let gathered = event.inserted
    let (inserted, deleted) = (gathered.all, event.deleted.all)
    let (insertedKeys, deletedKeys) = (inserted.map(\.key), deleted.map(\.key))
    for object in inserted {
      object.flags.insert(.announced)
      closeEvent(of: object)
    }
    let (updated, updates) = closeUpdates(besides: gathered)
    for object in deleted {
      closeEvent(of: object)
      // It has no row, and nothing to wait for.
      if object.flags.contains(.neverSaved) { withdraw(object) }
    }
    let vanished = event.vanished.all
    event.removeAll()
    if unvalidated != nil {
      for object in [inserted, updated, deleted].joined() { unvalidated?.insert(object) }
    }
    if inserted.isEmpty, updates.isEmpty, deleted.isEmpty, vanished.isEmpty { return nil }
    let notice = ContextNotice()
    notice.number = events.closed
    (notice.inserted, notice.updated, notice.deleted) = (inserted, updated, deleted + vanished)
    (notice.event.inserted, notice.event.updated, notice.event.deleted) = (insertedKeys, updates, deletedKeys)
    return notice
  }

  /// Ends the event for its updated objects.
  ///
  /// - Returns: the objects that differ from before the event in more than implied slots, and an update for each object
  ///   that differs at all.
  private func closeUpdates(
    besides inserted: ObjectList
  ) -> (objects: ContiguousArray<NSManagedObject>, updates: [ContextEvent.Update]) {
    let updated = event.updated.all
    var objects: ContiguousArray<NSManagedObject> = []
    var updates: [ContextEvent.Update] = []
    objects.reserveCapacity(updated.count)
    updates.reserveCapacity(updated.count)
    for object in updated where !inserted.contains(object) {
      let slots = closeEvent(of: object)
      guard !slots.isEmpty else { continue }
      if !slots.isSubset(of: object.layout.impliedSlots) { objects.append(object) }
      updates.append(ContextEvent.Update(key: object.key, slots: slots))
    }
    return (objects, updates)
  }

  /// Ends the event for an object, so that the next one starts from the current values.
  ///
  /// - Returns: the slots that the event changed.
  @discardableResult
  private func closeEvent(of object: NSManagedObject) -> SlotSet {
    guard let state = object.state else { return SlotSet() }
    var slots = state.eventToMany
    if !slots.isEmpty {
      state.announcedToMany.formUnion(slots)
      state.eventToMany = SlotSet()
    }
    let start = state.eventStart
    state.closed.add(
      .init(number: events.closed, start: start, destinations: state.eventDestinations),
      firstUndelivered: events.firstNumber)
    state.eventDestinations = DestinationLog()
    if !start.isEmpty {
      for (slot, old) in start.entries where !old.isSame(as: object.current(slot)) { slots.insert(slot) }
      state.eventStart.removeAll()
    }
    return slots
  }
}

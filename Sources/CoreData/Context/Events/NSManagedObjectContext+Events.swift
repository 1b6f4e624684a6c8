import Foundation

/// The end of an event: delete rules, then what changed is delivered.
extension NSManagedObjectContext {
  /// Adds an observer, which the context does not keep alive.
  package func addObserver(_ observer: any ContextObserver) { observers.add(observer) }

  func removeObserver(_ observer: any ContextObserver) { observers.remove(observer) }

  /// Records that an object was changed.
  func noteUpdated(_ object: NSManagedObject) {
    if object.flags.contains(.deleted) { return }
    if object.flags.isDisjoint(with: [.inserted, .updated]) {
      object.flags.insert(.updated)
      pending.updated.insert(object)
      pending.note(object.key)
    }
    if !object.flags.contains(.inserted) || object.flags.contains(.announced) { events.updated.insert(object) }
    noteActivity()
  }

  /// Makes sure that the event ends: after the running block, or on the main queue in a turn of its own.
  func noteActivity() {
    guard events.depth == 0, !events.endIsScheduled, concurrencyType == .mainQueueConcurrencyType else { return }
    events.endIsScheduled = true
    confinement.queue.async { [handle] in
      guard let self = handle.context else { return }
      self.events.endIsScheduled = false
      self.processEvents()
      self.endReadTransaction()
    }
  }

  /// Lets go of what the event reached, and has the next one read the newest saved state.
  func endReadTransaction() {
    guard events.depth == 0 else { return }
    endReading()
    reach = ReadScope()
  }

  /// Ends the stores' read transactions: what is read from here on is what is saved now.
  func endReading() {
    var ended: [ObjectIdentifier] = []
    for case let store? in reach.stores where !ended.contains(ObjectIdentifier(store)) {
      store.rows.endReadTransaction()
      ended.append(ObjectIdentifier(store))
    }
    reach.lastRow = nil
  }

  /// Applies delete rules, and delivers what changed, and what observers change then, in order.
  func processEvents() {
    propagateDeletions()
    gatherEvent()
    tellWaiting()
  }

  /// Delivers the notices that wait, unless that is going on already: an observer gets one event after the other.
  func tellWaiting() {
    guard !events.isTelling else { return }
    events.isTelling = true
    defer { events.isTelling = false }
    var rounds = 0
    while !events.waiting.isEmpty {
      rounds += 1
      guard rounds < 10_000 else {
        fatalError("An observer of a context changes objects each time it hears of a change: this never ends.")
      }
      tellFirst()
      propagateDeletions()
      gatherEvent()
    }
  }

  func announce(_ notice: ContextNotice) {
    let promotions = notice.event.promotions
    events.saves.note(notice.event.saves)
    // A save inside an observer: what waits to be delivered must name objects by the keys that they have then.
    let undelivered = events.waiting + [events.delivered].compactMap { $0 }
    if !undelivered.isEmpty, !promotions.isEmpty {
      let keys = Dictionary(promotions.map { ($0.temporary, $0.permanent) }) { first, _ in first }
      for waiting in undelivered { waiting.promote(keys) }
    }
    events.waiting.append(notice)
    if !promotions.isEmpty { announce(promotions) }
    tellWaiting()
  }

  /// Has all observers and listeners that keep keys take the permanent ones, then has the listeners notify the program.
  /// What is asked for an object meanwhile, in an observer too, finds it by the key that it has.
  private func announce(_ promotions: [ContextEvent.Promotion]) {
    observers.current.forEach { $0.context(self, promoted: promotions) }
    guard !isSilent else { return }
    observers.current.forEach { $0.contextPromotedObjects(self) }
    // What the notified program changes comes as the next event.
    let isTelling = events.isTelling
    events.isTelling = true
    defer { events.isTelling = isTelling }
    observers.current.forEach { $0.contextMayNotifyOfPromotions(self) }
  }

  /// Whether more has changed than the event reports that is being delivered: the values that objects have now are not
  /// those that it led to.
  var hasChangedSinceTold: Bool { events.waiting.count > (events.isFirstUnderWay ? 1 : 0) || !events.isEmpty }

  /// Whether this context made or merged all that this process wrote to the stores, so that no object's row is older.
  /// Once something was written that no event reports, this is false until the context is reset.
  var isCurrent: Bool { registry.coordinator?.saveNumber == events.saves.seen }

  /// The deleted objects of the events that are being delivered, or wait for it: an object that was never saved has
  /// left the context already.
  var toldDeletions: [RowKey: NSManagedObject] {
    guard events.isTelling else { return [:] }
    return Dictionary(events.waiting.lazy.flatMap(\.deleted).map { ($0.key, $0) }) { first, _ in first }
  }

  private func tellFirst() {
    let number = events.waiting[0].number
    events.numberBeingTold = number > 0 ? number : nil
    defer { events.numberBeingTold = nil }
    // It stays among those that wait until all observers have it, so that a save in between gives each the keys of
    // then.
    events.isFirstUnderWay = true
    // A reset of the context, by an observer too, leaves the objects of the notice without a context.
    let resets = events.resets
    observers.current.forEach { observer in
      let event = events.waiting[0].event
      if !event.isEmpty { observer.context(self, didProcess: event) }
    }
    let notice = events.waiting.removeFirst()
    events.isFirstUnderWay = false
    guard !isSilent else { return }
    events.delivered = notice
    defer { events.delivered = nil }
    observers.current.forEach {
      if events.resets == resets { $0.context(self, changed: ChangedObjects(notice: notice)) }
    }
    guard notice.isPublic else { return }
    NotificationCenter.default.post(
      name: Self.didChangeObjectsNotification, object: self, userInfo: notice.userInfo
    )
  }

  /// Puts what changed since the last event among the notices that wait to be delivered.
  private func gatherEvent() {
    if let notice = closeEvent() { events.waiting.append(notice) }
  }

  /// Ends the event.
  ///
  /// - Returns: what changed in it; nil for nothing.
  func closeEvent() -> ContextNotice? {
    guard !events.isEmpty else { return nil }
    // What was found to have no row was deleted elsewhere: nothing unsaved leads there.
    dropReferences(to: events.deleted.all.filter { $0.flags.contains(.gone) }.map(\.key))
    events.closed += 1
    let gathered = events.inserted
    let (inserted, deleted) = (gathered.all, events.deleted.all)
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
    events.forgetChanges()
    if events.unvalidated != nil {
      for object in [inserted, updated, deleted].joined() { events.unvalidated?.insert(object) }
    }
    if inserted.isEmpty, updated.isEmpty, deleted.isEmpty { return nil }
    let notice = ContextNotice()
    notice.number = events.closed
    (notice.inserted, notice.updated, notice.deleted) = (inserted, updated, deleted)
    (notice.event.inserted, notice.event.updated, notice.event.deleted) = (insertedKeys, updates, deletedKeys)
    return notice
  }

  /// Those of the event's updated objects that differ from what they were before it, and what changed of each.
  private func closeUpdates(
    besides inserted: ObjectList
  ) -> (objects: ContiguousArray<NSManagedObject>, updates: [ContextEvent.Update]) {
    let updated = events.updated.all
    var objects: ContiguousArray<NSManagedObject> = []
    var updates: [ContextEvent.Update] = []
    objects.reserveCapacity(updated.count)
    updates.reserveCapacity(updated.count)
    for object in updated where !inserted.contains(object) {
      let slots = closeEvent(of: object)
      guard !slots.isEmpty else { continue }
      objects.append(object)
      updates.append(ContextEvent.Update(key: object.key, slots: slots))
    }
    return (objects, updates)
  }

  /// What changed of an object in this event; the next one starts from what is there now.
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
      firstUntold: events.numberBeingTold ?? events.waiting.first?.number ?? .max)
    state.eventDestinations = DestinationLog()
    if !start.isEmpty {
      for (slot, old) in start.entries where !old.isSame(as: object.current(slot)) { slots.insert(slot) }
      state.eventStart.removeAll()
    }
    return slots
  }
}

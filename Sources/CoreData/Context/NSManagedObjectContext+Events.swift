import Foundation

/// The end of an event: delete rules, then what changed is told.
extension NSManagedObjectContext {
  /// Adds an observer, which the context does not keep alive.
  func addObserver(_ observer: any ContextObserver) { observers.add(observer) }

  func removeObserver(_ observer: any ContextObserver) { observers.remove(observer) }

  /// Records that an object was changed.
  func noteUpdated(_ object: NSManagedObject) {
    if object.flags.contains(.deleted) { return }
    if object.flags.isDisjoint(with: [.inserted, .updated]) {
      object.flags.insert(.updated)
      pending.updated.insert(object)
    }
    if !object.flags.contains(.inserted) || object.flags.contains(.announced) { events.updated.insert(object) }
    noteActivity()
  }

  /// Makes sure that the event ends: after the running block, or on the main queue in a turn of its own.
  func noteActivity() {
    guard events.depth == 0, !events.endIsScheduled, concurrencyType == .mainQueueConcurrencyType else { return }
    events.endIsScheduled = true
    confinement.queue.async { [weak self] in
      guard let self else { return }
      self.events.endIsScheduled = false
      self.processEvents()
      self.endBurst()
    }
  }

  /// Ends the stores' read transactions, so that the next event reads the newest saved state, and lets go of what this
  /// one reached.
  func endBurst() {
    guard events.depth == 0 else { return }
    var ended: [ObjectIdentifier] = []
    for case let store? in reach.stores where !ended.contains(ObjectIdentifier(store)) {
      store.rows.endBurst()
      ended.append(ObjectIdentifier(store))
    }
    reach = ReachedObjects()
  }

  /// Applies delete rules, and tells what changed, and what observers change then, in order.
  func processEvents() {
    propagateDeletions()
    gatherEvent()
    tellWaiting()
  }

  /// Tells the notices that wait, unless that is going on already: an observer hears one event after the other.
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
      tell(events.waiting.removeFirst())
      propagateDeletions()
      gatherEvent()
    }
  }

  func announce(_ notice: ContextNotice) {
    events.waiting.append(notice)
    tellWaiting()
  }

  /// The deleted objects that observers are being told of: an object that was never saved has left the context already.
  var toldDeletions: [RowKey: NSManagedObject] {
    Dictionary((events.told?.deleted ?? []).map { ($0.key, $0) }) { first, _ in first }
  }

  private func tell(_ notice: ContextNotice) {
    if !notice.event.isEmpty {
      events.told = notice
      defer { events.told = nil }
      for observer in observers.current { observer.context(self, didProcess: notice.event) }
    }
    guard !isSilent, let info = notice.userInfo else { return }
    NotificationCenter.default.post(
      name: Self.didChangeObjectsNotification, object: self, userInfo: info
    )
  }

  /// Puts what changed since the last event among those that wait to be told.
  private func gatherEvent() {
    guard !events.isEmpty else { return }
    var notice = ContextNotice()
    notice.inserted = events.inserted.all
    notice.deleted = events.deleted.all
    notice.event.inserted = notice.inserted.map(\.key)
    notice.event.deleted = notice.deleted.map(\.key)
    for object in notice.inserted {
      object.flags.insert(.announced)
      closeEvent(of: object)
    }
    for object in events.updated.all where !events.inserted.contains(object) {
      let slots = closeEvent(of: object)
      guard !slots.isEmpty else { continue }
      notice.updated.append(object)
      notice.event.updated.append(ContextEvent.Update(key: object.key, slots: slots))
    }
    for object in notice.deleted {
      closeEvent(of: object)
      // It has no row, and nothing to wait for.
      if object.flags.contains(.neverSaved) { withdraw(object) }
    }
    events.forgetChanges()
    if !notice.event.isEmpty { events.waiting.append(notice) }
  }

  /// What changed of an object in this event; the next one starts from what is there now.
  @discardableResult
  private func closeEvent(of object: NSManagedObject) -> SlotSet {
    guard let state = object.state else { return SlotSet() }
    var slots = state.eventToMany
    state.announcedToMany.formUnion(state.eventToMany)
    state.eventToMany = SlotSet()
    if !state.eventStart.isEmpty {
      for (slot, old) in state.eventStart where !old.isSame(as: object.current(slot)) { slots.insert(slot) }
      state.eventStart = [:]
    }
    return slots
  }
}

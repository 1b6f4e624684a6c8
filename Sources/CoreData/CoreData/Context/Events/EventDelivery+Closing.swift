/// Closing events.
extension EventDelivery {
  /// Whether delete rules are applied at the end of an event.
  var appliesDeleteRules: Bool { context.propagatesDeletesAtEndOfEvent || isSaving }

  /// Applies delete rules if `appliesDeleteRules` is true.
  func applyDeleteRules() {
    if !changes.pending.awaitingPropagation.isEmpty, appliesDeleteRules { changes.propagateDeletions() }
  }

  /// Ends the event and delivers its changes. Changes that observers make meanwhile are delivered afterwards, in
  /// order.
  func closeAndDeliver() {
    applyDeleteRules()
    gatherEvent()
    deliverWaiting()
  }

  /// Appends the changes since the last event to the waiting notices.
  func gatherEvent() {
    giveKeysBeforeEvent()
    if let notice = closeUndoableEvent() { append(notice) }
  }

  /// Ends the event, and registers its undo step with the undo manager.
  ///
  /// - Returns: the event's changes; nil if there are none.
  func closeUndoableEvent() -> ContextNotice? {
    let step = undoRecorder.makeUndoStep()
    let notice = closeEvent()
    if notice != nil, let step { register(step) }
    return notice
  }

  /// Ends the event.
  ///
  /// - Returns: the event's changes; nil if there are none.
  func closeEvent() -> ContextNotice? {
    guard !changes.event.isEmpty else { return nil }
    // Another context or process deleted the objects whose rows are gone, so unsaved references to them are dropped.
    if !changes.event.deleted.isEmpty {
      changes.dropReferences(to: changes.event.deleted.all.filter { $0.flags.contains(.gone) }.map(\.key))
    }
    eventQueue.close()
    let gathered = changes.event.inserted
    let (inserted, deleted) = (gathered.all, changes.event.deleted.all)
    let (insertedKeys, deletedKeys) = (inserted.map(\.key), deleted.map(\.key))
    for object in inserted {
      object.lifeCycle.announce()
      closeEvent(of: object)
    }
    let (updated, updates) = closeUpdates(besides: gathered)
    for object in deleted {
      closeEvent(of: object)
      // It was never saved, so it has no row and leaves the context now.
      if object.flags.contains(.neverSaved) { changes.withdraw(object) }
    }
    let vanished = changes.event.vanished.all
    changes.event.removeAll()
    if unvalidated != nil { noteUnvalidated([inserted, updated, deleted].joined()) }
    if inserted.isEmpty, updates.isEmpty, deleted.isEmpty, vanished.isEmpty { return nil }
    let notice = ContextNotice()
    notice.number = eventQueue.closed
    (notice.inserted, notice.updated, notice.deleted) = (inserted, updated, deleted + vanished)
    (notice.event.inserted, notice.event.updated, notice.event.deleted) = (insertedKeys, updates, deletedKeys)
    return notice
  }

  /// Ends the event for its updated objects.
  ///
  /// - Returns: the objects with changes that the program can see, which excludes implied slots, and an update for
  ///   each object with any change.
  private func closeUpdates(
    besides inserted: ObjectList
  ) -> (objects: ContiguousArray<NSManagedObject>, updates: [ContextEvent.Update]) {
    let updated = changes.event.updated.all
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
    var slots = state.changes.toMany
    let start = state.changes.close(as: eventQueue.closed, firstUndelivered: eventQueue.firstNumber)
    for (slot, old) in start.entries where !old.isSame(as: object.current(slot)) { slots.insert(slot) }
    return slots
  }

  /// Registers the undo step of an event with the undo manager.
  private func register(_ step: UndoStep) {
    undoRecorder.registeringUndoManager?.registerEvent(of: context) { $0.takeBack(step) }
  }
}

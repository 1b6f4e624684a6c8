import Foundation

/// Taking back and forgetting.
extension NSManagedObjectContext {
  /// Takes back all unsaved changes. Observers are notified of what that undoes of the reported changes; what was not
  /// reported is undone silently.
  func takeBackChanges() {
    requireQueue()
    if ignores("rollback()") { return }
    let notice = ContextNotice()
    for object in pending.inserted.all where !event.inserted.contains(object) { notice.deleted.append(object) }
    // Reported as inserted and then deleted: the deletion, which was not reported yet, stands.
    let deletedAgain = event.deleted.all.filter { $0.flags.contains(.neverSaved) }
    notice.deleted += deletedAgain
    // Reported as deleted and then inserted again, which was not reported yet.
    let insertedAgain = event.inserted.all.filter { !$0.flags.contains(.neverSaved) }
    notice.inserted = pending.deleted.all.filter { !event.deleted.contains($0) } + insertedAgain
    let restored = Set(notice.inserted)
    for object in pending.updated.all + pending.deleted.all {
      let slots = object.takeBackValues()
      object.flags.subtract(.pending)
      object.flags.remove(.awaitsPropagation)
      if !slots.isEmpty, !restored.contains(object) {
        if !slots.isSubset(of: object.layout.impliedSlots) { notice.updated.append(object) }
        notice.event.updated.append(ContextEvent.Update(key: object.key, slots: slots))
      }
    }
    notice.event.inserted = notice.inserted.map(\.key)
    notice.event.deleted = notice.deleted.map(\.key)
    let unreported = pending.awaitingPropagation.filter {
      $0.flags.contains(.neverSaved) && !event.deleted.contains($0)
    }
    let withdrawn = pending.inserted.all + deletedAgain + unreported
    pending.removeAll()
    event.removeAll()
    for object in withdrawn { withdraw(object) }
    undoManager?.removeAllActions(withTarget: self)
    for object in notice.updated { object.awake(fromSnapshotEvents: .rollback) }
    if !notice.event.isEmpty { announce(notice) }
  }

  /// Forgets all objects and changes.
  func forgetEverything() {
    requireQueue()
    if ignores("reset()") { return }
    recentOrderedSet = nil
    let notice = ContextNotice()
    notice.event.invalidatedAll = true
    notice.invalidatedAll = registry.objects.map { $0.makeID() }
    endReadTransaction()
    advanceGeneration()
    startRegistry()
    // In a callback: what waits to be delivered names objects without a context. Observers get the reset in its place,
    // and the public notifications follow.
    if events.isDelivering {
      noteForChildren(notice.event)
      events.reset(notice)
    } else {
      announce(notice)
    }
  }
}

extension NSManagedObject {
  /// Makes the saved values current again.
  ///
  /// - Returns: the slots whose values change for the observers of the last event.
  fileprivate final func takeBackValues() -> SlotSet {
    guard let state, !flags.contains(.gone) else { return SlotSet() }
    var slots = state.announcedToMany
    if let values = state.values, let row {
      for slot in values.indices {
        let reported = state.eventStart[slot] ?? values[slot]
        if !reported.isSame(as: row[slot]) { slots.insert(slot) }
      }
    }
    state.values = nil
    // The program may have changed one in place.
    state.transformed = [:]
    state.eventStart.removeAll()
    state.eventToMany = SlotSet()
    state.eventDestinations = DestinationLog()
    state.announcedToMany = SlotSet()
    for slot in state.toMany.keys { state.toMany[slot]?.rollBack() }
    return slots
  }
}

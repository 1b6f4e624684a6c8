import Foundation

/// Rolling back.
extension ContextSaver {
  /// Discards all unsaved changes. Observers are notified of the discarded changes that were reported to them; other
  /// changes are discarded silently.
  func takeBackChanges() {
    context.requireQueue()
    if ignores("rollback()") { return }
    let notice = ContextNotice()
    for object in changes.pending.inserted.all where !changes.event.inserted.contains(object) {
      notice.deleted.append(object)
    }
    // Reported as inserted and then deleted: the deletion was not reported yet, so it is reported now.
    let deletedAgain = changes.event.deleted.all.filter { $0.flags.contains(.neverSaved) }
    notice.deleted += deletedAgain
    // Reported as deleted and then inserted again: the insertion was not reported yet, so it is reported now.
    let insertedAgain = changes.event.inserted.all.filter { !$0.flags.contains(.neverSaved) }
    notice.inserted = changes.pending.deleted.all.filter { !changes.event.deleted.contains($0) } + insertedAgain
    let restored = Set(notice.inserted)
    for object in changes.pending.updated.all + changes.pending.deleted.all {
      let slots = object.takeBackValues()
      object.lifeCycle.forgetChanges()
      object.lifeCycle.end(.awaitsPropagation)
      if !slots.isEmpty, !restored.contains(object) {
        if !slots.isSubset(of: object.layout.impliedSlots) { notice.updated.append(object) }
        notice.event.updated.append(ContextEvent.Update(key: object.key, slots: slots))
      }
    }
    notice.event.inserted = notice.inserted.map(\.key)
    notice.event.deleted = notice.deleted.map(\.key)
    let unreported = changes.pending.awaitingPropagation.filter {
      $0.flags.contains(.neverSaved) && !changes.event.deleted.contains($0)
    }
    let withdrawn = changes.pending.inserted.all + deletedAgain + unreported
    changes.pending.removeAll()
    changes.event.removeAll()
    for object in withdrawn { changes.withdraw(object) }
    let context: NSManagedObjectContext = context
    context.undoManager?.removeAllActions(withTarget: context)
    for object in notice.updated { object.awake(fromSnapshotEvents: .rollback) }
    if !notice.event.isEmpty { events.announce(notice) }
  }
}

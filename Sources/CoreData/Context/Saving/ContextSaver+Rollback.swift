import Foundation

/// Taking back.
extension ContextSaver {
  /// Takes back all unsaved changes. Observers are notified of what that undoes of the reported changes; what was not
  /// reported is undone silently.
  func takeBackChanges() {
    context.requireQueue()
    if ignores("rollback()") { return }
    let notice = ContextNotice()
    for object in changes.pending.inserted.all where !changes.event.inserted.contains(object) {
      notice.deleted.append(object)
    }
    // Reported as inserted and then deleted: the deletion, which was not reported yet, stands.
    let deletedAgain = changes.event.deleted.all.filter { $0.flags.contains(.neverSaved) }
    notice.deleted += deletedAgain
    // Reported as deleted and then inserted again, which was not reported yet.
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

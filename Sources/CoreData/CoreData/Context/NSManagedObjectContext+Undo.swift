import Foundation

extension NSManagedObjectContext {
  /// The undo manager that registers the context's changes. The default is nil. Use it only on the context's queue.
  ///
  /// Each event is registered when it ends, with insertions, changes, deletions and the effects of delete rules. A
  /// save keeps the registered events, and undoing one of them makes unsaved changes. ``rollback()`` and ``reset()``
  /// remove the registered events.
  public var undoManager: UndoManager? {
    get { undoRecorder.registeringUndoManager }
    set { undoRecorder.register(with: newValue, for: self) }
  }

  /// Undoes the last group of changes. Does nothing without an undo manager or without changes.
  ///
  /// - Complexity: O(changed objects, and the destinations of their changed relationships).
  public func undo() {
    requireQueue()
    undoManager?.undo()
  }

  /// Redoes the changes that were undone last. Does nothing without an undo manager or without such changes.
  ///
  /// - Complexity: as `undo()`.
  public func redo() {
    requireQueue()
    undoManager?.redo()
  }

  /// Whether nothing may be undone now, because a save is writing or delete rules are being applied.
  var forbidsUndo: Bool { saver.keepsChanges }

  /// Whether there are changes that are not registered with the undo manager yet.
  var hasUnregisteredChanges: Bool {
    !changes.event.isEmpty || (events.appliesDeleteRules && !changes.pending.awaitingPropagation.isEmpty)
  }

  /// Ends the event if there are changes, so that the undo manager registers them now.
  func registerChangesForUndo() {
    if scheduler.queue.isCurrent, hasUnregisteredChanges { processEvents() }
  }

  /// Undoes an event. The undo is itself an event that can be undone.
  ///
  /// Delete rules are not applied, because their effects are part of the undone event.
  func takeBack(_ step: UndoStep) {
    requireQueue()
    undoRecorder.restore(step) { events.hasUndeliveredDeletion(of: $0) }
    let updated = changes.event.updated.all
    let notice = events.closeUndoableEvent()
    for object in updated { changes.forgetUpdate(ofUnchanged: object) }
    if let notice { events.append(notice) }
    events.deliverWaiting()
  }
}

extension ContextHandle: UndoClient {
  var isGone: Bool { context == nil }
  var hasUnregisteredChanges: Bool { context?.hasUnregisteredChanges == true }
  var forbidsUndo: Bool { context?.forbidsUndo == true }
  func registerChangesForUndo() { context?.registerChangesForUndo() }
}

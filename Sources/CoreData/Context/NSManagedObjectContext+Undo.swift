import Foundation

extension NSManagedObjectContext {
  /// The undo manager of the context's changes; nil, the default, for none. It must be used on the context's queue.
  ///
  /// Each event is registered with it when it ends: insertions, changes, deletions and what their rules did. A save
  /// keeps the registered events; undoing one of them makes unsaved changes. ``rollback()`` and ``reset()`` remove
  /// them.
  public var undoManager: UndoManager? {
    get { undoRecorder.registeringUndoManager }
    set { undoRecorder.register(with: newValue, for: self) }
  }

  /// Takes back the last group of changes. Nothing happens without an undo manager, or without changes.
  ///
  /// - Complexity: O(changed objects, and the destinations of their changed relationships).
  public func undo() {
    requireQueue()
    undoManager?.undo()
  }

  /// Makes the changes again that were taken back last. Nothing happens without an undo manager, or without any.
  ///
  /// - Complexity: as `undo()`.
  public func redo() {
    requireQueue()
    undoManager?.redo()
  }

  /// Whether nothing may be undone: a save writes, or delete rules are being applied.
  var forbidsUndo: Bool { saver.keepsChanges }

  /// Whether something has changed that the undo manager does not know yet.
  var hasUnregisteredChanges: Bool {
    !changes.event.isEmpty || (events.appliesDeleteRules && !changes.pending.awaitingPropagation.isEmpty)
  }

  /// Ends an event, if something has changed: the undo manager is to know it now.
  func registerChangesForUndo() {
    if scheduler.queue.isCurrent, hasUnregisteredChanges { processEvents() }
  }

  /// Takes an event back, as an event that can be taken back itself.
  ///
  /// Delete rules are not applied, because what they did is part of the event.
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

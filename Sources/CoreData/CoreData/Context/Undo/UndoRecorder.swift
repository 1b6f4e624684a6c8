/// The undo manager of a context, and the steps that it registers: one for each event, which undoes it.
final class UndoRecorder {
  /// See `NSManagedObjectContext.undoManager`.
  private(set) var registeringUndoManager: UndoManager?
  let graph: ObjectGraph
  let changes: UnsavedChanges
  let scheduler: EventScheduler

  init(_ changes: UnsavedChanges) {
    self.changes = changes
    (graph, scheduler) = (changes.graph, changes.scheduler)
  }

  /// Registers a context's events with another undo manager from now on. The former one removes the context's
  /// actions.
  func register(with manager: UndoManager?, for context: NSManagedObjectContext) {
    guard manager !== registeringUndoManager else { return }
    registeringUndoManager?.removeAllActions(withTarget: context)
    registeringUndoManager?.remove(context.handle)
    registeringUndoManager = manager
    manager?.add(context.handle)
  }
}

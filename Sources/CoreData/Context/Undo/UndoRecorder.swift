/// The undo manager of a context, and the steps that it registers: one for each event, which takes it back.
final class UndoRecorder {
  /// See `NSManagedObjectContext.undoManager`.
  var registeringUndoManager: UndoManager?
  let graph: ObjectGraph
  let changes: UnsavedChanges
  let scheduler: EventScheduler

  init(_ changes: UnsavedChanges) {
    self.changes = changes
    (graph, scheduler) = (changes.graph, changes.scheduler)
  }
}

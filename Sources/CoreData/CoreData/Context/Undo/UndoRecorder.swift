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

/// A reference to a context that registers its changes with an undo manager when an event ends. The context is not
/// retained. After it is freed, the client has no changes and forbids nothing.
protocol UndoClient: AnyObject {
  var isGone: Bool { get }
  /// Whether there are changes that are not registered with the undo manager yet.
  var hasUnregisteredChanges: Bool { get }
  /// Whether nothing may be undone now, because a save is writing or delete rules are being applied.
  var forbidsUndo: Bool { get }
  /// Ends the event if there are changes, so that the undo manager registers them.
  func registerChangesForUndo()
}

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

/// A reference to a context that registers its changes with an undo manager when an event of it ends. It does not keep
/// the context alive: when that is gone, it has no changes, and forbids nothing.
protocol UndoClient: AnyObject {
  var isGone: Bool { get }
  /// Whether something has changed that the undo manager does not know yet.
  var hasUnregisteredChanges: Bool { get }
  /// Whether nothing may be undone: a save writes, or delete rules are being applied.
  var forbidsUndo: Bool { get }
  /// Ends an event, if something has changed, so that the undo manager knows it.
  func registerChangesForUndo()
}

import CoreData

/// What a context says to a controller.
enum ContextNews {
  /// Objects changed in an event.
  case changed(ChangedObjects)
  /// The context was saved.
  case saved
  /// A context above it was saved, whatever that changed here.
  case savedAbove
  /// Another context's save was merged: which objects, by the notification's keys.
  case merged([AnyHashable: Any])
}

import CoreData

/// A message of a context to a controller.
enum ContextNews {
  /// Objects changed in an event.
  case changed(ChangedObjects)
  /// The context was saved.
  case saved
  /// Objects may have got permanent IDs, which all controllers of the context take before the program is notified.
  case promoted
  /// All controllers have taken the permanent IDs.
  case promotedByAll
  /// Another context's save was merged: which objects, by the notification's keys.
  case merged([AnyHashable: Any])

  /// Whether everything is invalid.
  var saysAllInvalid: Bool { if case .changed(let objects) = self { objects.saysAllInvalid } else { false } }
}

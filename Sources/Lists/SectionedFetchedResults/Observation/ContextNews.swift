import CoreData

/// A message of a context to a controller.
enum ContextNews {
  /// Objects changed in an event.
  case changed(ChangedObjects)
  /// The context was saved.
  case saved
  /// Objects may have got permanent IDs. All controllers of the context adopt them before the program is notified.
  case promoted
  /// All controllers have adopted the permanent IDs.
  case promotedByAll
  /// Another context's save was merged. The value has the IDs by the notification's keys.
  case merged([AnyHashable: Any])

  /// Whether all objects of the context are invalid.
  var saysAllInvalid: Bool { if case .changed(let objects) = self { objects.saysAllInvalid } else { false } }
}

import CoreData

/// The objects that the context's last event reported as changed.
/// A context reports a merge twice: first the registered objects as an event, and then all objects by identifiers. The
/// second notification must not revise an object that the first one reported already. Merged objects that were not
/// registered are only in the second notification. So a reported object counts only while it is alive, because the
/// merge then found it registered.
struct LastChanges {
  private struct Reported {
    weak var object: NSManagedObject?
  }

  private var reported: [NSManagedObjectID: Reported] = [:]

  /// Replaces the recorded objects by those of a new event, with their identities.
  mutating func note(_ objects: [(id: NSManagedObjectID, object: NSManagedObject?)]) {
    reported = [:]
    for (id, object) in objects { reported[id] = Reported(object: object) }
  }

  /// Whether the last event reported an object, so that the merge after it need not revise the object. A fault does not
  /// count, because Apple's merges do not report faults as objects.
  func has(_ id: NSManagedObjectID) -> Bool { reported[id]?.object?.isFault == false }
}

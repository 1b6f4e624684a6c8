import CoreData

/// The objects that the context's last event reported as changed.
///
/// A merge is reported twice: first by objects, if these are registered, and then by identifiers. The second
/// notification makes no new version of an object that the first one named. A merge of unregistered objects has the
/// second notification only; so a reported object counts only as long as it is alive, because the merge then found it
/// registered.
struct LastChanges {
  private struct Reported {
    weak var object: NSManagedObject?
  }

  private var reported: [NSManagedObjectID: Reported] = [:]

  /// Records the objects that an event reported, by identity.
  mutating func note(_ objects: [(id: NSManagedObjectID, object: NSManagedObject?)]) {
    reported = [:]
    for (id, object) in objects { reported[id] = Reported(object: object) }
  }

  /// Whether the event reported an object, so that a merge that follows need not revise it. A fault does not count,
  /// because Apple's merges do not report faults as objects.
  func has(_ id: NSManagedObjectID) -> Bool { reported[id]?.object?.isFault == false }
}

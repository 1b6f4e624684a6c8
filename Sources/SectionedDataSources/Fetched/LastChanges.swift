import CoreData

/// What the context's last event reported as changed.
///
/// A merge is reported twice: by objects first, where these are in the context, and then by identifiers. What the first
/// report named is not another version with the second one. But a merge of what is in no context has the second report
/// only; so an object counts as reported as long as it lives, and then the merge has met it.
struct LastChanges {
  private struct Reported {
    weak var object: NSManagedObject?
  }

  private var reported: [NSManagedObjectID: Reported] = [:]

  /// Notes what an event reported, by identity.
  mutating func note(_ objects: [(id: NSManagedObjectID, object: NSManagedObject?)]) {
    reported = [:]
    for (id, object) in objects { reported[id] = Reported(object: object) }
  }

  /// Whether a merge that follows the event has reported an object by itself. A merge passes faults over where Apple's
  /// framework makes it.
  func has(_ id: NSManagedObjectID) -> Bool { reported[id]?.object?.isFault == false }
}

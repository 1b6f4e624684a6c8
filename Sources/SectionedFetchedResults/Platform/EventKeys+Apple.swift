#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Which properties of an object an event changed, as Apple's objects tell it.
  final class EventKeys {
    init(_ context: NSManagedObjectContext) {}

    /// The changed properties, when an inner controller tells of the object. Empty also when it was merged or refreshed:
    /// only the context's notification tells that.
    func changedKeys(of object: NSManagedObject) -> Set<String>? {
      var keys: Set<String> = []
      for (key, old) in object.changedValuesForCurrentEvent() where !isSameValue(old, object.value(forKey: key)) {
        keys.insert(key)
      }
      return keys
    }

    func changedKeys(of subject: InnerSubject) -> Set<String>? { changedKeys(of: subject.object) }

    /// The same when the change is delivered, after the context's notification; nil when they cannot be known.
    func settled(_ keys: Set<String>?, of subject: InnerSubject, _ facts: EventFacts) -> Set<String>? {
      if facts.refreshed.contains(ObjectIdentifier(subject.object)) { return nil }
      return keys?.isEmpty == true && !facts.wereHeard ? nil : keys
    }

    /// Whether two property values are equal. Absent values come as nil or as `NSNull`.
    private func isSameValue(_ left: Any?, _ right: Any?) -> Bool {
      let left = left is NSNull ? nil : left
      let right = right is NSNull ? nil : right
      if left == nil || right == nil { return left == nil && right == nil }
      if let left = left as? AnyHashable, let right = right as? AnyHashable { return left == right }
      return false
    }
  }

  extension FetchedLists {
    /// Notes objects of which it is not known what changed.
    func noteRefreshed(in news: ChangedObjects) {
      for key in [NSManagedObjectContext.NotificationKey.refreshedObjects, .invalidatedObjects] {
        for object in news.objects(key) { facts.refreshed.insert(ObjectIdentifier(object)) }
      }
    }
  }
#endif

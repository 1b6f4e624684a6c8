#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Which properties of an object an event changed, as Apple's objects tell it.
  final class EventKeys {
    init(_ context: NSManagedObjectContext) {}

    /// The changed properties, when an inner controller tells of the object; nil when the object names none, as after a
    /// rollback or when the event is over. Those of an object that was merged or refreshed are not all: only the context's
    /// notification tells that.
    func changedKeys(of object: NSManagedObject) -> Set<String>? {
      let changed = object.changedValuesForCurrentEvent()
      if changed.isEmpty { return nil }
      var keys: Set<String> = []
      let relationships = object.entity.relationshipsByName
      for (key, old) in changed {
        // To compare the objects of a to-many relationship would make them all.
        if relationships[key]?.isToMany == true || !isSameValue(old, object.value(forKey: key)) { keys.insert(key) }
      }
      return keys
    }

    func changedKeys(of subject: InnerSubject) -> Set<String>? { changedKeys(of: subject.object) }

    /// The same when the change is delivered, after the context's notification; nil when they cannot be known.
    func settled(_ keys: Set<String>?, of subject: InnerSubject, _ facts: EventFacts) -> Set<String>? {
      let object = ObjectIdentifier(subject.object)
      if facts.refreshed.contains(object) { return nil }
      // What an event moves without naming it has not changed itself.
      if keys == nil, let named = facts.named, !named.contains(object) { return [] }
      return keys
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
    /// Notes which objects a notification names, and of which it is not known what changed.
    func noteNamed(in news: ChangedObjects) {
      for key in [NSManagedObjectContext.NotificationKey.refreshedObjects, .invalidatedObjects] {
        for object in news.objects(key) { facts.refreshed.insert(ObjectIdentifier(object)) }
      }
      facts.named = facts.named ?? []
      for key in [NSManagedObjectContext.NotificationKey.insertedObjects, .updatedObjects] {
        for object in news.objects(key) { facts.named?.insert(ObjectIdentifier(object)) }
      }
    }
  }
#endif

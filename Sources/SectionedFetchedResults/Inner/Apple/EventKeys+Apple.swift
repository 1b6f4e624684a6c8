#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// The properties of objects that an event changed, as Apple's objects report them.
  ///
  /// `changedValuesForCurrentEvent()` names the properties that were set. Whether the values that it gives are those
  /// before or after the event is not certain: its documentation and our experiments differ. So a given value that
  /// equals the current one does not prove yet that the same value was set: the property's value before the event must
  /// be equal, too.
  final class EventKeys {
    /// The values of unsaved properties when the last event was over.
    private var unsaved: [NSManagedObjectID: [String: Any]] = [:]
    /// Objects that were reported as changed without being named by a notification.
    var reportedUnnamed: Set<NSManagedObjectID> = []
    /// Objects that notifications named as merged or refreshed since the last delivery: which of their properties
    /// changed is not known.
    private var refreshed: Set<ObjectIdentifier> = []
    /// Objects that notifications named as inserted or updated since then; nil when none was observed.
    private var named: Set<ObjectIdentifier>?

    /// - Parameter context: the context, whose unsaved changes were made in earlier events.
    init(_ context: NSManagedObjectContext) {
      for object in context.updatedObjects.union(context.insertedObjects) {
        unsaved[object.objectID] = object.changedValues()
      }
    }

    /// The changed properties, when an inner controller reports the object; nil when the object names none, as after a
    /// rollback or when the event is over. Those of an object that was merged or refreshed are incomplete, which only
    /// the context's notification shows.
    func changedKeys(of object: NSManagedObject) -> Set<String>? {
      let changed = object.changedValuesForCurrentEvent()
      if changed.isEmpty { return nil }
      let relationships = object.entity.relationshipsByName
      var keys: Set<String> = []
      for (key, value) in changed {
        // To compare the objects of a to-many relationship would make them all.
        guard relationships[key]?.isToMany != true else {
          keys.insert(key)
          continue
        }
        let now = object.value(forKey: key)
        if !Self.isSameValue(value, now) || !Self.isSameValue(valueBefore(key, of: object), now) { keys.insert(key) }
      }
      return keys
    }

    /// A property's value when the last event was over, as far as it is known.
    private func valueBefore(_ key: String, of object: NSManagedObject) -> Any? {
      unsaved[object.objectID]?[key] ?? object.committedValues(forKeys: [key])[key]
    }

    /// The changed properties of an object that a notification names: the object knows them.
    func changedKeys(of object: NSManagedObject, in news: ChangedObjects) -> Set<String>? { changedKeys(of: object) }

    /// The same when the change is delivered, after the context's notification; nil when they cannot be known.
    func settled(_ keys: Set<String>?, of subject: InnerSubject) -> Set<String>? {
      let object = ObjectIdentifier(subject.object)
      if refreshed.contains(object) { return nil }
      // An object that an event moves without naming it has not changed itself.
      guard keys == nil else { return keys }
      guard let named else {
        reportedUnnamed.insert(subject.object.objectID)
        return nil
      }
      return named.contains(object) ? nil : []
    }

    /// Notes which objects a notification names.
    fileprivate func noteNamed(in news: ChangedObjects) {
      for key in [NSManagedObjectContext.NotificationKey.refreshedObjects, .invalidatedObjects] {
        for object in news.objects(key) { refreshed.insert(ObjectIdentifier(object)) }
      }
      var named = named ?? []
      for key in [NSManagedObjectContext.NotificationKey.insertedObjects, .updatedObjects] {
        for object in news.objects(key) { named.insert(ObjectIdentifier(object)) }
      }
      self.named = named
    }

    /// Forgets which objects were named, when what was reported of them is delivered.
    func forgetNamed() { (refreshed, named) = ([], nil) }

    /// Records the current values of the objects that a notification names, once its event has been evaluated.
    ///
    /// - Complexity: O(properties named).
    fileprivate func remember(_ news: ChangedObjects) {
      for object in news.objects(.updatedObjects).union(news.objects(.insertedObjects)) {
        let keys = object.changedValuesForCurrentEvent().keys
        guard !keys.isEmpty else { continue }
        let relationships = object.entity.relationshipsByName
        var values = unsaved[object.objectID] ?? [:]
        for key in keys where relationships[key]?.isToMany != true {
          values[key] = object.value(forKey: key) ?? NSNull()
        }
        unsaved[object.objectID] = values
      }
      for object in news.objects(.refreshedObjects).union(news.objects(.invalidatedObjects)) {
        unsaved[object.objectID] = object.hasChanges ? object.changedValues() : nil
      }
      for object in news.objects(.deletedObjects) { unsaved[object.objectID] = nil }
    }

    /// Forgets the values of unsaved properties: after a save, the current values are those of the stores.
    fileprivate func forgetUnsaved() {
      unsaved = [:]
      reportedUnnamed = []
    }

    /// Whether two property values are equal. Absent values come as nil or as `NSNull`, objects also as their IDs.
    static func isSameValue(_ left: Any?, _ right: Any?) -> Bool {
      let (left, right) = (plain(left), plain(right))
      if left == nil || right == nil { return left == nil && right == nil }
      if let left = left as? String, let right = right as? String { return KeyText(left) == KeyText(right) }
      if let left = left as? AnyHashable, let right = right as? AnyHashable { return left == right }
      return false
    }

    private static func plain(_ value: Any?) -> Any? {
      switch value {
      case is NSNull: nil
      case let object as NSManagedObject: object.objectID
      default: value
      }
    }
  }

  extension FetchedLists {
    /// Notes which objects a notification names, and of which it is not known what changed.
    func noteNamed(in news: ChangedObjects) {
      noteNames(news.objects(.updatedObjects).union(news.objects(.refreshedObjects)))
      eventKeys.noteNamed(in: news)
    }

    /// Notes that a notification's event has been evaluated.
    func noteAsked(_ news: ChangedObjects) { eventKeys.remember(news) }

    /// Notes that all is saved, so that every object can be refreshed.
    func noteSaved() {
      eventKeys.forgetUnsaved()
      refreshes.forgetStuck()
    }
  }
#endif

#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// The properties of objects that an event changed, as Apple's objects report them.
  ///
  /// `changedValuesForCurrentEvent()` names the properties that were set. Its documentation and our experiments differ
  /// about whether its values are those before or after the event. So a property counts as unchanged only if both that
  /// value and the known value before the event equal the current one.
  final class EventKeys {
    /// The values of unsaved properties at the end of the last event, by object.
    private var unsaved: [NSManagedObjectID: [String: Any]] = [:]
    /// Objects that an inner controller reported although no notification of the event had come.
    var reportedUnnamed: Set<NSManagedObjectID> = []
    /// Objects that notifications named as merged or refreshed since the last delivery. Their changed properties are
    /// not known.
    private var refreshed: Set<ObjectIdentifier> = []
    /// Objects that notifications named as inserted or updated since the last delivery; nil if no notification came.
    private var named: Set<ObjectIdentifier>?

    /// - Parameter context: the context. Its present unsaved changes count as made in earlier events.
    init(_ context: NSManagedObjectContext) {
      for object in context.updatedObjects.union(context.insertedObjects) {
        unsaved[object.objectID] = object.changedValues()
      }
    }

    /// The properties that changed in the current event, to be read while an inner controller reports the object; nil
    /// if the object names none, as after a rollback or after the event. For a merged or refreshed object they are
    /// incomplete; `settled(_:of:)` then returns nil.
    func changedKeys(of object: NSManagedObject) -> Set<String>? {
      let changed = object.changedValuesForCurrentEvent()
      if changed.isEmpty { return nil }
      let relationships = object.entity.relationshipsByName
      var keys: Set<String> = []
      for (key, value) in changed {
        // Comparing a to-many relationship would create all its objects.
        guard relationships[key]?.isToMany != true else {
          keys.insert(key)
          continue
        }
        let now = object.value(forKey: key)
        if !Self.isSameValue(value, now) || !Self.isSameValue(valueBefore(key, of: object), now) { keys.insert(key) }
      }
      return keys
    }

    /// A property's value at the end of the last event: the recorded unsaved value, or else the committed one.
    private func valueBefore(_ key: String, of object: NSManagedObject) -> Any? {
      unsaved[object.objectID]?[key] ?? object.committedValues(forKeys: [key])[key]
    }

    /// The changed properties of an object that a notification names, as the object itself reports them.
    func changedKeys(of object: NSManagedObject, in news: ChangedObjects) -> Set<String>? { changedKeys(of: object) }

    /// Completes an object's changed properties when its change is delivered, after the context's notification. Nil if
    /// they cannot be known.
    func settled(_ keys: Set<String>?, of subject: InnerSubject) -> Set<String>? {
      let object = ObjectIdentifier(subject.object)
      if refreshed.contains(object) { return nil }
      guard keys == nil else { return keys }
      guard let named else {
        reportedUnnamed.insert(subject.object.objectID)
        return nil
      }
      // An object that no notification names was only moved, and has not changed itself.
      return named.contains(object) ? nil : []
    }

    /// Records the objects in a notification.
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

    /// Forgets the named objects, once their reported changes are delivered.
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

    /// Forgets the values of unsaved properties, because after a save the stores have all current values.
    fileprivate func forgetUnsaved() {
      unsaved = [:]
      reportedUnnamed = []
    }

    /// Whether two property values are equal. A missing value may be nil or `NSNull`, and an object may be given by its
    /// ID.
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
    /// Notes the objects that a notification names, and those whose changed properties cannot be known.
    func noteNamed(in news: ChangedObjects) {
      noteNames(news.objects(.updatedObjects).union(news.objects(.refreshedObjects)))
      eventKeys.noteNamed(in: news)
    }

    /// Records the objects' values, once a notification has been evaluated.
    func noteAsked(_ news: ChangedObjects) { eventKeys.remember(news) }

    /// Handles a save: forgets unsaved values, and lets objects that no refresh has moved be refreshed again.
    func noteSaved() {
      eventKeys.forgetUnsaved()
      refreshes.forgetStuck()
    }
  }
#endif

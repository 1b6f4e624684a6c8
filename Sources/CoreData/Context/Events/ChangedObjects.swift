/// The objects that an event changed, as its notification names them. A set is made when it is asked for.
package struct ChangedObjects {
  let notice: ContextNotice

  /// Whether everything is invalid.
  package var saysAllInvalid: Bool { notice.invalidatedAll != nil }

  /// Whether the objects are named as refreshed by a controller that has them placed anew: nothing of them changed.
  package var saysOnlyPlaces: Bool { notice.onlyPlaces }

  /// The properties of an object that the event changed; nil when that is not known, because the object was merged or
  /// refreshed. Empty for an object that the event does not name as changed.
  package func changedKeys(of object: NSManagedObject) -> Set<String>? {
    guard let slots = notice.changedSlots(of: object.key) else { return nil }
    guard !slots.isEmpty, let context = object.liveContext else { return [] }
    return context.events.propertyNames.names(of: slots, of: object.layout)
  }

  /// The objects under a key of the notification; none under one that names no objects.
  ///
  /// - Complexity: O(objects under the key).
  package func objects(_ key: NSManagedObjectContext.NotificationKey) -> Set<NSManagedObject> {
    switch key {
    case .insertedObjects: Set(notice.inserted)
    case .updatedObjects: Set(notice.updated)
    case .deletedObjects: Set(notice.deleted)
    case .refreshedObjects: Set(notice.refreshed)
    default: []
    }
  }
}

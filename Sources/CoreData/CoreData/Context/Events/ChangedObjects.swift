/// The objects that an event changed, as in its public notification. Each set is created on request.
package struct ChangedObjects {
  let notice: ContextNotice

  /// Whether the event invalidated all objects of the context.
  package var saysAllInvalid: Bool { notice.invalidatedAll != nil }

  /// Whether the objects are listed as refreshed only so that lists place them again. None of their values changed.
  package var saysOnlyPlaces: Bool { notice.onlyPlaces }

  /// The names of an object's properties that the event changed. Nil if unknown, because the object was merged or
  /// refreshed. Empty if the event does not list the object as changed.
  package func changedKeys(of object: NSManagedObject) -> Set<String>? {
    guard let slots = notice.changedSlots(of: object.key) else { return nil }
    guard !slots.isEmpty, let context = object.liveContext else { return [] }
    return context.events.propertyNames.names(of: slots, of: object.layout)
  }

  /// The objects under a key of the notification. Empty for keys other than inserted, updated, deleted and refreshed
  /// objects.
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

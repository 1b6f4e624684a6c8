/// Receives what a context's notifications carry without the notification centre, just before each is posted, on the
/// context's queue: for another module of the package that need not be a public observer. Every event is delivered to
/// it, also one that names no object of the context and is not posted.
package protocol ContextListener: AnyObject {
  /// Objects changed in an event, which all observers have processed.
  func context(_ context: NSManagedObjectContext, changed objects: ChangedObjects)
  /// Objects got permanent IDs. What the listener shows must have those at once: the program is notified only when all
  /// listeners have taken them.
  func contextPromotedObjects(_ context: NSManagedObjectContext)
  /// All listeners have taken the permanent IDs: the program may be notified.
  func contextTellsOfPromotedObjects(_ context: NSManagedObjectContext)
  /// The context was saved.
  func contextSaved(_ context: NSManagedObjectContext)
  /// Another context's save was merged.
  ///
  /// - Parameter ids: what the notification carries.
  func context(_ context: NSManagedObjectContext, merged ids: [AnyHashable: Any])
}

extension NSManagedObjectContext {
  /// Adds a listener, which the context does not keep alive. Listeners are called in the order of their addition.
  package func addListener(_ listener: any ContextListener) { observers.add(listener) }
}

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
    return context.propertyNames.names(of: slots, of: object.layout)
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

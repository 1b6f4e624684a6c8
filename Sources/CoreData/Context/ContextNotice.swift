import Foundation

/// An event on its way to those who listen: its keys for observers in the package, its objects for the public
/// notification.
struct ContextNotice {
  var event = ContextEvent()
  var inserted: ContiguousArray<NSManagedObject> = []
  var updated: ContiguousArray<NSManagedObject> = []
  var deleted: ContiguousArray<NSManagedObject> = []
  var refreshed: ContiguousArray<NSManagedObject> = []
  /// The IDs of all objects, when the event invalidates them all.
  var invalidatedAll: [NSManagedObjectID]?

  /// What the objects-did-change notification carries; nil when there is nothing to say in public.
  var userInfo: [AnyHashable: Any]? {
    var info: [AnyHashable: Any] = [:]
    if !inserted.isEmpty { info[NSInsertedObjectsKey] = Set(inserted) }
    if !updated.isEmpty { info[NSUpdatedObjectsKey] = Set(updated) }
    if !deleted.isEmpty { info[NSDeletedObjectsKey] = Set(deleted) }
    if !refreshed.isEmpty { info[NSRefreshedObjectsKey] = Set(refreshed) }
    if let invalidatedAll { info[NSInvalidatedAllObjectsKey] = invalidatedAll }
    return info.isEmpty ? nil : info
  }
}

import Foundation

extension NSManagedObjectContext {
  /// Posted on the context's queue when a context has processed its changes, after its fetched results controllers
  /// have followed them.
  public static let didChangeObjectsNotification = Notification.Name("NSObjectsChangedInManagingContextNotification")
  /// Posted before a context saves.
  public static let willSaveObjectsNotification = Notification.Name("NSManagingContextWillSaveChangesNotification")
  /// Posted after a context saved, with its objects, and before `didSaveObjectIDsNotification`.
  public static let didSaveObjectsNotification = Notification.Name("NSManagingContextDidSaveChangesNotification")
  /// Posted after a context saved, with object IDs.
  public static let didSaveObjectIDsNotification = Notification.Name(
    "NSManagedObjectContextDidSaveObjectIDsNotification"
  )
  /// Posted after a context merged another context's save, with object IDs.
  public static let didMergeChangesObjectIDsNotification = Notification.Name(
    "NSManagedObjectContextDidMergeChangesObjectIDsNotification"
  )

  /// The keys in the user info of a context's notifications.
  public enum NotificationKey: String, Sendable {
    /// The inserted objects, a set.
    case insertedObjects = "inserted"
    /// The changed objects, a set.
    case updatedObjects = "updated"
    /// The deleted objects, a set.
    case deletedObjects = "deleted"
    /// The objects whose values were read again, a set.
    case refreshedObjects = "refreshed"
    /// The objects that have no row any more. No notification has this key here, because the deleted objects include
    /// them.
    case invalidatedObjects = "invalidated"
    /// The IDs of all objects, if a reset or a removed store invalidated them; an array.
    case invalidatedAllObjects = "invalidatedAll"
    /// The query generation. No notification has this key here.
    case queryGeneration = "queryGeneration"
    /// The IDs of inserted objects, a set.
    case insertedObjectIDs = "inserted_objectIDs"
    /// The IDs of changed objects, a set.
    case updatedObjectIDs = "updated_objectIDs"
    /// The IDs of deleted objects, a set.
    case deletedObjectIDs = "deleted_objectIDs"
    /// The IDs of objects whose values were read again, a set.
    case refreshedObjectIDs = "refreshed_objectIDs"
    /// The IDs of objects that have no row any more. No notification has this key here.
    case invalidatedObjectIDs = "invalidated_objectIDs"
  }
}

extension NSNotification.Name {
  /// Posted when a context has processed its changes.
  public static let NSManagedObjectContextObjectsDidChange = NSManagedObjectContext.didChangeObjectsNotification
  /// Posted before a context saves.
  public static let NSManagedObjectContextWillSave = NSManagedObjectContext.willSaveObjectsNotification
  /// Posted after a context saved, with its objects.
  public static let NSManagedObjectContextDidSave = NSManagedObjectContext.didSaveObjectsNotification
  /// Posted after a context saved, with object IDs.
  public static let NSManagedObjectContextDidSaveObjectIDs = NSManagedObjectContext.didSaveObjectIDsNotification
  /// Posted after a context merged another context's save, with object IDs.
  public static let NSManagedObjectContextDidMergeChangesObjectIDs =
    NSManagedObjectContext.didMergeChangesObjectIDsNotification
}

/// The inserted objects, a set.
public let NSInsertedObjectsKey = NSManagedObjectContext.NotificationKey.insertedObjects.rawValue
/// The changed objects, a set.
public let NSUpdatedObjectsKey = NSManagedObjectContext.NotificationKey.updatedObjects.rawValue
/// The deleted objects, a set.
public let NSDeletedObjectsKey = NSManagedObjectContext.NotificationKey.deletedObjects.rawValue
/// The objects whose values were read again, a set.
public let NSRefreshedObjectsKey = NSManagedObjectContext.NotificationKey.refreshedObjects.rawValue
/// The objects that have no row any more, a set.
public let NSInvalidatedObjectsKey = NSManagedObjectContext.NotificationKey.invalidatedObjects.rawValue
/// The IDs of all objects, if a reset or a removed store invalidated them; an array.
public let NSInvalidatedAllObjectsKey = NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue
/// The IDs of inserted objects, a set.
public let NSInsertedObjectIDsKey = NSManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue
/// The IDs of changed objects, a set.
public let NSUpdatedObjectIDsKey = NSManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
/// The IDs of deleted objects, a set.
public let NSDeletedObjectIDsKey = NSManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue
/// The IDs of objects whose values were read again, a set.
public let NSRefreshedObjectIDsKey = NSManagedObjectContext.NotificationKey.refreshedObjectIDs.rawValue
/// The IDs of objects that have no row any more, a set.
public let NSInvalidatedObjectIDsKey = NSManagedObjectContext.NotificationKey.invalidatedObjectIDs.rawValue

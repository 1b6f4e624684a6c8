import Foundation

extension NSManagedObjectContext {
  /// Posted when a context has processed its changes, on the context's queue, after the fetched results controllers of
  /// the context have followed them.
  public static let didChangeObjectsNotification = Notification.Name("NSObjectsChangedInManagingContextNotification")
  /// Posted before a context saves.
  public static let willSaveObjectsNotification = Notification.Name("NSManagingContextWillSaveChangesNotification")
  /// Posted after a context saved, with its objects, and before `didSaveObjectIDsNotification`.
  public static let didSaveObjectsNotification = Notification.Name("NSManagingContextDidSaveChangesNotification")
  /// Posted after a context saved, with object IDs.
  public static let didSaveObjectIDsNotification = Notification.Name(
    "NSManagedObjectContextDidSaveObjectIDsNotification"
  )
  /// Posted after a context merged what another saved, with object IDs.
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
    /// The objects without a row any more. No notification carries it here: such objects are among the deleted ones.
    case invalidatedObjects = "invalidated"
    /// The IDs of all objects that the context forgot, an array.
    case invalidatedAllObjects = "invalidatedAll"
    /// The query generation. No notification carries it here.
    case queryGeneration = "queryGeneration"
    /// The IDs of inserted objects, a set.
    case insertedObjectIDs = "inserted_objectIDs"
    /// The IDs of changed objects, a set.
    case updatedObjectIDs = "updated_objectIDs"
    /// The IDs of deleted objects, a set.
    case deletedObjectIDs = "deleted_objectIDs"
    /// The IDs of objects whose values were read again, a set.
    case refreshedObjectIDs = "refreshed_objectIDs"
    /// The IDs of objects without a row any more. No notification carries it here.
    case invalidatedObjectIDs = "invalidated_objectIDs"
  }

  func post(_ written: SavedObjects, _ saved: SavedChanges) {
    observers.current.forEach { $0.contextSaved(self) }
    // Both notifications carry the same value.
    let token = superior == nil ? registry.coordinator?.historyToken(behind: saved.transactions) : nil
    let saved: Any = saved
    var objects = Self.savedObjects.filled(
      with: saved, Set(written.inserted), Set(written.updated), Set(written.deleted))
    let generation = queryGenerationToken
    if let token { objects[Self.newChangeTokenKey] = token }
    if let generation { objects[NSManagedObjectContextQueryGenerationKey] = generation }
    NotificationCenter.default.post(name: Self.didSaveObjectsNotification, object: self, userInfo: objects)
    var ids = Self.savedIDs.filled(
      with: saved, Self.ids(of: written.inserted), Self.ids(of: written.updated), Self.ids(of: written.deleted))
    if let token { ids[Self.newChangeTokenKey] = token }
    if let generation { ids[NSManagedObjectContextQueryGenerationKey] = generation }
    NotificationCenter.default.post(name: Self.didSaveObjectIDsNotification, object: self, userInfo: ids)
  }

  /// The place in the history behind the save. The key has no constant in Apple's interface either.
  private static let newChangeTokenKey = "newChangeToken"

  private static let savedObjects = NotificationTemplate([
    SavedChanges.infoKey, NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey,
  ])
  private static let savedIDs = NotificationTemplate([
    SavedChanges.infoKey, NSInsertedObjectIDsKey, NSUpdatedObjectIDsKey, NSDeletedObjectIDsKey,
  ])

  private static func ids(of objects: ContiguousArray<NSManagedObject>) -> Set<NSManagedObjectID> {
    Set(objects.lazy.map { $0.makeID() })
  }

  func postMerged(_ merged: SavedIDs) {
    guard !merged.isEmpty else { return }
    let ids: [AnyHashable: Any] = [
      NSInsertedObjectIDsKey: Set(merged.inserted.map(objectID)),
      NSUpdatedObjectIDsKey: Set(merged.updated.map(objectID)),
      NSDeletedObjectIDsKey: Set(merged.deleted.map(objectID)),
      NSRefreshedObjectIDsKey: Set(merged.refreshed.map(objectID)),
    ]
    observers.current.forEach { $0.context(self, merged: ids) }
    NotificationCenter.default.post(name: Self.didMergeChangesObjectIDsNotification, object: self, userInfo: ids)
  }
}

/// The keys that a merge named.
struct SavedIDs {
  var inserted: [RowKey] = []
  var updated: [RowKey] = []
  var deleted: [RowKey] = []
  /// The updated ones whose objects the context has, and which have taken the new values.
  var refreshed: [RowKey] = []

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
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
  /// Posted after a context merged what another saved, with object IDs.
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
/// The objects without a row any more, a set.
public let NSInvalidatedObjectsKey = NSManagedObjectContext.NotificationKey.invalidatedObjects.rawValue
/// The IDs of all objects that the context forgot, an array.
public let NSInvalidatedAllObjectsKey = NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue
/// The IDs of inserted objects, a set.
public let NSInsertedObjectIDsKey = NSManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue
/// The IDs of changed objects, a set.
public let NSUpdatedObjectIDsKey = NSManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
/// The IDs of deleted objects, a set.
public let NSDeletedObjectIDsKey = NSManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue
/// The IDs of objects whose values were read again, a set.
public let NSRefreshedObjectIDsKey = NSManagedObjectContext.NotificationKey.refreshedObjectIDs.rawValue
/// The IDs of objects without a row any more, a set.
public let NSInvalidatedObjectIDsKey = NSManagedObjectContext.NotificationKey.invalidatedObjectIDs.rawValue

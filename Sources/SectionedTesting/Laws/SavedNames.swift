import CoreData

/// The IDs that objects have now, by those that they had before they were saved.
struct SavedNames {
  private var unsaved: [NSManagedObjectID: NSManagedObject] = [:]
  private var saved: [NSManagedObjectID: NSManagedObjectID] = [:]

  subscript(id: NSManagedObjectID) -> NSManagedObjectID { saved[id] ?? unsaved[id]?.objectID ?? id }

  /// Takes the objects that a context has not saved. To be called before they can be saved.
  mutating func note(_ context: NSManagedObjectContext) {
    for (id, object) in unsaved {
      if !object.objectID.isTemporaryID {
        saved[id] = object.objectID
        unsaved[id] = nil
      } else if object.managedObjectContext == nil {
        unsaved[id] = nil
      }
    }
    for object in context.insertedObjects where object.objectID.isTemporaryID { unsaved[object.objectID] = object }
  }
}

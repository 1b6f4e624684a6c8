import CoreData

extension NSManagedObjectContext {
  /// The entities of the context's model; empty while the context has no coordinator.
  package var entitiesByName: [String: NSEntityDescription] {
    nearestToStores.persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
  }

  /// Whether a fetch returns exactly the stored state: the context has no parent and no unsaved changes.
  package var showsStoresOnly: Bool { !hasParent && !hasChanges }

  /// Whether an ID is temporary or of one of the context's stores. A row of another store may have the same primary
  /// key.
  func reaches(_ id: NSManagedObjectID) -> Bool {
    if id.isTemporaryID { return true }
    guard let store = id.persistentStore else { return false }
    return nearestToStores.persistentStoreCoordinator?.persistentStores.contains { $0 === store } ?? false
  }
}

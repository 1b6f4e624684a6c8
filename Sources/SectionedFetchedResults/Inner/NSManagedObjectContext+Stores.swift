import CoreData

extension NSManagedObjectContext {
  /// The entities of the model whose stores the context reaches; none while it has no coordinator.
  package var entitiesByName: [String: NSEntityDescription] {
    nearestToStores.persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
  }

  /// Whether a fetch here gives what the stores hold: nothing waits to be saved, here or in a parent.
  package var showsStoresOnly: Bool { !hasParent && !hasChanges }

  /// Whether an ID is of one of the context's stores, or that of an object that is not saved. A row of another store
  /// may have the same number.
  func reaches(_ id: NSManagedObjectID) -> Bool {
    if id.isTemporaryID { return true }
    guard let store = id.persistentStore else { return false }
    return nearestToStores.persistentStoreCoordinator?.persistentStores.contains { $0 === store } ?? false
  }
}

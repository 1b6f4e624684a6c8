import CoreData

extension NSManagedObjectContext {
  /// The entities of the model whose stores the context reaches; none while it has no coordinator.
  package var entitiesByName: [String: NSEntityDescription] {
    nearestToStores.persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
  }

  /// Whether a fetch here gives what the stores hold: nothing waits to be saved, here or in a parent.
  package var showsStoresOnly: Bool { !hasParent && !hasChanges }
}

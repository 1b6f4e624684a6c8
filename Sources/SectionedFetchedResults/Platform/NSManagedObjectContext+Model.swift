import CoreData

extension NSManagedObjectContext {
  /// The entities of the model whose stores the context reaches; none while it has no coordinator.
  var entitiesByName: [String: NSEntityDescription] {
    var context = self
    #if canImport(Darwin)
      while context.persistentStoreCoordinator == nil, let parent = context.parent { context = parent }
    #endif
    return context.persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
  }

  /// Whether a fetch here gives what the stores hold: nothing waits to be saved, here or in a parent.
  var showsStoresOnly: Bool {
    #if canImport(Darwin)
      guard parent == nil else { return false }
    #endif
    return !hasChanges
  }
}

import CoreData

extension NSManagedObjectContext {
  /// Whether an ID is of one of the context's stores, or that of an object that is not saved. A row of another store
  /// may have the same number.
  func reaches(_ id: NSManagedObjectID) -> Bool {
    if id.isTemporaryID { return true }
    guard let store = id.persistentStore else { return false }
    return nearestToStores.persistentStoreCoordinator?.persistentStores.contains { $0 === store } ?? false
  }
}

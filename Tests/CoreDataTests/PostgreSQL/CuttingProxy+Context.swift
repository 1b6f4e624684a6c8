import PostgreSQLTesting
import SectionedTesting

@testable import CoreData
@testable import CoreDataPostgreSQL

extension CuttingProxy {
  /// Makes a context with a coordinator of its own, whose store is reached through this proxy.
  func context(_ schema: String, options: [AnyHashable: Any]? = nil) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try coordinator.addPersistentStore(type: .postgreSQL, at: url(schema: schema), options: options)
    return PostgresPair.context(coordinator)
  }
}

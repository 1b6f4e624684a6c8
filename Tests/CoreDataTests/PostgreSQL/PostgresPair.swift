import Foundation
import PostgreSQLTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// Two coordinators with the same store on a server. For each, the writes of the other are those of another process.
final class PostgresPair {
  let url: URL
  let first: NSPersistentStoreCoordinator
  let second: NSPersistentStoreCoordinator

  init(
    _ url: URL, options: [AnyHashable: Any]? = nil, model: () throws -> NSManagedObjectModel = { MusicModel.make() }
  ) throws {
    self.url = url
    func make() throws -> NSPersistentStoreCoordinator {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try model())
      try coordinator.addPersistentStore(type: .postgreSQL, at: url, options: options)
      return coordinator
    }
    (first, second) = (try make(), try make())
  }

  convenience init() throws { try self.init(PostgresCluster.shared.get().newURL()) }

  deinit {
    for coordinator in [first, second] {
      for store in coordinator.persistentStores { try? coordinator.remove(store) }
    }
  }

  static func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Edits and saves with the second coordinator.
  func elsewhere(_ edit: (NSManagedObjectContext) throws -> Void) throws {
    let context = Self.context(second)
    try context.performAndWait {
      try edit(context)
      try context.save()
    }
  }

  static func rows(_ coordinator: NSPersistentStoreCoordinator) throws -> PostgresStore {
    try #require(coordinator.persistentStores.first?.rows as? PostgresStore)
  }

  /// Analyzes all tables, as the server does by itself sooner or later.
  func analyze() throws {
    let store = try Self.rows(first)
    try store.pool.write { place in
      let connection = try place.idle(store.settings)
      let tables = try connection.run(
        """
        SELECT quote_ident(relname) FROM pg_class \
        WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relkind = 'r'
        """)
      for row in 0..<tables.count { try connection.run("ANALYZE \(tables.text(row, 0))") }
    }
  }

  /// Returns the content of a store, which is opened again: each artist with its albums, by name.
  static func contents(_ url: URL) throws -> [String] {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let store = try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    defer { try? coordinator.remove(store) }
    let context = context(coordinator)
    return try context.performAndWait { try context.all("Artist", by: "name").map { $0.text("name") } }
  }
}

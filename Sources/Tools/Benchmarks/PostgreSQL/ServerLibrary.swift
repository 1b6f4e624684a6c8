import CoreData
import Foundation
import PostgreSQLTesting

/// A library on a server, with the books and shelves of `LibraryStore`.
final class ServerLibrary {
  let shape: LibraryShape
  let coordinator: NSPersistentStoreCoordinator
  /// The connection of the baseline.
  let database: PQDatabase
  private let cluster: PostgresCluster
  private let url: URL
  private let schema: String

  init(_ shape: LibraryShape, on cluster: PostgresCluster) throws {
    self.shape = shape
    self.cluster = cluster
    schema = "library_\(UInt32.random(in: 0 ... .max))"
    url = cluster.url(schema: schema)
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.shared)
    let store = try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    try coordinator.remove(store)
    database = try Self.database(at: url, schema)
    try fill()
    try coordinator.addPersistentStore(type: .postgreSQL, at: url)
  }

  deinit {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }

  func newContext() -> NSManagedObjectContext { Self.newContext(coordinator) }

  /// Makes a context with a coordinator and connections of its own, like those of another process.
  func newExternalContext() throws -> NSManagedObjectContext {
    let other = NSPersistentStoreCoordinator(managedObjectModel: LibraryModel.shared)
    try other.addPersistentStore(type: .postgreSQL, at: url)
    return Self.newContext(other)
  }

  /// Makes another connection of the baseline.
  func newDatabase() throws -> PQDatabase { try Self.database(at: url, schema) }

  /// Connects without the setting that names the schema, because libpq does not know it.
  private static func database(at url: URL, _ schema: String) throws -> PQDatabase {
    try PQDatabase(url.absoluteString.components(separatedBy: "&schema=")[0], schema: schema)
  }

  private static func newContext(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func fill() throws {
    func entity(_ name: String) -> String { #"(SELECT "Z_ENT" FROM "Z_PRIMARYKEY" WHERE "Z_NAME" = '\#(name)')"# }
    let name = "'name-' || substr(md5(i::text), 1, 16)"
    try database.run(
      #"""
      INSERT INTO "ZSHELF" ("Z_PK", "Z_ENT", "Z_OPT", "ZCODE", "ZNAME", "ZRANK") \#
      SELECT i, \#(entity("Shelf")), 1, i, \#(name), i * 2 FROM generate_series(1, \#(shape.shelves)) AS i
      """#)
    try database.run(
      #"""
      INSERT INTO "ZBOOK" ("Z_PK", "Z_ENT", "Z_OPT", "ZAUTHOR", "ZDATE", "ZNAME", "ZRANK", "ZSHELF", "ZVALUE") \#
      SELECT i, \#(entity("Book")), 1, 'author-' || 1000000 + i % 1000000 || '-000000', i + 0.5, \#(name), i, \#
      i % \#(shape.filledShelves) + 1, i * 0.25 FROM generate_series(1, \#(shape.books)) AS i
      """#)
    try database.run("SELECT setval('\"ZBOOK_SEQ\"', \(shape.books + 1), false)")
    try vacuum()
  }

  /// Removes deleted rows, so that they do not slow later reads.
  func vacuum() throws { try database.run(#"VACUUM ANALYZE "ZBOOK""#) }

  /// Analyzes the history, as the server does by itself in a store that is in use.
  func analyzeHistory() throws { try database.run(#"ANALYZE "ATRANSACTION", "ACHANGE", "Z_HISTORY""#) }
}

extension Workspace {
  /// The server that the benchmarks of the run share.
  func server() throws -> PostgresCluster { try shared("server") { try Self.newServer() } }

  /// Starts a server with default settings, except for its memory. A commit waits for the disk.
  static func newServer() throws -> PostgresCluster {
    try PostgresCluster(settings: ["fsync=on", "shared_buffers=512MB", "max_wal_size=4GB"])
  }

  func serverLibrary(_ shape: LibraryShape) throws -> ServerLibrary {
    try shared("library of \(shape.books)") { try ServerLibrary(shape, on: server()) }
  }
}

import CSQLite
import CoreData
import Foundation
import SectionedTesting

/// A store of a tree of nodes, filled by C. It has ten roots, and the first nodes have ten children each.
///
/// Node `n` is a child of node `(n - 1) / 10`, or a root if that is 0. So a tenth of the nodes have children, and each
/// root has a tenth of all nodes beneath it.
final class TreeStore {
  static let fanOut = 10

  let count: Int
  let coordinator: NSPersistentStoreCoordinator
  /// A connection outside of the coordinator.
  let database: CDatabase

  init(nodes count: Int, at url: URL) throws {
    self.count = count
    let model = Self.model()
    let first = NSPersistentStoreCoordinator(managedObjectModel: model)
    try first.remove(try first.addPersistentStore(type: .sqlite, at: url))
    database = try CDatabase(path: url.path)
    try Self.fill(database, count)
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(type: .sqlite, at: url)
  }

  deinit {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }

  private static func model() -> NSManagedObjectModel {
    let node = NSEntityDescription(
      "Node", [NSAttributeDescription("name"), NSAttributeDescription("rank", .integer64AttributeType)])
    node.relate("parent", .one, to: node, "children", .many)
    node.indexes = [
      NSFetchIndexDescription(
        name: "byName",
        elements: node.propertiesByName["name"].map {
          [NSFetchIndexElementDescription(property: $0, collationType: .binary)]
        } ?? [])
    ]
    return NSManagedObjectModel([node])
  }

  private static func fill(_ database: CDatabase, _ count: Int) throws {
    let entity = try database.integer("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Node'")
    try database.transaction {
      let statement = try database.statement(
        "INSERT INTO ZNODE (Z_PK, Z_ENT, Z_OPT, ZNAME, ZRANK, ZPARENT) VALUES (?, ?, 1, ?, ?, ?)")
      for number in 1...count {
        sqlite3_bind_int64(statement, 1, Int64(number))
        sqlite3_bind_int64(statement, 2, entity)
        database.bind(statement, 3, LibraryStore.name(of: number))
        sqlite3_bind_int64(statement, 4, Int64(number))
        if let parent = parent(of: number) {
          sqlite3_bind_int64(statement, 5, Int64(parent))
        } else {
          sqlite3_bind_null(statement, 5)
        }
        try database.finish(statement)
      }
      try database.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(count) WHERE Z_NAME = 'Node'")
    }
    try database.run("ANALYZE")
    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  static func parent(of number: Int) -> Int? { number <= fanOut ? nil : (number - 1) / fanOut }

  /// The number of nodes that have children.
  var parents: Int { (count - 1) / Self.fanOut }

  func newContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  static func request() -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Node")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    request.fetchBatchSize = 1_000
    return request
  }
}

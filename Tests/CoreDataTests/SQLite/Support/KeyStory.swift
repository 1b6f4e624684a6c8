import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A person who owns an album that has a tag. All three have the same primary key, which a test chooses.
final class KeyStory {
  let folder: TemporaryFolder
  let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
  private(set) var store: NSPersistentStore?

  /// - Parameters:
  ///   - key: the primary key of all three.
  ///   - statements: further SQL that is run in the file before it is opened.
  init(_ key: Int64 = 1, _ statements: String...) throws {
    folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.model())
    let person = try handle.new("Person", 1, ["name": .string("p")])
    let album = try handle.new("Album", 2, ["title": .string("a"), "owner": .reference(person.key)])
    let tag = try handle.new("Tag", 3, ["word": .string("t")])
    let tags = StoreChanges.ToMany(
      owner: album.key, slot: try handle.slot("tags", of: "Album"), added: [tag.key], removed: [], ordered: [tag.key])
    try handle.insert([person, album, tag], toMany: [tags])
    let join = try #require(handle.store.schema.joinTables.first)
    handle.store.close()
    let database = try SampleDatabase(folder.file().path)
    let sides = join.columns.filter { !$0.hasPrefix("Z_FOK") }
    let moves = [
      "UPDATE ZPERSON SET Z_PK = \(key)", "UPDATE ZALBUM SET Z_PK = \(key), ZOWNER = \(key)",
      "UPDATE ZTAG SET Z_PK = \(key)",
      "UPDATE \(join.name) SET " + sides.map { "\($0) = \(key)" }.joined(separator: ", "),
    ]
    for statement in moves + statements { try database.execute(statement) }
    database.close()
    store = try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file())
  }

  deinit {
    if let store { try? coordinator.remove(store) }
  }

  /// Runs a test on the queue of a new context.
  func run(_ body: (NSManagedObjectContext) throws -> Void) throws {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait { try body(context) }
  }

  /// Returns the rows of a query, read directly from the file.
  func rows(_ sql: String) throws -> [[SampleDatabase.Cell]] {
    let database = try SampleDatabase(folder.file().path)
    defer { database.close() }
    return try database.rows(sql)
  }
}

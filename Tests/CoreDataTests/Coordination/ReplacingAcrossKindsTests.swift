import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData

/// One file has twelve items, in lists and in an order, with marks and large data. Another file has three. Stores on a
/// server get addresses of their own.
@Suite(
  "A store on a server and one in a file take each other's place",
  .enabled("a server is needed") { !StoresOnServers.types.isEmpty })
struct ReplacingAcrossKindsTests {
  private let store: MigratingStore
  private let model = FailingMigration.model(1)
  private let before: StoreContents
  private let coordinator: NSPersistentStoreCoordinator
  private let server: URL

  init() throws {
    store = try MigratingStore()
    try FailingMigration.fill(store, 12)
    before = try store.contents(model)
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    server = try #require(StoresOnServers.newURL("PostgreSQL"))
  }

  private func contents(_ url: URL) throws -> StoreContents {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: url)
    let added = try coordinator.addPersistentStore(ofType: description.type, configurationName: nil, at: url)
    defer { try? coordinator.remove(added) }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try StoreContents(context, model) }
  }

  /// Makes another file, with three items.
  private func other() throws -> MigratingStore {
    let other = try MigratingStore()
    try FailingMigration.fill(other, 3)
    return other
  }

  /// The addresses decide what is replaced, whichever of the two types is named.
  @Test(arguments: [NSPersistentStore.StoreType.sqlite, .postgreSQL])
  func toServerAndBack(_ type: NSPersistentStore.StoreType) throws {
    try coordinator.replacePersistentStore(at: server, withPersistentStoreFrom: store.url, type: type)
    #expect(try contents(server) == before)
    let other = try other()
    #expect(try contents(other.url) != before)
    try coordinator.replacePersistentStore(at: other.url, withPersistentStoreFrom: server, type: type)
    #expect(try contents(other.url) == before)
    #expect(try other.problems(model) == [])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: other.folder.url.path).sorted()
        == [".Store_SUPPORT", "Store.sqlite"])
  }

  @Test("What was on the server is replaced, and the metadata of the program go along")
  func overAStoreOnAServer() throws {
    let other = try other()
    try coordinator.replacePersistentStore(at: server, withPersistentStoreFrom: other.url, type: .sqlite)
    let former = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .postgreSQL, at: server)
    var noted = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
    noted["note"] = "kept"
    try NSPersistentStoreCoordinator.setMetadata(noted, type: .sqlite, at: store.url)
    try coordinator.replacePersistentStore(at: server, withPersistentStoreFrom: store.url, type: .sqlite)
    #expect(try contents(server) == before)
    let now = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .postgreSQL, at: server)
    #expect(now["note"] as? String == "kept")
    // The store gets a new identifier, so that IDs of old objects do not name new ones.
    #expect(now[NSStoreUUIDKey] as? String != former[NSStoreUUIDKey] as? String)
    #expect(now[NSStoreUUIDKey] as? String != noted[NSStoreUUIDKey] as? String)
  }

  @Test("Where there is no source the destination stays as it is")
  func noSource() throws {
    let missing = store.folder.file("Missing.sqlite")
    try coordinator.replacePersistentStore(at: server, withPersistentStoreFrom: store.url, type: .sqlite)
    let noFile = #expect(throws: NSError.self) {
      try coordinator.replacePersistentStore(at: server, withPersistentStoreFrom: missing, type: .sqlite)
    }
    #expect(noFile?.code == CocoaError.fileReadNoSuchFile.rawValue)
    #expect(try contents(server) == before)
    let nowhere = try #require(StoresOnServers.newURL("PostgreSQL"))
    let noStore = #expect(throws: NSError.self) {
      try coordinator.replacePersistentStore(at: store.url, withPersistentStoreFrom: nowhere, type: .sqlite)
    }
    #expect(noStore?.code == CocoaError.fileReadNoSuchFile.rawValue)
    #expect(try contents(store.url) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: store.folder.url.path).sorted()
        == [".Store_SUPPORT", "Store.sqlite"])
  }

  /// An in-memory store is found at neither address.
  @Test func inMemory() throws {
    try coordinator.replacePersistentStore(at: server, withPersistentStoreFrom: store.url, type: .sqlite)
    for (destination, source) in [(server, store.url), (store.url, server)] {
      let error = #expect(throws: NSError.self) {
        try coordinator.replacePersistentStore(at: destination, withPersistentStoreFrom: source, type: .inMemory)
      }
      #expect(error?.code == CocoaError.fileReadNoSuchFile.rawValue)
    }
    #expect(try contents(server) == before)
    #expect(try contents(store.url) == before)
  }

  @Test("A file that another coordinator of the process has open is not replaced")
  func openFile() throws {
    let other = try other()
    let former = try contents(other.url)
    try coordinator.replacePersistentStore(at: server, withPersistentStoreFrom: store.url, type: .sqlite)
    let holder = NSPersistentStoreCoordinator(managedObjectModel: model)
    try holder.addPersistentStore(type: .sqlite, at: other.url)
    let error = #expect(throws: NSError.self) {
      try coordinator.replacePersistentStore(at: other.url, withPersistentStoreFrom: server, type: .sqlite)
    }
    #expect(error?.code == NSPersistentStoreOperationError)
    #expect(try contents(other.url) == former)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: other.folder.url.path)
        .filter { !$0.hasPrefix("Store.sqlite") } == [".Store_SUPPORT"])
  }

  @Test("Who has the server's store open meets an error, and not the new store's rows")
  func openOnAServer() throws {
    let other = try other()
    try coordinator.replacePersistentStore(at: server, withPersistentStoreFrom: other.url, type: .sqlite)
    let holder = NSPersistentStoreCoordinator(managedObjectModel: model)
    try holder.addPersistentStore(type: .postgreSQL, at: server)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = holder
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    #expect(try context.performAndWait { try context.count(for: request) } == 3)
    try coordinator.replacePersistentStore(at: server, withPersistentStoreFrom: store.url, type: .sqlite)
    let error = #expect(throws: NSError.self) { try context.performAndWait { try context.count(for: request) } }
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(try contents(server) == before)
  }

  /// One replacement waits for the other, and the last one decides the content.
  @Test func twoAtOnce() async throws {
    let other = try other()
    let contents = (before, try self.contents(other.url))
    let server = server
    try await withThrowingTaskGroup(of: Void.self) { group in
      for url in [store.url, other.url, store.url, other.url] {
        group.addTask {
          try NSPersistentStoreCoordinator(managedObjectModel: FailingMigration.model(1))
            .replacePersistentStore(at: server, withPersistentStoreFrom: url, type: .sqlite)
        }
      }
      try await group.waitForAll()
    }
    let now = try self.contents(server)
    #expect(now == contents.0 || now == contents.1)
  }
}

import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("A coordinator moves a store to another place")
struct MigratingStoreTests {
  private let store: MigratingStore
  private let model = FailingMigration.model(1)
  private let before: StoreContents

  /// Fills the store with lists, ordered items, marks of several items, and large data.
  init() throws {
    store = try MigratingStore()
    try FailingMigration.fill(store, 12)
    before = try store.contents(FailingMigration.model(1))
  }

  private func contents(_ coordinator: NSPersistentStoreCoordinator) throws -> StoreContents {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try StoreContents(context, model) }
  }

  private func insert(_ coordinator: NSPersistentStoreCoordinator) throws -> Int64 {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait {
      let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
      try context.save()
      return item.objectID.key.primaryKey
    }
  }

  @Test func fromFileToFile() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let old = try coordinator.addPersistentStore(type: .sqlite, at: store.url)
    old.metadata["note"] = "not saved yet"
    let url = store.folder.file("Other.sqlite")
    let new = try coordinator.migratePersistentStore(old, to: url, type: .sqlite)
    #expect(coordinator.persistentStores == [new])
    #expect(new.url == url)
    #expect(new.identifier == old.identifier)
    #expect(new.metadata["note"] as? String == "not saved yet")
    #expect(try contents(coordinator) == before)
    #expect(try insert(coordinator) == 13)
    try coordinator.remove(new)
    #expect(try store.contents(model) == before)
    #expect(try store.at(url).problems(model) == [])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: store.folder.url.path).sorted()
        == [".Other_SUPPORT", ".Store_SUPPORT", "Other.sqlite", "Store.sqlite"])
  }

  @Test func toMemoryAndBack() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let old = try coordinator.addPersistentStore(type: .sqlite, at: store.url)
    old.metadata["note"] = "kept"
    let memory = try coordinator.migratePersistentStore(
      old, to: URL(fileURLWithPath: "/memory"), options: nil, withType: NSInMemoryStoreType)
    #expect(memory.type == NSInMemoryStoreType)
    #expect(try contents(coordinator) == before)
    #expect(try insert(coordinator) == 13)
    let after = try contents(coordinator)
    let url = store.folder.file("Other.sqlite")
    let new = try coordinator.migratePersistentStore(memory, to: url, type: .sqlite)
    #expect(try contents(coordinator) == after)
    #expect(new.metadata["note"] as? String == "kept")
    #expect(try insert(coordinator) == 14)
    try coordinator.remove(new)
    #expect(try store.at(url).problems(model) == [])
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    #expect(metadata["note"] as? String == "kept")
    #expect(try store.contents(model) == before)
  }

  @Test func whatCannotBeDoneLeavesTheStoreInItsPlace() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let old = try coordinator.addPersistentStore(type: .sqlite, at: store.url)
    let other = try MigratingStore()
    try other.fill(model) { _ in }
    func code(_ url: URL, _ type: String = NSSQLiteStoreType, _ options: [AnyHashable: Any]? = nil) -> Int? {
      do {
        try coordinator.migratePersistentStore(old, to: url, options: options, withType: type)
        return nil
      } catch {
        return (error as NSError).code
      }
    }
    #expect(code(other.url) == NSPersistentStoreOperationError)
    #expect(code(store.url) == NSPersistentStoreOperationError)
    #expect(code(store.folder.file("New"), "Tape") == NSPersistentStoreInvalidTypeError)
    #expect(code(store.folder.file("none/New")) != nil)
    #expect(
      code(store.folder.file("New"), NSSQLiteStoreType, [NSSQLitePragmasOption: ["journal_mode": "off"]])
        == NSPersistentStoreOpenError)
    #expect(coordinator.persistentStores == [old])
    #expect(try contents(coordinator) == before)
    #expect(!FileManager.default.fileExists(atPath: store.folder.file("New").path))
    let elsewhere = NSPersistentStoreCoordinator(managedObjectModel: model)
    #expect(throws: NSError.self) {
      try elsewhere.migratePersistentStore(old, to: store.folder.file("New"), type: .sqlite)
    }
  }
}

import CoreData
import Foundation
import Testing

@Suite("Descriptions of stores")
struct StoreDescriptionTests {
  private let url = URL(fileURLWithPath: "/tmp/store.sqlite")

  @Test("A new description is of an SQLite store that is migrated if need be, as Apple's is")
  func defaults() {
    let description = NSPersistentStoreDescription(url: url)
    #expect(description.type == NSSQLiteStoreType)
    #expect(description.url == url)
    #expect(description.configuration == nil)
    #expect(!description.isReadOnly)
    #expect(!description.shouldAddStoreAsynchronously)
    #expect(description.shouldMigrateStoreAutomatically)
    #expect(description.shouldInferMappingModelAutomatically)
    #expect(description.timeout == 240)
    #expect(description.sqlitePragmas.isEmpty)
  }

  @Test("A description without an address can be made, and is enough for a store in memory")
  func withoutAddress() throws {
    let description = NSPersistentStoreDescription()
    #expect(description.url == URL(fileURLWithPath: "/dev/null"))
    #expect(description.type == NSSQLiteStoreType)
    #expect((description.copy() as? NSPersistentStoreDescription)?.url == description.url)
    #expect(description.isEqual(description.copy()))
    description.type = NSInMemoryStoreType
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
    var problem: (any Error)?
    coordinator.addPersistentStore(with: description) { problem = $1 }
    #expect(problem == nil)
    #expect(coordinator.persistentStores.map(\.type) == [NSInMemoryStoreType])
  }

  @Test("Properties and options are two names for one thing")
  func options() {
    let description = NSPersistentStoreDescription(url: url)
    description.isReadOnly = true
    description.timeout = 3
    description.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
    description.shouldMigrateStoreAutomatically = false
    #expect(description.options[NSReadOnlyPersistentStoreOption] as? NSNumber == true)
    #expect(description.options[NSPersistentStoreTimeoutOption] as? NSNumber == 3)
    #expect(description.options[NSSQLitePragmasOption] as? NSDictionary == ["journal_mode": "DELETE"])
    #expect(!description.shouldMigrateStoreAutomatically)
    description.setValue(nil, forPragmaNamed: "journal_mode")
    #expect(description.sqlitePragmas.isEmpty)
    description.setOption(NSNumber(value: false), forKey: NSReadOnlyPersistentStoreOption)
    #expect(!description.isReadOnly)
    description.setOption(nil, forKey: NSPersistentStoreTimeoutOption)
    #expect(description.timeout == 240)
  }

  @Test("A copy is equal and is changed by itself")
  func copies() throws {
    let description = NSPersistentStoreDescription(url: url)
    description.configuration = "Music"
    description.type = NSInMemoryStoreType
    description.shouldAddStoreAsynchronously = true
    let copy = try #require(description.copy() as? NSPersistentStoreDescription)
    #expect(copy == description)
    #expect(copy.hash == description.hash)
    copy.isReadOnly = true
    #expect(copy != description)
    #expect(!description.isReadOnly)
  }
}

import CSQLite
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

/// Lists have ordered items, and items have marks and external data. In the second version items are entries, which may
/// be in several lists, and their data is gone.
enum FailingMigration {
  static func model(_ version: Int) -> NSManagedObjectModel {
    let (list, mark) = (NSEntityDescription("List", [NSAttributeDescription("name")]), NSEntityDescription("Mark"))
    let item = NSEntityDescription(version == 1 ? "Item" : "Entry", [NSAttributeDescription("text")])
    if version == 1 {
      let data = NSAttributeDescription("data", .binaryDataAttributeType)
      data.allowsExternalBinaryDataStorage = true
      item.properties.append(data)
    } else {
      item.renamingIdentifier = "Item"
      item.properties.append(NSAttributeDescription("number", .integer16AttributeType, 7, isOptional: false))
    }
    list.relate("items", .ordered, to: item, "list", version == 1 ? .one : .many)
    item.relate("marks", .many, to: mark, "items", .many)
    return NSManagedObjectModel([list, item, mark])
  }

  static func fill(_ store: MigratingStore, _ count: Int) throws {
    try store.fill(model(1)) { context in
      let list = NSEntityDescription.insertNewObject(forEntityName: "List", into: context)
      let mark = NSEntityDescription.insertNewObject(forEntityName: "Mark", into: context)
      let items = (0..<count).map { number in
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        item.setValue("item \(number)", forKey: "text")
        if number % 3 == 0 { item.setValue(Set([mark]), forKey: "marks") }
        return item
      }
      items[0].setValue(Data(repeating: 1, count: 200_000), forKey: "data")
      list.setValue(NSOrderedSet(array: items.reversed()), forKey: "items")
    }
  }

  static func expected(_ before: StoreContents) -> StoreContents {
    var after = before
    after.objects["Item"] = nil
    after.objects["Entry"] = (before.objects["Item"] ?? [:]).mapValues { values in
      var values = values
      values["data"] = nil
      values["number"] = "7.0"
      values["list"] = "[\"\(values["list"] ?? "")\"]"
      return values
    }
    for (entity, property) in [("List", "items"), ("Mark", "items")] {
      after.objects[entity] = (before.objects[entity] ?? [:]).mapValues { values in
        var values = values
        values[property] = values[property]?.replacing("Item", with: "Entry")
        return values
      }
    }
    return after
  }
}

@Suite("A migration does all of it or nothing")
struct MigrationFailureTests {
  /// Each statement of a migration fails once, as if the disk were full.
  @Test func everyStatementMayFail() throws {
    let store = try MigratingStore()
    try FailingMigration.fill(store, 20)
    let before = try store.contents(FailingMigration.model(1))
    let kind = SQLiteStoreKind()
    let opening = StoreOpening(url: store.url, model: FailingMigration.model(2), entityIndices: [0, 1, 2])
    let mapping = try ModelMapping(
      from: #require(try kind.embeddedModel(at: store.url)).compile(), to: opening.model.compile()
    )
    let metadata = try kind.metadata(at: store.url)
    let bytes = try Data(contentsOf: store.url)
    var failures = 0
    while true {
      var left = failures
      var migration = StoreMigration(
        file: try StoreFile(store.url), opening: opening, mapping: mapping, metadata: metadata)
      migration.willWrite = { _ in
        left -= 1
        if left < 0 { throw SQLiteError(code: SQLITE_FULL, message: "database or disk is full") }
      }
      do {
        try migration.run()
        break
      } catch let error as NSError {
        #expect(error.code == CocoaError.fileWriteOutOfSpace.rawValue)
        #expect(try Data(contentsOf: store.url) == bytes)
        #expect(try store.contents(FailingMigration.model(1)) == before)
        failures += 1
      }
    }
    #expect(failures > 15)
    #expect(try store.problems(FailingMigration.model(2)) == [])
    #expect(try store.contents(FailingMigration.model(2)) == FailingMigration.expected(before))
    let external = store.folder.file(".Store_SUPPORT/_EXTERNAL_DATA").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: external) == [])
  }

  /// Another store of the model, with the same property list, has replaced the one that was read.
  @Test(arguments: MigratingStore.types) func anotherStoreIsNotMigrated(type: String) throws {
    let store = try MigratingStore(type)
    try FailingMigration.fill(store, 3)
    let before = try store.contents(FailingMigration.model(1))
    let kind = try StoreKinds.kind(named: type)
    let opening = StoreOpening(url: store.url, model: FailingMigration.model(2), entityIndices: [0, 1, 2])
    let mapping = try ModelMapping(from: FailingMigration.model(1).compile(), to: opening.model.compile())
    let metadata = try kind.metadata(at: store.url)
    let other = StoreMetadata(identifier: UUID().uuidString, propertyList: metadata.propertyList)
    #expect(try !kind.migrate(opening, by: mapping, metadata: other))
    #expect(try store.contents(FailingMigration.model(1)) == before)
    #expect(try kind.migrate(opening, by: mapping, metadata: metadata))
    #expect(try store.contents(FailingMigration.model(2)) == FailingMigration.expected(before))
  }

  /// Migrating the store when it is opened needs more room than the disk has.
  @Test(.tinyDisks, arguments: [0, 40_000, 120_000, 250_000]) func aFullDisk(room: Int) throws {
    let disk = try TinyDisk()
    let store = try MigratingStore().at(disk.file("Store.sqlite"))
    try FailingMigration.fill(store, 2000)
    let before = try store.contents(FailingMigration.model(1))
    try disk.leave(room)
    let error = try #require(store.error(migratingTo: FailingMigration.model(2)))
    #expect(error.code == CocoaError.fileWriteOutOfSpace.rawValue, "\(error)")
    try disk.leave(4 << 20)
    #expect(try store.contents(FailingMigration.model(1)) == before)
    try store.migrate(to: FailingMigration.model(2))
    #expect(try store.contents(FailingMigration.model(2)) == FailingMigration.expected(before))
    #expect(try store.problems(FailingMigration.model(2)) == [])
  }

  /// A process is killed at a random point of a migration, up to thirty times. The store must be as before or as after
  /// the migration.
  @Test(.startsProcesses, arguments: TestSeeds.seeds(1)) func aKilledProcessLeavesOneOfBoth(_ seed: UInt64) async throws
  {
    var random = SeededRandom(seed: seed)
    let original = try MigratingStore()
    try FailingMigration.fill(original, 2000)
    let before = try original.contents(FailingMigration.model(1))
    let after = FailingMigration.expected(before)
    var migrated = 0
    for _ in 0..<TestSeeds.rounds(30) {
      let store = try MigratingStore()
      _ = try store.folder.copy(original.url)
      try FileManager.default.copyItem(
        at: original.folder.file(".Store_SUPPORT"), to: store.folder.file(".Store_SUPPORT")
      )
      let path = store.url.path
      let delay = UInt64.random(in: 0..<250_000_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as UInt64] in
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FailingMigration.model(2))
        let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: path))
        Thread.detachNewThread {
          let end = DispatchTime.now().uptimeNanoseconds + delay
          while DispatchTime.now().uptimeNanoseconds < end {}
          kill(getpid(), SIGKILL)
        }
        coordinator.addPersistentStore(with: description) { _, _ in }
        while true { pause() }
      }
      if (try? store.contents(FailingMigration.model(1))) == before { continue }
      migrated += 1
      #expect(try store.contents(FailingMigration.model(2)) == after, "seed \(seed)")
      let problems = try store.problems(FailingMigration.model(2))
      #expect(problems == [], "seed \(seed)")
    }
    print("seed \(seed): \(migrated) of \(TestSeeds.rounds(30)) were migrated before they were killed")
  }
}

import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Another store object writes to the file that this coordinator reads. The test reads all rows before and after, and
/// compares.
@Suite("What another process wrote is found by the versions of the rows")
struct ExternalWritesTests {
  @Test("Random writes are found, each once", arguments: TestSeeds.seeds(4)) func twin(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    let other = try StoreHandle(folder.file(), Library.model())
    try other.insert(
      try (1...9).map { try other.new(["Person", "Musician", "Tag"].randomElement(using: &random) ?? "", $0) })

    let model = Library.model()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(type: .sqlite, at: folder.file())
    // Naming a subentity watches the whole table that contains it.
    let watched = try ["Musician", "Tag"].map { try #require(model.entitiesByName[$0]) }
    let writes = try ExternalWrites(to: coordinator, of: watched)
    #expect(try writes.poll() == nil)
    for _ in 0..<30 {
      let before = try versions(other)
      try write(other, &random)
      let after = try versions(other)
      let found = try writes.poll()
      #expect(names(found, NSInsertedObjectIDsKey) == Set(after.keys).subtracting(before.keys))
      #expect(names(found, NSDeletedObjectIDsKey) == Set(before.keys).subtracting(after.keys))
      #expect(
        names(found, NSUpdatedObjectIDsKey) == Set(after.keys.filter { before[$0] != nil && before[$0] != after[$0] }))
      #expect(try writes.poll() == nil)
    }
  }

  /// Two stores are written to from outside. For a while, a table of the second one cannot be read.
  @Test("What was found in one store is not lost where another cannot be read") func oneOfTwoFails() throws {
    let folder = try TemporaryFolder()
    let files = ["music.sqlite", "folders.sqlite"].map { folder.file($0) }
    func open() throws -> NSManagedObjectContext {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
      for (name, file) in zip(["Music", "Folders"], files) {
        try coordinator.addPersistentStore(type: .sqlite, configuration: name, at: file)
      }
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      return context
    }
    let (writer, reader) = (try open(), try open())
    let coordinator = try #require(reader.persistentStoreCoordinator)
    let watched = try ["Tag", "Folder"].map { try #require(coordinator.managedObjectModel.entitiesByName[$0]) }
    let writes = try ExternalWrites(to: coordinator, of: watched)
    try writer.performAndWait {
      for entity in ["Tag", "Folder"] { _ = NSEntityDescription.insertNewObject(forEntityName: entity, into: writer) }
      try writer.save()
    }
    let database = try SampleDatabase(files[1].path)
    defer { database.close() }
    try database.execute("ALTER TABLE ZFOLDER RENAME TO ZGONE")
    #expect(throws: NSError.self) { try writes.poll() }
    try database.execute("ALTER TABLE ZGONE RENAME TO ZFOLDER")
    let found = try #require(try writes.poll())
    #expect(names(found, NSInsertedObjectIDsKey).count == 2)
    #expect(try writes.poll() == nil)
  }

  /// Saves up to three changes. Some concern albums, which are not watched.
  private func write(_ store: StoreHandle, _ random: inout SeededRandom) throws {
    var changes = StoreChanges()
    for number in 0..<Int64.random(in: 1...3, using: &random) {
      let name = try #require(["Person", "Musician", "Tag", "Album"].randomElement(using: &random))
      let rows = try store.all(name, subentities: false)
      switch (Int.random(in: 0..<3, using: &random), rows.randomElement(using: &random)) {
      case (0, let row?) where !changed(row, changes):
        let property = ["Tag": "word", "Album": "title"][name] ?? "name"
        changes.updated.append(try store.update(row, [property: .string("\(random.next())")]))
      case (1, let row?) where !changed(row, changes):
        changes.deleted.append(StoreChanges.Deletion(key: row.key, version: row.version))
      default: changes.inserted.append(try store.new(name, number + 1))
      }
    }
    _ = try store.store.save(changes)
  }

  private func changed(_ row: Row, _ changes: StoreChanges) -> Bool {
    changes.updated.contains { $0.row.key == row.key } || changes.deleted.contains { $0.key == row.key }
  }

  private func versions(_ store: StoreHandle) throws -> [String: Int64] {
    store.store.endReadTransaction()
    let rows = try store.all("Person") + store.all("Tag")
    return Dictionary(
      uniqueKeysWithValues: rows.map { ("\(store.store.model[$0.key].name) \($0.key.primaryKey)", $0.version) })
  }

  private func names(_ found: [AnyHashable: Any]?, _ key: String) -> Set<String> {
    let ids = found?[key] as? Set<NSManagedObjectID> ?? []
    return Set(ids.map { "\($0.entity.name ?? "") \($0.key.primaryKey)" })
  }
}

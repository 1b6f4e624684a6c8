import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

/// A folder with two versions of a model and the mapping model between them. People become humans, but no renaming
/// identifier says so.
private struct MappedVersions {
  let store: MigratingStore

  init(_ store: MigratingStore) throws {
    self.store = store
    for (version, entity) in [("A", "Person"), ("B", "Human")] {
      try write(
        "People.xcdatamodeld/\(version).xcdatamodel/contents",
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
          <entity name="\(entity)" representedClassName="\(entity)" syncable="YES">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" \
        destinationEntity="\(entity)" inverseName="friends" inverseEntity="\(entity)"/>
          </entity>
        </model>
        """)
    }
    try write(
      "AtoB.xcmappingmodel/xcmapping.xml",
      """
      <?xml version="1.0" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
      <database>
        <object type="XDDEVMAPPINGMODEL" id="z1">
          <attribute name="sourcemodelpath" type="string">App/People.xcdatamodeld/A.xcdatamodel</attribute>
          <attribute name="destinationmodelpath" type="string">App/People.xcdatamodeld/B.xcdatamodel</attribute>
          <relationship name="entitymappings" idrefs="z2"></relationship>
        </object>
        <object type="XDDEVENTITYMAPPING" id="z2">
          <attribute name="sourcename" type="string">Person</attribute>
          <attribute name="destinationname" type="string">Human</attribute>
          <attribute name="autogenerateexpression" type="bool">1</attribute>
          <relationship name="attributemappings" idrefs="z3"></relationship>
          <relationship name="relationshipmappings" idrefs="z4"></relationship>
        </object>
        <object type="XDDEVATTRIBUTEMAPPING" id="z3"><attribute name="name" type="string">name</attribute></object>
        <object type="XDDEVRELATIONSHIPMAPPING" id="z4"><attribute name="name" type="string">friends</attribute></object>
      </database>
      """)
  }

  private func write(_ path: String, _ text: String) throws {
    let url = store.folder.file(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  static func model(_ version: String, in folder: URL) throws -> NSManagedObjectModel {
    try NSManagedObjectModel(reading: folder.appendingPathComponent("People.xcdatamodeld/\(version).xcdatamodel"))
  }

  func model(_ version: String) throws -> NSManagedObjectModel { try Self.model(version, in: store.folder.url) }

  /// Stores people, each of whom is a friend of the next one.
  func fill(_ count: Int, tracksHistory: Bool = false) throws {
    try store.with(model("A"), migrates: false, options: [NSPersistentHistoryTrackingKey: tracksHistory]) { context in
      let people = (0..<count).map { number in
        let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
        person.setValue("person \(number)", forKey: "name")
        return person
      }
      for (person, next) in zip(people, people.dropFirst() + [people[0]]) {
        person.mutableSetValue(forKey: "friends").add(next)
      }
      try context.save()
    }
  }

  /// Returns each name with the names of the friends.
  func names(_ version: String, _ entity: String) throws -> [String] {
    try store.with(model(version), migrates: false) { context in
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).map { object in
        let friends = (object.value(forKey: "friends") as? NSSet)?.compactMap { friend in
          (friend as? NSManagedObject)?.value(forKey: "name") as? String
        }
        return "\(object.value(forKey: "name") ?? ""): \((friends ?? []).sorted().joined(separator: ", "))"
      }.sorted()
    }
  }

  func migrate() throws { try Self.migrate(store.url, in: store.folder.url, store.type) }

  static func migrate(_ url: URL, in folder: URL, _ type: String = NSSQLiteStoreType) throws {
    let model = try model("B", in: folder)
    model.compile()
    try StoreMigrator(
      opening: StoreOpening(url: url, model: model, entityIndices: [0]), kind: StoreKinds.kind(named: type),
      options: StoreOptions([NSMigratePersistentStoresAutomaticallyOption: true]),
      bundles: [try #require(Bundle(url: folder))]
    ).run()
  }
}

@Suite("A store is migrated by a mapping model when it is opened")
struct MappedOpeningTests {
  @Test(arguments: MigratingStore.types) func peopleBecomeHumans(type: String) throws {
    let versions = try MappedVersions(MigratingStore(type))
    let kind = NSPersistentStore.StoreType(rawValue: type)
    try versions.fill(10)
    let before = try versions.names("A", "Person")
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: kind, at: versions.store.url)
    let identifier = metadata[NSStoreUUIDKey] as? String
    metadata["note"] = "kept"
    try NSPersistentStoreCoordinator.setMetadata(metadata, type: kind, at: versions.store.url)
    try versions.migrate()
    #expect(try versions.names("B", "Human") == before)
    #expect(try versions.store.problems(versions.model("B")) == [])
    metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: kind, at: versions.store.url)
    #expect(metadata["note"] as? String == "kept")
    #expect(metadata[NSStoreUUIDKey] as? String != identifier)
    // A second migration does nothing.
    let bytes = try versions.store.isFile ? Data(contentsOf: versions.store.url) : Data()
    try versions.migrate()
    if versions.store.isFile { #expect(try Data(contentsOf: versions.store.url) == bytes) }
    #expect(try versions.names("B", "Human") == before)
  }

  @Test(arguments: [true, false]) func aHistoryBeginsAnewWhereThereWasOne(_ tracksHistory: Bool) throws {
    let versions = try MappedVersions(MigratingStore())
    try versions.fill(3, tracksHistory: tracksHistory)
    try versions.migrate()
    let tables = try versions.store.rows("SELECT name FROM sqlite_schema WHERE name = 'ATRANSACTION'")
    #expect(tables.isEmpty != tracksHistory)
    if tracksHistory { #expect(try versions.store.rows("SELECT count(*) FROM ACHANGE")[0][0].integer == 3) }
  }

  @Test func aStoreInUseIsAnError() throws {
    let versions = try MappedVersions(MigratingStore())
    try versions.fill(3)
    let before = try versions.names("A", "Person")
    let error = try versions.store.with(versions.model("A"), migrates: false) { _ -> NSError? in
      do {
        try versions.migrate()
        return nil
      } catch {
        return error as NSError
      }
    }
    #expect(error?.code == NSPersistentStoreOperationError)
    #expect(try versions.names("A", "Person") == before)
  }

  /// The migration makes a new store beside the old one, and then replaces the old contents. The disk has no room for
  /// both.
  @Test(.tinyDisks, arguments: [0, 30_000, 90_000]) func aFullDisk(room: Int) throws {
    let disk = try TinyDisk()
    let versions = try MappedVersions(MigratingStore().at(disk.file("Store.sqlite")))
    try versions.fill(2000)
    let before = try versions.names("A", "Person")
    try disk.leave(room)
    let error = #expect(throws: NSError.self) { try versions.migrate() }
    #expect(error?.code == CocoaError.fileWriteOutOfSpace.rawValue, "\(error as Any)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path).allSatisfy { $0.hasPrefix("Store.") })
    try disk.leave(4 << 20)
    #expect(try versions.names("A", "Person") == before)
    try versions.migrate()
    #expect(try versions.names("B", "Human") == before)
  }

  /// A process is killed at a random point, up to twenty times. The store must be as before or as after the migration.
  @Test(.startsProcesses, arguments: TestSeeds.seeds(1)) func aKilledProcess(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    var migrated = 0
    for _ in 0..<TestSeeds.rounds(20) {
      let versions = try MappedVersions(MigratingStore())
      try versions.fill(300)
      let before = try versions.names("A", "Person")
      let path = versions.store.url.path
      let delay = UInt64.random(in: 0..<200_000_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as UInt64] in
        Thread.detachNewThread {
          let end = DispatchTime.now().uptimeNanoseconds + delay
          while DispatchTime.now().uptimeNanoseconds < end {}
          kill(getpid(), SIGKILL)
        }
        let url = URL(fileURLWithPath: path)
        try MappedVersions.migrate(url, in: url.deletingLastPathComponent())
        while true { pause() }
      }
      if (try? versions.names("A", "Person")) == before { continue }
      migrated += 1
      #expect(try versions.names("B", "Human") == before, "seed \(seed)")
      #expect(try versions.store.problems(versions.model("B")) == [], "seed \(seed)")
    }
    print("seed \(seed): \(migrated) of \(TestSeeds.rounds(20)) were migrated before they were killed")
  }
}

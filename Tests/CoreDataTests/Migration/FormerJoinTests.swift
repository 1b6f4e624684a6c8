import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Earlier versions of this package kept a relationship without an inverse in a table of its own.
@Suite("Stores with relationships without an inverse as earlier versions made them")
struct FormerJoinTests {
  private let folder: TemporaryFolder
  private var url: URL { folder.file("Former.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func database() throws -> SampleDatabase { try SampleDatabase(url.path) }

  /// Makes `l: a b | m: c` in the former form: tags 1 to 3 are in lists 1, 1 and 2.
  ///
  /// - Parameter shared: whether both lists have the tag b.
  private func makeFormer(_ kind: NSRelationshipDescription.Count = .many, shared: Bool = false) throws {
    try stored(ListModel.make(kind)) { (context) throws in
      let tags = try [("Tag", "a"), ("Label", "b"), ("Tag", "c")].map { try context.insert($0, ["name": $1]) }
      try context.obtainPermanentIDs(for: tags)
      for (entity, name, members) in [("List", "l", [0, 1]), ("Special", "m", [2])] {
        let list = try context.insert(entity, ["name": name])
        let members = members.map { tags[$0] }
        list.setValue(kind == .ordered ? NSOrderedSet(array: members) as Any : NSSet(array: members), forKey: "tags")
        try context.save()
      }
    }
    let database = try database()
    defer { database.close() }
    let order = kind == .ordered
    try database.execute(
      "CREATE TABLE Z_1TAGS ( Z_1LIST INTEGER, Z_3TAGS INTEGER\(order ? ", Z_FOK_3TAGS INTEGER" : ""), "
        + "PRIMARY KEY (Z_1LIST, Z_3TAGS) )")
    try database.execute("CREATE INDEX Z_1TAGS_Z_3TAGS_INDEX ON Z_1TAGS (Z_3TAGS, Z_1LIST)")
    try database.execute(
      "INSERT INTO Z_1TAGS SELECT Z1TAGS, Z_PK\(order ? ", Z_FOK_1TAGS" : "") FROM ZTAG WHERE Z1TAGS IS NOT NULL")
    if shared { try database.execute("INSERT INTO Z_1TAGS (Z_1LIST, Z_3TAGS) VALUES (2, 2)") }
    try database.execute("DROP INDEX ZTAG_Z1TAGS_INDEX")
    for column in ["Z1TAGS", "Z1_1TAGS"] + (order ? ["Z_FOK_1TAGS"] : []) {
      try database.execute("ALTER TABLE ZTAG DROP COLUMN \(column)")
    }
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func stored<Result>(
    _ model: NSManagedObjectModel, _ options: [AnyHashable: Any]? = nil,
    _ body: (NSManagedObjectContext) throws -> Result
  ) throws -> Result {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    defer { try? coordinator.remove(store) }
    return try context.performAndWait { try body(context) }
  }

  private func contents(_ context: NSManagedObjectContext) throws -> [String] {
    try context.all("List").map { list in
      let value = list.value(forKey: "tags")
      let tags = (value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? []
      let names = tags.compactMap { ($0 as? NSManagedObject)?.text("name") }
      return "\(list.text("name")): \((value is NSOrderedSet ? names : names.sorted()).joined())"
    }.sorted()
  }

  @Test(
    "They are converted when they are opened, and nothing is lost",
    arguments: [NSRelationshipDescription.Count.many, .ordered])
  func conversion(kind: NSRelationshipDescription.Count) throws {
    try makeFormer(kind)
    try stored(ListModel.make(kind)) { (context) throws in
      #expect(try contents(context) == ["l: ab", "m: c"])
      #expect(try context.texts("List", "name", where: "ANY tags.name == 'b'") == ["l"])
      let m = try #require(try context.all("List", where: "name == 'm'").first)
      let tags = try context.all("Tag", where: "name == 'c'") + context.all("Tag", where: "name == 'a'")
      m.setValue(kind == .ordered ? NSOrderedSet(array: tags) as Any : NSSet(array: tags), forKey: "tags")
      try context.save()
    }
    let database = try database()
    let left = "SELECT name FROM sqlite_master WHERE name GLOB 'Z_1TAGS*' OR name GLOB 'Z_FORMER*'"
    #expect(try database.rows(left) == [])
    let owners = try database.rows("SELECT Z1TAGS, Z1_1TAGS FROM ZTAG ORDER BY Z_PK").map { $0.map(\.integer) }
    #expect(owners == [[2, 2], [1, 1], [2, 2]])
    #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
    database.close()
    try stored(ListModel.make(kind)) { (context) throws in
      #expect(try contents(context) == (kind == .ordered ? ["l: b", "m: ca"] : ["l: b", "m: ac"]))
    }
  }

  @Test("Of several owners the last has the member, and the table keeps all of them")
  func sharedMembers() throws {
    try makeFormer(shared: true)
    try stored(ListModel.make()) { (context) throws in #expect(try contents(context) == ["l: a", "m: bc"]) }
    let database = try database()
    defer { database.close() }
    let kept = try database.rows("SELECT Z_1LIST, Z_3TAGS FROM Z_FORMER_1TAGS ORDER BY Z_3TAGS, Z_1LIST")
    #expect(kept.map { $0.map(\.integer) } == [[1, 1], [1, 2], [2, 2], [2, 3]])
  }

  @Test(
    "One that is opened for reading is read as it is, and left so",
    arguments: [NSRelationshipDescription.Count.many, .ordered], [false, true])
  func readOnly(kind: NSRelationshipDescription.Count, shared: Bool) throws {
    try makeFormer(kind, shared: shared)
    let before = try Data(contentsOf: url)
    try stored(ListModel.make(kind), [NSReadOnlyPersistentStoreOption: true]) { (context) throws in
      let found = try contents(context)
      #expect(found == (shared ? ["l: a", "m: bc"] : ["l: ab", "m: c"]))
      #expect(try context.texts("List", "name", where: "ANY tags.name == 'b'") == [shared ? "m" : "l"])
      #expect(try context.texts("List", "name", where: "tags.@count == 2") == [shared ? "m" : "l"])
      // The owner of c belongs to a subentity.
      #expect(try context.all("Tag", where: "name == 'c'").count == 1)
    }
    #expect(try Data(contentsOf: url) == before)
  }

  @Test("A reader goes on when another process converts the store meanwhile")
  func conversionBesideAReader() throws {
    try makeFormer()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ListModel.make())
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: [NSReadOnlyPersistentStoreOption: true])
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    // Each block reads in a transaction of its own.
    func check() throws {
      try context.performAndWait { () throws in
        #expect(try contents(context) == ["l: ab", "m: c"])
        #expect(try context.texts("List", "name", where: "ANY tags.name == 'b'") == ["l"])
        context.reset()
      }
    }
    try check()
    try convertInAnotherProcess()
    try check()
    try coordinator.remove(store)
  }

  /// Converts the store in another coordinator, which shares only the file with the reader.
  private func convertInAnotherProcess() throws {
    try stored(ListModel.make()) { (context) throws in #expect(try contents(context) == ["l: ab", "m: c"]) }
  }

  @Test("A conversion that fails at any statement leaves the store as it was")
  func failedConversion() throws {
    try makeFormer(shared: true)
    var failures = 0
    for allowed in 0... {
      var left = allowed
      var conversion = FormerJoinConversion(file: try StoreFile(url))
      conversion.willWrite = { _ in
        left -= 1
        if left < 0 { throw SampleError(description: "the test fails statement \(allowed)") }
      }
      do {
        _ = try conversion.run(StoreOpening(url: url, model: ListModel.make(), entityIndices: [0, 1, 2, 3]))
        break
      } catch {
        failures += 1
        try stored(ListModel.make(), [NSReadOnlyPersistentStoreOption: true]) { (context) throws in
          #expect(try contents(context) == ["l: a", "m: bc"])
        }
        let database = try database()
        #expect(try database.rows("SELECT count(*) FROM Z_1TAGS") == [[.integer(4)]])
        database.close()
      }
    }
    #expect(failures > 5)
    try stored(ListModel.make()) { (context) throws in #expect(try contents(context) == ["l: a", "m: bc"]) }
  }

  /// Another process may migrate the store after this one has looked at it.
  @Test("A store that has become another model's meanwhile is not converted")
  func migratedMeanwhile() throws {
    try makeFormer()
    let model = ListModel.make()
    try #require(model.entitiesByName["Tag"]).properties.append(NSAttributeDescription("added"))
    let before = try Data(contentsOf: url)
    let error = #expect(throws: NSError.self) {
      try FormerJoinConversion(file: StoreFile(url)).run(
        StoreOpening(url: url, model: model, entityIndices: [0, 1, 2, 3]))
    }
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(error?.localizedDescription.contains("ZTAG.ZADDED") == true, "\(error?.localizedDescription ?? "")")
    #expect(try Data(contentsOf: url) == before)
  }

  @Test("A store whose model changes is converted and migrated at once")
  func migration() throws {
    try makeFormer()
    let model = ListModel.make()
    let tag = try #require(model.entitiesByName["Tag"])
    tag.properties.append(NSAttributeDescription("added"))
    let options = [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    try stored(model, options) { (context) throws in #expect(try contents(context) == ["l: ab", "m: c"]) }
  }

  @Test("One that gets an inverse leads back")
  func inverseIsAdded() throws {
    try makeFormer()
    let model = ListModel.make()
    let (list, tag) = (try #require(model.entitiesByName["List"]), try #require(model.entitiesByName["Tag"]))
    let tags = try #require(list.relationshipsByName["tags"])
    let back = NSRelationshipDescription("list", .one, to: list)
    tag.properties.append(back)
    (tags.inverseRelationship, back.inverseRelationship) = (back, tags)
    let options = [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    try stored(model, options) { (context) throws in
      #expect(try contents(context) == ["l: ab", "m: c"])
      let b = try #require(try context.all("Tag", where: "name == 'b'").first)
      #expect((b.value(forKey: "list") as? NSManagedObject)?.text("name") == "l")
    }
    // Remove the inverse again.
    try stored(ListModel.make(), options) { (context) throws in #expect(try contents(context) == ["l: ab", "m: c"]) }
  }
}

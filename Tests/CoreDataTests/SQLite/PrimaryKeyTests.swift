import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Any number of 64 bits is a primary key")
struct PrimaryKeyTests {
  private static let keys: [Int64] = [
    0, -1, -1 << 40, RowKey.firstStoredKey, Int64(Int32.max) + 1, 1 << 33, .max - 1, .max,
  ]

  @Test("It is fetched, filled, found by its URI and followed both ways", arguments: keys)
  func reading(key: Int64) throws {
    let story = try KeyStory(key)
    try story.run { context in
      let album = try #require(try context.all("Album").first)
      let uri = album.objectID.uriRepresentation()
      #expect(uri.lastPathComponent == "p\(key)")
      #expect(!album.objectID.isTemporaryID)
      #expect(try context.all("Album").map { $0 === album } == [true])
      let id = try #require(story.coordinator.managedObjectID(forURIRepresentation: uri))
      #expect(id == album.objectID)
      #expect(context.registeredObject(for: id) === album)
      #expect(album.text("title") == "a")
      #expect([album.text("owner"), album.text("owner.albums"), album.text("tags.albums")] == ["p", "[a]", "[a]"])
      #expect(try context.all("Album", where: "owner.name == 'p' AND ANY tags.word == 't'").count == 1)
      let byOwner = NSFetchRequest<NSManagedObject>(entityName: "Album")
      byOwner.predicate = NSPredicate(format: "owner == %@", try #require(album.value(forKey: "owner") as? NSObject))
      #expect(try context.fetch(byOwner) == [album])
    }
  }

  @Test("Objects under it are changed, come and go, and so do what leads to them", arguments: keys)
  func saving(key: Int64) throws {
    let story = try KeyStory(key)
    try story.run { context in
      let album = try #require(try context.all("Album").first)
      let (owner, tag) = (try context.all("Person")[0], try context.all("Tag")[0])
      album.setValue("b", forKey: "title")
      let new = try context.insert("Album", ["title": "new", "owner": owner])
      new.setValue(NSOrderedSet(object: tag), forKey: "tags")
      #expect(new.objectID.isTemporaryID)
      try context.save()
      #expect(!new.objectID.isTemporaryID)
      #expect(new.objectID != album.objectID)
    }
    try story.run { context in
      #expect(try context.texts("Album", "title") == ["b", "new"])
      #expect(try context.all("Person")[0].text("albums") == "[b new]")
      #expect(try context.all("Tag")[0].text("albums") == "{b new}")
      let update = NSBatchUpdateRequest(entityName: "Album")
      update.predicate = NSPredicate(format: "title == 'b'")
      update.propertiesToUpdate = ["title": "c"]
      update.resultType = .updatedObjectIDsResultType
      let updated = try #require(try context.execute(update) as? NSBatchUpdateResult)
      let ids = try #require(updated.result as? [NSManagedObjectID])
      #expect(ids.map { $0.uriRepresentation().lastPathComponent } == ["p\(key)"])
      _ = try context.execute(NSBatchDeleteRequest(objectIDs: ids))
    }
    try story.run { context in
      #expect(try context.texts("Album", "title") == ["new"])
      #expect(try context.all("Tag")[0].text("albums") == "{new}")
      for object in try context.all("Person") + context.all("Tag") { context.delete(object) }
      try context.save()
      #expect(try context.all("Album")[0].text("owner") == "nil")
      #expect(try context.all("Album")[0].text("tags") == "[]")
    }
  }

  @Test("A results controller groups by it and follows it", arguments: keys)
  func resultsController(key: Int64) throws {
    let story = try KeyStory(key)
    try story.run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.sortDescriptors = ["owner", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "owner", cacheName: nil)
      let observer = SilentDelegate()
      controller.delegate = observer
      try controller.performFetch()
      let list = {
        (controller.sections ?? []).map { section in
          (section.objects ?? []).compactMap { ($0 as? NSManagedObject)?.text("title") }
        }
      }
      #expect(list() == [["a"]])
      let isShort = Int32(exactly: key) != nil
      #expect((controller.shortPrimaryKeys(inSection: 0) != nil) == isShort)
      #expect(controller.primaryKeys(inSection: 0) == [key])
      let album = try context.all("Album")[0]
      try context.insert("Album", ["title": "new", "owner": album.value(forKey: "owner")])
      context.processPendingChanges()
      #expect(list() == [["a", "new"]])
      try context.save()
      #expect(list() == [["a", "new"]])
      album.setValue("z", forKey: "title")
      try context.save()
      #expect(list() == [["new", "z"]])
    }
  }

  @Test("New keys follow the counter where a row has one of the last numbers")
  func keysAfterTheLastNumber() throws {
    let story = try KeyStory(
      .max, "UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Tag'",
      "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT) SELECT 5, Z_ENT, 1 FROM ZTAG")
    try story.run { context in
      for word in ["u", "v"] { try context.insert("Tag", ["word": word]) }
      try context.save()
      let keys = try context.all("Tag", by: "word").map { $0.objectID.uriRepresentation().lastPathComponent }
      #expect(keys == ["p5", "p\(Int64.max)", "p4", "p6"])
    }
    #expect(try story.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'") == [[.integer(6)]])
  }

  @Test("Single keys are reserved in blocks, ascend, and are discarded when another process writes")
  func keysAhead() throws {
    let story = try KeyStory(1)
    func counter() throws -> Int64? {
      try story.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'").first?.first?.integer
    }
    var keys: [Int64] = []
    func obtain(_ context: NSManagedObjectContext, _ word: String) throws {
      let tag = try context.insert("Tag", ["word": word])
      try context.obtainPermanentIDs(for: [tag])
      keys.append(tag.objectID.primaryKey)
    }
    try story.run { context in
      var counters: Set<Int64> = []
      for number in 0..<20 {
        try obtain(context, "\(number)")
        counters.insert(try #require(try counter()))
      }
      #expect(keys == (2...21).map { $0 } && counters.count < 8, "\(keys), \(counters)")
      // A save uses the reserved keys first, and does not write the counter if it needs no more.
      try context.save()
      try obtain(context, "next")
      let saved = try context.insert("Tag", ["word": "saved"])
      try context.save()
      #expect(keys.last == 22 && saved.objectID.primaryKey == 23)
      #expect(try counter() == 23)
      for number in 0..<3 { try obtain(context, "later \(number)") }
      #expect(keys.suffix(3) == [24, 25, 26])
      let taken = try #require(try counter())
      #expect(taken > 26)
      // Write with another connection.
      let other = try SampleDatabase(story.folder.file().path)
      try other.execute("UPDATE ZTAG SET Z_OPT = Z_OPT + 1")
      other.close()
      try obtain(context, "after another")
      #expect(keys.last == taken + 1)
      try context.save()
      #expect(try context.all("Tag").count == 27)
    }
  }

  @Test("A counter gives out the last number, and then says that there are none")
  func lastNumber() throws {
    let story = try KeyStory(1, "UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max - 1) WHERE Z_NAME = 'Tag'")
    try story.run { context in
      let last = try context.insert("Tag", ["word": "last"])
      try context.save()
      #expect(last.objectID.uriRepresentation().lastPathComponent == "p\(Int64.max)")
      try context.insert("Tag", ["word": "too many"])
      let error = try #require(throws: NSError.self) { try context.save() }
      #expect(error.localizedDescription == "The store has no primary keys left for Tag.")
      context.rollback()
      #expect(try context.texts("Tag", "word") == ["last", "t"])
    }
  }

  @Test(
    "A key that only an unsaved object may have is an error that names table and row",
    arguments: [.min, RowKey.firstStoredKey - 1])
  func reservedKeys(key: Int64) throws {
    let story = try KeyStory(key)
    try story.run { context in
      for (entity, table) in [("Album", "ZALBUM"), ("Person", "ZPERSON"), ("Tag", "ZTAG")] {
        let error = try #require(throws: NSError.self) { try context.all(entity) }
        #expect(error.code == CocoaError.fileReadCorruptFile.rawValue)
        #expect(error.localizedDescription.hasPrefix("A row of \(table) has the primary key \(key)"))
      }
    }
  }

  /// Core Data's own tables cannot contain such keys, but those of another program can.
  @Test(
    "In a table without an integer primary key, what is no key is an error that names table and row",
    arguments: [
      ("NULL", "A row of ZTAG has the primary key NULL, which is null: it must be an integer."),
      ("'x'", "A row of ZTAG has the primary key 'x', which is text: it must be an integer."),
      ("1.5", "A row of ZTAG has the primary key 1.5, which is real: it must be an integer."),
      ("x'00'", "A row of ZTAG has the primary key X'00', which is blob: it must be an integer."),
      ("7", "Two rows of ZTAG have the primary key 7."),
    ])
  func looseKeys(key: String, words: String) throws {
    let story = try KeyStory(
      7, "CREATE TABLE copy AS SELECT * FROM ZTAG", "DROP TABLE ZTAG", "ALTER TABLE copy RENAME TO ZTAG",
      "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZWORD) SELECT \(key), Z_ENT, 1, 'other' FROM ZTAG")
    func expectProblem(sourceLocation: SourceLocation = #_sourceLocation, _ work: () throws -> Void) throws {
      let error = try #require(throws: NSError.self, sourceLocation: sourceLocation) { try work() }
      #expect(error.localizedDescription == words, sourceLocation: sourceLocation)
      #expect(error.code == CocoaError.fileReadCorruptFile.rawValue, sourceLocation: sourceLocation)
    }
    try story.run { context in
      try expectProblem { _ = try context.all("Tag") }
      let controller = NSFetchedResultsController(
        fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Tag"), managedObjectContext: context,
        sectionNameKeyPath: nil, cacheName: nil)
      controller.fetchRequest.sortDescriptors = [NSSortDescriptor(key: "word", ascending: true)]
      try expectProblem { try controller.performFetch() }
      try context.insert("Tag")
      try expectProblem { try context.save() }
    }
    // When another program repairs the table while the store is open, it can be read and written.
    let database = try SampleDatabase(story.folder.file().path)
    try database.execute("UPDATE ZTAG SET Z_PK = 8 WHERE ZWORD = 'other'")
    database.close()
    try story.run { context in
      #expect(try context.texts("Tag", "word") == ["other", "t"])
      try context.insert("Tag", ["word": "new"])
      try context.save()
      #expect(
        try context.all("Tag", by: "word").map { $0.objectID.uriRepresentation().lastPathComponent } == [
          "p9", "p8", "p7",
        ])
    }
  }

  /// Two cells of the table's page have the same key, which a damaged page can have in any table.
  @Test("A key that a damaged table has twice is an error of every fetch and of the results controller")
  func repeatedInADamagedPage() throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    let handle = try StoreHandle(url, Library.model())
    try handle.insert(try (1...3).map { try handle.new("Tag", $0, ["word": .string("w\($0)")]) })
    handle.store.close()
    let database = try SampleDatabase(url.path)
    let root = try #require(
      try database.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'ZTAG'").first?[0].integer)
    database.close()
    var data = try Data(contentsOf: url)
    let page = (Int(data[16]) << 8 | Int(data[17])) * Int(root - 1)
    let second = page + (Int(data[page + 10]) << 8 | Int(data[page + 11]))
    #expect(data[second + 1] == 2, "the second cell is the row 2")
    data[second + 1] = 1
    try data.write(to: url)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    let store = try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    defer { try? coordinator.remove(store) }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      func expectError(sourceLocation: SourceLocation = #_sourceLocation, _ work: () throws -> Void) throws {
        let error = try #require(throws: NSError.self, sourceLocation: sourceLocation, performing: work)
        let words = "Two rows of ZTAG have the primary key 1."
        #expect(error.localizedDescription == words, sourceLocation: sourceLocation)
        #expect(error.code == CocoaError.fileReadCorruptFile.rawValue, sourceLocation: sourceLocation)
      }
      try expectError { _ = try context.all("Tag", by: "word") }
      try expectError { _ = try context.all("Tag") }
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Tag")
      ids.resultType = .managedObjectIDResultType
      try expectError { _ = try context.fetch(ids) }
      let controller = NSFetchedResultsController(
        fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Tag"), managedObjectContext: context,
        sectionNameKeyPath: nil, cacheName: nil)
      controller.fetchRequest.sortDescriptors = [NSSortDescriptor(key: "word", ascending: true)]
      try expectError { try controller.performFetch() }
    }
  }

  /// Keys in any order, dense or scattered. None, one or several of them are repeated.
  @Test("A key that comes twice is found in whatever order", arguments: TestSeeds.seeds(20, from: 1))
  func repeated(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let spread = Int64(random.one(of: [8, 70, 5000])) * (random.oneIn(4) ? 1 << 40 : 1)
      var keys = (0..<random.below(70)).map { _ in Int64(random.below(5000)) % spread * (random.oneIn(9) ? -1 : 1) }
      if random.oneIn(3) { keys.append(random.one(of: [.max, RowKey.firstStoredKey])) }
      if random.oneIn(2) { keys = Array(Set(keys)) }
      if random.oneIn(2) { keys.sort() }
      let found = RepeatedKey.find(in: keys)
      #expect((found == nil) == (Set(keys).count == keys.count), "seed \(seed): \(keys)")
      #expect(found.map { key in keys.count { $0 == key } > 1 } ?? true, "seed \(seed): \(keys)")
    }
  }
}

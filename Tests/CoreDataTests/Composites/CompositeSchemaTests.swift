import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("Columns of composite attributes")
struct CompositeSchemaTests {
  private func statements(_ model: NSManagedObjectModel) throws -> [String] {
    let compiled = model.compile()
    return try NewStoreSchema(compiled, entities: Set(compiled.layout.entities.indices)).statements
  }

  /// The columns of `author.id` and `author.address.zip` come before those of `id` and `zip`, so they get the names
  /// without a number.
  @Test("Elements are columns of their own names, where the attribute would stand, in the order of their definition")
  func columns() throws {
    let article = NSEntityDescription("Article", ArticleModel.attributes())
    #expect(
      try statements(NSManagedObjectModel([article])).first
        == "CREATE TABLE ZARTICLE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZZIP INTEGER, "
        + "ZBORN TIMESTAMP, ZNAME VARCHAR, ZID VARCHAR, ZCITY VARCHAR, ZID1 VARCHAR, ZTITLE VARCHAR, ZZIP1 VARCHAR )")
  }

  /// The elements are not defined in the order of their names.
  @Test("Two composite attributes with the same elements get numbers in their order")
  func collisions() throws {
    func place() -> [NSAttributeDescription] { ["y", "x"].map { NSAttributeDescription($0, .doubleAttributeType) } }
    let entity = NSEntityDescription(
      "A",
      [
        NSCompositeAttributeDescription("to", place()), NSCompositeAttributeDescription("from", place()),
        NSAttributeDescription("x", .doubleAttributeType), NSAttributeDescription("a", .doubleAttributeType),
      ])
    let model = NSManagedObjectModel([entity])
    #expect(
      try statements(model).first
        == "CREATE TABLE ZA ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA FLOAT, ZY FLOAT, ZX FLOAT, "
        + "ZY1 FLOAT, ZX1 FLOAT, ZX2 FLOAT )")
  }

  @Test("Indexes and constraints over an attribute or an element are over their columns")
  func indexes() throws {
    let article = NSEntityDescription("Article", ArticleModel.attributes())
    article.indexes = [
      NSFetchIndexDescription(
        name: "byAuthor",
        elements: ["author", "title"].map {
          NSFetchIndexElementDescription(propertyName: $0, collationType: .binary, isAscending: $0 != "author")
        })
    ]
    article.uniquenessConstraints = [["author.id", "title"]]
    let made = try statements(NSManagedObjectModel([article]))
    #expect(
      made.contains(
        "CREATE INDEX Z_Article_byAuthor ON ZARTICLE (ZNAME COLLATE BINARY DESC, ZID COLLATE BINARY DESC, "
          + "ZBORN COLLATE BINARY DESC, ZCITY COLLATE BINARY DESC, ZZIP COLLATE BINARY DESC, "
          + "ZTITLE COLLATE BINARY ASC)"), "\(made)")
    #expect(
      made.contains { $0.hasPrefix("CREATE UNIQUE INDEX") && $0.contains("(ZID COLLATE BINARY ASC, ZTITLE ") },
      "\(made)")
  }

  /// The file has Apple's form, and its columns are in the order of a table that was migrated.
  @Test("A store of Apple's form is read and written")
  func applesStore() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("apple.sqlite")
    let stack = try MusicStack(NSInMemoryStoreType, ArticleModel.make())
    let database = try SampleDatabase(url.path)
    for statement in [
      "CREATE TABLE ZARTICLE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR, ZZIP1 VARCHAR, "
        + "ZSECTION INTEGER, ZNAME VARCHAR, ZID1 VARCHAR, ZID VARCHAR, ZBORN TIMESTAMP, ZZIP INTEGER, ZCITY VARCHAR)",
      "CREATE TABLE ZSECTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR)",
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
      "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
      "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Article', 0, 3), (2, 'Section', 0, 0)",
      "INSERT INTO ZARTICLE (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZZIP1, ZNAME, ZID1, ZID, ZBORN, ZZIP, ZCITY) VALUES "
        + "(1, 1, 1, 'a', 'own zip', 'Adams', 'own id', 'author id', 5, 7, 'Bath'), "
        + "(2, 1, 1, 'b', NULL, NULL, NULL, NULL, NULL, NULL, NULL), "
        + "(3, 1, 1, 'c', NULL, NULL, NULL, 'x', NULL, NULL, NULL)",
    ] { try database.execute(statement) }
    let cache = try ArchiveModelWriter.modelCache(of: stack.coordinator.managedObjectModel)
    try database.execute("INSERT INTO Z_MODELCACHE VALUES (x'\(cache.map { String(format: "%02x", $0) }.joined())')")
    let metadata = try PropertyListSerialization.data(
      fromPropertyList: [
        "NSStoreType": "SQLite", "NSStoreModelVersionHashesVersion": 3,
        "NSStoreModelVersionHashes": ["Article": Data(count: 32), "Section": Data(count: 32)],
      ], format: .binary, options: 0)
    try database.execute(
      "INSERT INTO Z_METADATA VALUES (1, 'U', x'\(metadata.map { String(format: "%02x", $0) }.joined())')")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ArticleModel.make())
    let store = try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let articles = try context.all("Article", by: "title")
      #expect(
        articles.map { described($0.value(forKey: "author")) }
          == ["{address: {city: Bath, zip: 7}, born: 5.0, id: author id, name: Adams}", "nil", "{id: x}"])
      #expect(articles[0].text("id") == "own id")
      #expect(articles[0].text("zip") == "own zip")
      #expect(try context.texts("Article", "title", where: "author.id == 'x'") == ["c"])
      articles[1].setValue(["name": "Brown", "id": "new", "address": ["zip": 8]], forKey: "author")
      try context.save()
    }
    try coordinator.remove(store)
    #expect(
      try database.rows("SELECT ZNAME, ZID, ZZIP, ZCITY, ZID1, Z_OPT FROM ZARTICLE WHERE Z_PK = 2")
        == [[.text("Brown"), .text("new"), .integer(8), .null, .null, .integer(2)]])
    database.close()
  }
}

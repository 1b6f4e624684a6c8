import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// Albums are partitioned by their artist, and artists by their key.
@Suite("A store with tables in parts", .onServer)
struct PostgresPartsTests {
  private static let parts = ["Album": "artist 4", "Artist": "3"]

  private static func model(_ parts: [String: String] = Self.parts) -> NSManagedObjectModel {
    let model = MusicModel.make()
    for (entity, setting) in parts {
      model.entitiesByName[entity]?.userInfo = [PostgresParts.userInfoKey: setting]
    }
    return model
  }

  private static func pair() throws -> (pair: PostgresPair, schema: String) {
    let url = try PostgresCluster.shared.get().newURL()
    return (try PostgresPair(url) { model() }, try PostgresAddress(url).schema)
  }

  private static func sql(_ statements: String, _ schema: String) throws -> String {
    try PostgresCluster.shared.get().sql(statements, schema: schema)
  }

  private static func partCount(_ table: String, _ schema: String) throws -> String {
    try sql("SELECT count(*) FROM pg_inherits WHERE inhparent = '\"\(table)\"'::regclass", schema)
  }

  /// Inserts albums of eight artists, and some without an artist.
  private static func fill(_ pair: PostgresPair) throws {
    try pair.elsewhere { context in
      for number in 0..<8 {
        let artist = try context.insert("Artist", ["name": "a\(number)"])
        for album in 0..<10 { try context.insert("Album", ["title": "\(number) \(album)", "artist": artist]) }
      }
      for album in 0..<5 { try context.insert("Album", ["title": "none \(album)"]) }
    }
  }

  @Test("All albums of an artist are in one part, and move with the artist")
  func placement() throws {
    let (pair, schema) = try Self.pair()
    try Self.fill(pair)
    #expect(try Self.partCount("ZALBUM", schema) == "4")
    #expect(try Self.partCount("ZARTIST", schema) == "3")
    let apart = """
      SELECT count(*) FROM (SELECT "ZARTIST" FROM "ZALBUM" WHERE "ZARTIST" IS NOT NULL GROUP BY 1 \
      HAVING count(DISTINCT tableoid) > 1) AS apart
      """
    #expect(try Self.sql(apart, schema) == "0")
    #expect(try Self.sql("SELECT count(DISTINCT tableoid) > 1 FROM \"ZALBUM\"", schema) == "t")

    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      let artists = try context.all("Artist", by: "name")
      // All albums of an artist move to another one, one at a time and then together.
      for album in try context.all("Album", where: "artist.name == 'a0'", by: "title").prefix(1) {
        album.setValue(artists[1], forKey: "artist")
        try context.save()
      }
      for album in try context.all("Album", where: "artist.name == 'a0'") {
        album.setValue(artists[1], forKey: "artist")
      }
      try context.save()
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Album")) == 85)
      #expect(try context.texts("Album", "title", where: "artist.name == 'a1'").count == 20)
      #expect(try context.texts("Album", "title", where: "artist == nil").count == 5)
      // An album that another session has changed and moved is a conflict.
      let album = try #require(context.all("Album", where: "title == '2 0'").first)
      _ = album.text("title")
      try pair.elsewhere { other in
        try other.existingObject(with: album.objectID).setValue(nil, forKey: "artist")
      }
      album.setValue("mine", forKey: "title")
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect((error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])?.count == 1)
      context.rollback()
      context.delete(artists[1])
      try context.save()
    }
    #expect(try Self.sql(apart, schema) == "0")
    #expect(try Self.sql("SELECT count(*) FROM \"ZALBUM\"", schema) == "65")
  }

  /// The generic plan omits the other partitions when it is executed.
  @Test("A fetch that names the relationship reads one part")
  func plan() throws {
    let (pair, _) = try Self.pair()
    try Self.fill(pair)
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      let artist = try #require(context.all("Artist", where: "name == 'a3'").first)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.predicate = NSPredicate(format: "artist == %@", artist)
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      #expect(try context.fetch(request).count == 10)
    }
    let store = try PostgresPair.rows(pair.first)
    try store.read { reading in
      let statements = try reading.connection.run(
        "SELECT name, cardinality(parameter_types)::int8 FROM pg_prepared_statements "
          + "WHERE statement ~ '^SELECT.*\"ZALBUM\".*\"ZARTIST\" = \\$'")
      #expect(statements.count > 0)
      try reading.connection.run("SET plan_cache_mode = force_generic_plan")
      for row in 0..<statements.count {
        let values = [String](repeating: "'1'", count: Int(statements.integer(row, 1))).joined(separator: ", ")
        let plan = try reading.connection.run("EXPLAIN EXECUTE \(statements.text(row, 0))(\(values))")
        let lines = (0..<plan.count).map { plan.text($0, 0) }
        #expect(lines.contains { $0.contains("Subplans Removed: 3") }, "\(lines.joined(separator: "\n"))")
      }
    }
    store.endReadTransaction()
  }

  @Test("Ranges of keys are in parts of their own, and the last one has all further keys")
  func ranges() throws {
    let url = try PostgresCluster.shared.get().newURL()
    let (pair, schema) = (
      try PostgresPair(url) { Self.model(["Album": "3 of 10"]) }, try PostgresAddress(url).schema
    )
    for _ in 0..<50 { try pair.elsewhere { try $0.insert("Album", ["title": "a"]) } }
    let places = """
      SELECT bool_and(least(("Z_PK" - 1) / 10, 2) = substring(tableoid::regclass::text FROM '_([0-9])_ZALBUM')::int8), \
      count(DISTINCT tableoid), count(*) FROM "ZALBUM"
      """
    #expect(try Self.sql(places, schema) == "t|3|50")
    let plan = try Self.sql("EXPLAIN SELECT * FROM \"ZALBUM\" WHERE \"Z_PK\" = 15", schema)
    #expect(plan.contains("_1_ZALBUM") && !plan.contains("_0_ZALBUM") && !plan.contains("_2_ZALBUM"), "\(plan)")
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      for album in try context.all("Album") { album.setValue("b", forKey: "title") }
      try context.save()
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Album")) == 50)
    }
  }

  @Test("Copies have the parts, and nothing of them stays when a store is removed")
  func copying() throws {
    let (pair, schema) = try Self.pair()
    try Self.fill(pair)
    let cluster = try PostgresCluster.shared.get()
    let copy = cluster.url(schema: "\(schema)copy")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    for _ in 0..<2 {
      try coordinator.replacePersistentStore(at: copy, withPersistentStoreFrom: pair.url, type: .postgreSQL)
      #expect(try Self.sql("SELECT count(*) FROM \"ZALBUM\"", "\(schema)copy") == "85")
      #expect(try Self.partCount("ZALBUM", "\(schema)copy") == "4")
    }
    try coordinator.destroyPersistentStore(at: copy, type: .postgreSQL)
    #expect(try cluster.sql("SELECT count(*) FROM pg_namespace WHERE nspname LIKE '\(schema)copy%'") == "0")
  }

  @Test("A migration makes the parts that the new model asks for")
  func migration() throws {
    let (pair, schema) = try Self.pair()
    try Self.fill(pair)
    let new = Self.model(["Album": "artist 6"])
    new.entitiesByName["Album"]?.properties.append(NSAttributeDescription("label"))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: new)
    let store = try coordinator.addPersistentStore(
      type: .postgreSQL, at: pair.url,
      options: [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true])
    #expect(try Self.partCount("ZALBUM", schema) == "6")
    #expect(try Self.partCount("ZARTIST", schema) == "0")
    #expect(
      try Self.sql(
        "SELECT count(*) FROM pg_class WHERE relispartition AND relkind = 'r' "
          + "AND relnamespace = current_schema()::regnamespace", schema) == "6")
    let context = PostgresPair.context(coordinator)
    try context.performAndWait {
      #expect(try context.texts("Album", "title", where: "artist.name == 'a3'").count == 10)
      try context.insert("Album", ["title": "new", "label": "l"])
      try context.save()
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Album")) == 86)
    }
    try coordinator.remove(store)
  }

  @Test(
    "Parts that are not possible are an error that says why",
    arguments: [
      ("Album", "0", "a number from 2 to 1024"), ("Album", "many", "a number from 2 to 1024"),
      ("Album", "title 4", "no to-one relationship"), ("Album", "tracks 4", "no to-one relationship"),
      ("Album", "4 of 0", "the number of keys"), ("Album", "1 of 10", "a number from 2 to 1024"),
      ("Album", "4 of many", "the number of keys"), ("Album", "4 by 10", "the number of keys"),
      ("Album", "artist 4 of 10", "the number of keys"), ("Track", "4 of 10", "uniqueness constraint"),
      ("Track", "album 4", "uniqueness constraint"), ("Track", "4", "uniqueness constraint"),
    ])
  func problems(entity: String, setting: String, words: String) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model([entity: setting]))
    let url = try PostgresCluster.shared.get().newURL()
    let error = #expect(throws: NSError.self) { try coordinator.addPersistentStore(type: .postgreSQL, at: url) }
    #expect(error?.code == NSPersistentStoreIncompatibleSchemaError)
    #expect(error?.localizedDescription.contains(words) == true, "\(error as Any)")
  }
}

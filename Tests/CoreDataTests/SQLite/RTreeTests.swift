import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Places have a latitude and a longitude, and a shop is a place. The index `position` is an R-tree, and the index
/// `favorites` is partial.
@Suite("R-trees and partial indexes")
struct RTreeTests {
  private let folder: TemporaryFolder
  private var url: URL { folder.file("Places.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func model(
    indexed: Bool = true, others: [NSEntityDescription] = [], _ change: (NSEntityDescription) -> Void = { _ in }
  ) -> NSManagedObjectModel {
    let place = NSEntityDescription(
      "Place",
      [
        NSAttributeDescription("name"), NSAttributeDescription("latitude", .doubleAttributeType),
        NSAttributeDescription("longitude", .doubleAttributeType),
        NSAttributeDescription("stars", .integer16AttributeType, 0),
      ])
    let shop = NSEntityDescription("Shop", [NSAttributeDescription("owner")])
    place.subentities = [shop]
    change(place)
    guard indexed else { return NSManagedObjectModel([place, shop] + others) }
    func index(_ name: String, _ keys: [String], _ type: NSFetchIndexElementType) -> NSFetchIndexDescription {
      NSFetchIndexDescription(
        name: name,
        elements: keys.compactMap { place.propertiesByName[$0] }.map {
          NSFetchIndexElementDescription(property: $0, collationType: type)
        })
    }
    let position = index("position", ["latitude", "longitude"], .rTree)
    let favorites = index("favorites", ["name"], .binary)
    favorites.partialIndexPredicate = NSPredicate(format: "stars > 3 AND name != nil")
    place.indexes = [position, favorites]
    return NSManagedObjectModel([place, shop] + others)
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

  private func rows(_ sql: String) throws -> [[SampleDatabase.Cell]] {
    let database = try SampleDatabase(url.path)
    defer { database.close() }
    return try database.rows(sql)
  }

  private func entries() throws -> [String] {
    try rows("SELECT Z_PK, ZLATITUDE_MIN, ZLONGITUDE_MAX FROM Z_RT_Place_position ORDER BY Z_PK").map { row in
      row.map { cell in
        switch cell {
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        default: "?"
        }
      }.joined(separator: " ")
    }
  }

  @Test("A store is made with them, as Apple words them")
  func creation() throws {
    try stored(model()) { _ in }
    let tree = "Z_RT_Place_position"
    let values = "(NEW.Z_PK, NEW.ZLATITUDE ,NEW.ZLATITUDE, NEW.ZLONGITUDE, NEW.ZLONGITUDE)"
    let entry = "\(tree) (Z_PK, ZLATITUDE_MIN, ZLATITUDE_MAX, ZLONGITUDE_MIN, ZLONGITUDE_MAX) VALUES \(values)"
    let statements = try rows(
      "SELECT sql FROM sqlite_master WHERE name GLOB 'Z_RT_*' AND sql NOT GLOB 'CREATE TABLE*' ORDER BY rowid")
    #expect(
      statements.compactMap { $0[0].text } == [
        "CREATE VIRTUAL TABLE \(tree) USING RTREE (Z_PK INTEGER PRIMARY KEY, ZLATITUDE_MIN FLOAT, ZLATITUDE_MAX FLOAT, "
          + "ZLONGITUDE_MIN FLOAT, ZLONGITUDE_MAX FLOAT)",
        "CREATE TRIGGER \(tree)_INSERT AFTER INSERT ON ZPLACE FOR EACH ROW BEGIN INSERT OR REPLACE INTO \(entry) ; END",
        "CREATE TRIGGER \(tree)_UPDATE AFTER UPDATE ON ZPLACE FOR EACH ROW BEGIN DELETE FROM \(tree) WHERE Z_PK = NEW.Z_PK ; "
          + "INSERT INTO \(entry) ; END",
        "CREATE TRIGGER \(tree)_DELETE AFTER DELETE ON ZPLACE FOR EACH ROW BEGIN DELETE FROM \(tree) "
          + "WHERE Z_PK = OLD.Z_PK ; END",
      ])
    #expect(
      try rows("SELECT sql FROM sqlite_master WHERE name = 'Z_Place_favorites'") == [
        [
          .text(
            "CREATE INDEX Z_Place_favorites ON ZPLACE (ZNAME COLLATE BINARY ASC) "
              + "WHERE (ZSTARS > 3) AND (ZNAME IS NOT NULL)")
        ]
      ])
  }

  @Test("They follow what is saved, by statements and by batches")
  func saving() throws {
    try stored(model()) { context in
      let places = try (1...3).map { number in
        try context.insert("Place", ["name": "\(number)", "latitude": Double(number), "longitude": 0.5])
      }
      _ = try context.insert("Shop", ["name": "shop", "latitude": 9.0])
      try context.save()
      places[0].setValue(40.0, forKey: "latitude")
      context.delete(places[1])
      try context.save()
      let update = NSBatchUpdateRequest(entityName: "Place")
      update.predicate = NSPredicate(format: "name == '3'")
      update.propertiesToUpdate = ["longitude": 70.0]
      try context.execute(update)
      #expect(try context.texts("Place", "name", where: "stars > 3 AND name != nil") == [])
    }
    #expect(try entries() == ["1 40.0 0.5", "3 3.0 70.0", "4 9.0 0.0"])
    try stored(model()) { context in
      let place = try #require(try context.all("Place", where: "name == '1'").first)
      place.setValue(41.0, forKey: "latitude")
      try context.save()
    }
    #expect(try entries() == ["1 41.0 0.5", "3 3.0 70.0", "4 9.0 0.0"])
    #expect(try rows("PRAGMA integrity_check") == [[.text("ok")]])
  }

  @Test("An index whose name SQL would not read is left out, and the store is made")
  func otherNames() throws {
    for name in ["by place", "x (a); DROP TABLE ZPLACE; --", "größe"] {
      let model = model()
      model.entitiesByName["Place"]?.indexes = try #require(model.entitiesByName["Place"]).indexes.map {
        NSFetchIndexDescription(name: $0.name == "favorites" ? $0.name : name, elements: $0.elements)
      }
      try stored(model) { context in
        _ = try context.insert("Place", ["name": name, "latitude": 1.0, "longitude": 2.0])
        try context.save()
        #expect(try context.texts("Place", "name") == [name])
      }
      #expect(try rows("SELECT name FROM sqlite_master WHERE name GLOB 'Z_RT_*'") == [])
      try FileManager.default.removeItem(at: url)
    }
  }

  /// The name of one R-tree is a prefix of the names of the tables that store another one.
  @Test("R-trees with names alike all come along when a store is written anew")
  func namesAlike() throws {
    func twice(_ change: (NSEntityDescription) -> Void = { _ in }) -> NSManagedObjectModel {
      let model = model(change)
      if let place = model.entitiesByName["Place"], let position = place.indexes.first {
        place.indexes.append(
          NSFetchIndexDescription(
            name: "position_again",
            elements: position.elements.compactMap(\.property).map {
              NSFetchIndexElementDescription(property: $0, collationType: .rTree)
            }))
      }
      return model
    }
    let new = twice { $0.properties.append(NSAttributeDescription("street")) }
    try stored(twice()) { context in
      _ = try context.insert("Place", ["name": "1", "latitude": 1.0, "longitude": 2.0])
      try context.save()
    }
    let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: twice(), destinationModel: new)
    let old = folder.file("Old.sqlite")
    try FileManager.default.moveItem(at: url, to: old)
    // The migration must replace a store that is already there.
    try stored(new) { _ in }
    try NSMigrationManager(sourceModel: twice(), destinationModel: new).migrateStore(
      from: old, type: .sqlite, mapping: mapping, to: url, type: .sqlite)
    try stored(new) { context in
      try #require(try context.all("Place").first).setValue(7.0, forKey: "latitude")
      try context.save()
    }
    for tree in ["position", "position_again"] {
      #expect(try rows("SELECT ZLATITUDE_MIN FROM Z_RT_Place_\(tree)") == [[.real(7)]])
    }
  }

  @Test("A migration makes them anew, and takes away those that the model no longer has")
  func migration() throws {
    try stored(model(indexed: false)) { context in
      _ = try context.insert("Place", ["name": "1", "latitude": 1.0, "longitude": 2.0])
      try context.save()
    }
    let options = [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    let add = { (place: NSEntityDescription) in place.properties.append(NSAttributeDescription("street")) }
    try stored(model(add), options) { _ in }
    #expect(try entries() == ["1 1.0 2.0"])
    let addMore = { (place: NSEntityDescription) in
      add(place)
      place.properties.append(NSAttributeDescription("town"))
    }
    try stored(model(addMore), options) { context in
      try #require(try context.all("Place").first).setValue(7.0, forKey: "latitude")
      try context.save()
    }
    #expect(try entries() == ["1 7.0 2.0"])
    try stored(model(indexed: false), options) { context in
      try #require(try context.all("Place").first).setValue(8.0, forKey: "latitude")
      try context.save()
    }
    #expect(try rows("SELECT name FROM sqlite_master WHERE name GLOB 'Z_RT_*'") == [])
  }

  /// A hostile file may have any of these, next to an R-tree that would be trusted by itself.
  @Test(
    "A schema that is not Core Data's own is not trusted",
    arguments: [
      "CREATE TRIGGER x AFTER UPDATE ON ZPLACE FOR EACH ROW BEGIN SELECT load_extension('evil'); END",
      "CREATE TRIGGER x AFTER UPDATE ON ZPLACE FOR EACH ROW BEGIN DELETE FROM Z_RT_Place_position; END",
      "CREATE TRIGGER x AFTER UPDATE ON ZPLACE FOR EACH ROW BEGIN SELECT * FROM pragma_database_list; END",
      "CREATE TRIGGER x AFTER UPDATE ON ZPLACE FOR EACH ROW BEGIN SELECT printf('%d', 1); END",
      "CREATE VIEW v AS SELECT * FROM ZPLACE",
      "CREATE INDEX i ON ZPLACE (lower(ZNAME))",
      "CREATE VIRTUAL TABLE t USING RTREE (Z_PK INTEGER PRIMARY KEY, a FLOAT, b FLOAT)",
      "CREATE TABLE t (a INTEGER DEFAULT (random()))",
      """
      DROP TRIGGER Z_RT_Place_position_DELETE; CREATE TRIGGER Z_RT_Place_position_DELETE AFTER DELETE ON ZPLACE \
      FOR EACH ROW BEGIN DELETE FROM Z_RT_Place_position WHERE Z_PK = OLD.Z_PK ; DELETE FROM ZPLACE; END
      """,
    ])
  func hostileSchemas(statement: String) throws {
    try stored(model()) { context in
      _ = try context.insert("Place", ["name": "1", "latitude": 1.0])
      try context.save()
    }
    let database = try SampleDatabase(url.path)
    try database.execute(statement)
    database.close()
    let opened = try Connection(path: url.path, mode: .writing, timeout: 1)
    #expect(try !SchemaTrust.isDeserved(on: opened))
    try stored(model()) { context in
      let place = try #require(try context.all("Place").first)
      place.setValue("2", forKey: "name")
      let error = try #require(throws: NSError.self) { try context.save() }
      #expect(error.domain == NSCocoaErrorDomain)
      context.rollback()
      #expect(try context.texts("Place", "name") == ["1"])
    }
  }

  @Test("A schema of Core Data's own is trusted, with triggers of derived attributes, too")
  func ownSchemas() throws {
    let town = NSEntityDescription("Town", [NSAttributeDescription("name")])
    let made = model(others: [town]) { place in
      place.relate("town", .one, to: town, "places", .many)
      town.properties.append(DerivedModel.attribute("count", .integer64AttributeType, "places.@count"))
      town.properties.append(DerivedModel.attribute("sum", .doubleAttributeType, "places.latitude.@sum"))
    }
    try stored(made) { context in
      let town = try context.insert("Town", ["name": "t"])
      _ = try context.insert("Place", ["name": "1", "latitude": 1.5, "town": town])
      try context.save()
      #expect(town.value(forKey: "count") as? Int == 1)
      #expect(town.value(forKey: "sum") as? Double == 1.5)
    }
    #expect(try entries() == ["1 1.5 0.0"])
  }

  @Test("The condition of a partial index is kept in an archived model, and copied")
  func archives() throws {
    let model = model()
    let cache = try #require(try NewStoreMetadata.modelCache(of: model))
    let read = try NSManagedObjectModel(modelCache: cache)
    let indexes = try #require(read.entitiesByName["Place"]?.indexes)
    #expect(indexes.compactMap(\.partialIndexPredicate).map(\.syntax.description).contains { $0.contains("stars > 3") })
    #expect(indexes.contains { $0.name == "position" && $0.elements.allSatisfy { $0.collationType == .rTree } })
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(copy.entitiesByName["Place"]?.indexes.compactMap(\.partialIndexPredicate).count == 1)
  }
}

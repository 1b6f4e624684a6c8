import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite(
  "Stores of Apple's go through the versions of their models", .enabled(if: ModelSamples.areThere, ModelSamples.reason))
struct SampleMigrationTests {
  private let stores = (ModelSamples.root ?? URL(fileURLWithPath: "/")).appendingPathComponent("stores")

  private func copy(_ path: String) throws -> MigratingStore {
    let store = try MigratingStore()
    _ = try store.folder.copy(stores.appendingPathComponent(path))
    return store
  }

  private func model(_ path: String) throws -> NSManagedObjectModel {
    try NSManagedObjectModel(reading: stores.appendingPathComponent(path))
  }

  /// Migrates a store, and compares everything that both versions have.
  ///
  /// - Parameter renamed: the new names of entities, by their former names, and of properties, by `Entity.property`
  ///   with the former names.
  private func migrate(_ store: MigratingStore, to model: NSManagedObjectModel, _ renamed: [String: String]) throws {
    let old = try #require(try SQLiteStoreKind().embeddedModel(at: store.url))
    let before = try store.contents(old)
    let isOther = old.entityVersionHashesByName != model.entityVersionHashesByName
    try store.migrate(to: model)
    let after = try store.contents(model)
    if isOther {
      let problems = try store.problems(model)
      #expect(problems == [])
    }
    for (entity, objects) in before.objects {
      guard let now = after.objects[renamed[entity] ?? entity] else { continue }
      #expect(Set(now.keys) == Set(objects.keys))
      for (key, values) in objects {
        for (name, value) in values {
          let value = renamed.reduce(value) { $0.replacing("\"\($1.key)", with: "\"\($1.value)") }
          guard let stored = now[key]?[renamed["\(entity).\(name)"] ?? name] else { continue }
          let isSame = stored == value || value == "nil" || stored == "[\(value)]" || stored == "[\"\(value)\"]"
          #expect(isSame, "\(entity).\(name) of \(key): \(stored) was \(value)")
        }
      }
    }
  }

  /// Apple's migration left the former name of the renamed entity in `Z_PRIMARYKEY`. Everything else is compared row by
  /// row.
  @Test func coreDataPlus() throws {
    let folder = "alemar11+CoreDataPlus/Tests/Resources/SampleModel/"
    let store = try copy(folder + "Fixtures/SampleModel_V1.sqlite")
    let apples = try copy(folder + "Fixtures/SampleModel_V2.sqlite")
    func second() throws -> NSManagedObjectModel {
      try model(folder + "SampleModel.xcdatamodeld/SampleModel2.xcdatamodel")
    }
    try migrate(store, to: second(), ["ExpensiveSportCar": "LuxuryCar"])
    #expect(try store.contents(second()) == apples.contents(second()))
    for (table, left) in [("ZCAR", []), ("ZPERSON", []), ("Z_PRIMARYKEY", ["Z_NAME"])] {
      func columns(_ store: MigratingStore) throws -> [String] {
        try store.rows("PRAGMA table_info(\(table))").compactMap { $0[1].text }.filter { !left.contains($0) }.sorted()
      }
      let names = try columns(apples)
      #expect(try columns(store) == names)
      let list = names.joined(separator: ", ")
      let rows = "SELECT \(list) FROM \(table) ORDER BY \(list)"
      #expect(try store.rows(rows) == apples.rows(rows))
    }
    // Apple's computation of the hashes and their digest is private, and our framework version is a later one.
    func metadata(_ store: MigratingStore) throws -> [String: String] {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
        .filter { !["NSStoreModelVersionHashesDigest", "NSPersistenceFrameworkVersion"].contains($0.key) }
        .mapValues { value in (value as? [String: Any]).map { "\($0.keys.sorted())" } ?? "\(value)" }
    }
    let (written, its) = (try metadata(store), try metadata(apples))
    #expect(written == its)
    #expect(written.count == 7)
    try migrate(store, to: model(folder + "SampleModel.xcdatamodeld/SampleModel3.xcdatamodel"), [:])
  }

  @Test(arguments: ["1.0.0", "1.1.0", "1.1.2", "1.2.0", "2.0.0"]) func jeffreybergier(_ version: String) throws {
    let folder = "jeffreybergier+CoreDataMigrationTests/CoreDataMigration/CoreDataMigration"
    for next in ["1.0.0", "1.1.0", "1.1.2", "1.2.0", "2.0.0"] {
      let store = try copy("\(folder)Tests/Example_v\(version).sqlite")
      try migrate(store, to: model("\(folder)/Model.xcdatamodeld/v\(next).xcdatamodel"), [:])
    }
  }

  /// Each version of the bookmarks is migrated to every later one.
  @Test(arguments: 1...5) func bookmarks(_ version: Int) throws {
    let folder = "duckduckgo+BrowserServicesKit/"
    for next in max(version, 2)...6 {
      let store = try copy("\(folder)Tests/BookmarksTests/Resources/Bookmarks_V\(version).sqlite")
      try migrate(
        store, to: model("\(folder)Sources/Bookmarks/BookmarksModel.xcdatamodeld/BookmarksModel \(next).xcdatamodel"),
        ["BookmarkEntity.favoriteFolder": "favoriteFolders"]
      )
    }
  }

  /// Each version of Moody's model is migrated to itself and to every later one.
  @Test(arguments: 1...5) func moody(_ version: Int) throws {
    let folder = "objcio+core-data/Migrations/"
    func name(_ version: Int) -> String { version == 1 ? "Moody" : "Moody \(version)" }
    for next in version...6 {
      let store = try copy("\(folder)MigrationsTests/\(name(version)).moody")
      try migrate(store, to: model("\(folder)Migrations/Moody.xcdatamodeld/\(name(next)).xcdatamodel"), [:])
    }
  }

  /// The third version makes objects of texts, so it needs a mapping model.
  @Test func wibosco() throws {
    let folder = "wibosco+CoreDataMigration-Example/CoreDataMigration-Example"
    func version(_ number: Int) throws -> NSManagedObjectModel {
      let name = "CoreDataMigration_Example\(number == 1 ? "" : " \(number)").xcdatamodel"
      return try model("\(folder)/CoreData/Model/CoreDataMigration_Example.xcdatamodeld/\(name)")
    }
    let first = try copy("\(folder)Tests/Resources/SQLite/CoreDataMigration_Example_1.sqlite")
    #expect(try first.error(migratingTo: version(3))?.code == NSMigrationMissingMappingModelError)
    try migrate(first, to: version(2), [:])
    let third = try copy("\(folder)Tests/Resources/SQLite/CoreDataMigration_Example_3.sqlite")
    try migrate(third, to: version(4), [:])
  }

  /// The history must still have its changes of pages, although the entity has another number now.
  @Test func aStoreWithHistory() throws {
    let store = try copy("alemar11+CoreDataPlus/Tests/Resources/SampleModel2/Fixtures/SampleModel2_V2.sqlite")
    let model = try #require(try SQLiteStoreKind().embeddedModel(at: store.url)?.copy() as? NSManagedObjectModel)
    model.entities.insert(NSEntityDescription("Aaa", [NSAttributeDescription("x")]), at: 0)
    model.entitiesByName["Page"]?.properties.append(NSAttributeDescription("more"))
    let names =
      "SELECT p.Z_NAME, count(*), max(c.ZENTITYPK) FROM ACHANGE AS c JOIN Z_PRIMARYKEY AS p "
      + "ON p.Z_ENT = c.ZENTITY GROUP BY p.Z_NAME ORDER BY p.Z_NAME"
    let before = try store.rows(names)
    let number = "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Page'"
    let old = try store.rows(number)
    try store.migrate(to: model)
    #expect(try store.rows(names) == before)
    #expect(before.count > 2)
    #expect(try store.rows(number) != old)
    #expect(try store.rows("PRAGMA integrity_check")[0][0].text == "ok")
  }
}

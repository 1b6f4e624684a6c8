import Foundation
import PostgreSQLTesting
import SectionedTesting

@testable import CoreData

/// A store that is filled with one model and then opened with other models.
struct MigratingStore {
  static let types = [NSSQLiteStoreType] + StoresOnServers.types

  let folder: TemporaryFolder
  let url: URL
  let type: String

  init(_ type: String = NSSQLiteStoreType) throws {
    let folder = try TemporaryFolder()
    self.init(folder, StoresOnServers.newURL(type) ?? folder.file(), type)
  }

  private init(_ folder: TemporaryFolder, _ url: URL, _ type: String) {
    self.folder = folder
    self.url = url
    self.type = type
  }

  /// Returns a store at another URL in the same folder.
  func at(_ url: URL) -> MigratingStore { MigratingStore(folder, url, type) }

  var isFile: Bool { type == NSSQLiteStoreType }

  /// Saves objects with a model, and closes the store.
  func fill(_ model: NSManagedObjectModel, _ body: (NSManagedObjectContext) throws -> Void) throws {
    try with(model, migrates: false) { context in
      try body(context)
      try context.save()
    }
  }

  /// Opens the store with a model, which migrates it if necessary, and closes it.
  func migrate(to model: NSManagedObjectModel) throws { try with(model) { _ in } }

  /// Opens the store, and runs a closure with a context.
  @discardableResult
  func with<Result>(
    _ model: NSManagedObjectModel, configuration: String? = nil, migrates: Bool = true,
    options more: [String: Bool] = [:], _ body: (NSManagedObjectContext) throws -> Result
  ) throws -> Result {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let options = [
      NSMigratePersistentStoresAutomaticallyOption: migrates, NSInferMappingModelAutomaticallyOption: true,
    ].merging(more) { $1 }
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: configuration, at: url, options: options
    )
    defer { try? coordinator.remove(store) }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try body(context) }
  }

  /// Reads everything in the store by fetches, without migrating it.
  func contents(_ model: NSManagedObjectModel) throws -> StoreContents {
    try with(model, migrates: false) { try StoreContents($0, model) }
  }

  func error(migratingTo model: NSManagedObjectModel, options: [String: Bool] = [:]) -> NSError? {
    do {
      try with(model, options: options) { _ in }
      return nil
    } catch {
      return error as NSError
    }
  }

  func rows(_ sql: String) throws -> [[SampleDatabase.Cell]] {
    let database = try SampleDatabase(url.path)
    defer { database.close() }
    return try database.rows(sql)
  }

  /// Returns the differences of the tables, indexes, triggers and entities from those of a new store, and the result of
  /// SQLite's integrity check of a file. Empty, if nothing is wrong.
  func problems(_ model: NSManagedObjectModel) throws -> [String] {
    let new = try MigratingStore(type)
    try new.with(model) { _ in }
    guard isFile else { return try problemsOnServer(comparedWith: new) }
    var problems: [String] = []
    let integrity = try rows("PRAGMA integrity_check").compactMap { $0[0].text }
    if integrity != ["ok"] { problems += integrity }
    let schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
    let (ours, theirs) = (try rows(schema), try new.rows(schema))
    problems += ours.filter { !theirs.contains($0) }.map { "superfluous: \($0)" }
    problems += theirs.filter { !ours.contains($0) }.map { "missing: \($0)" }
    let entities = "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT"
    if try rows(entities) != new.rows(entities) { problems.append("other entities: \(try rows(entities))") }
    for row in try rows("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_SUPER = 0") {
      let table = "Z\((row[1].text ?? "").uppercased())"
      let largest = try rows("SELECT max(Z_PK) FROM \"\(table)\"")[0][0].integer ?? 0
      if (row[2].integer ?? -1) < largest { problems.append("the counter of \(table) is behind its rows") }
    }
    return problems
  }
}

/// The objects of a store as texts, by entity, primary key and property. An object is named by its root entity and key.
struct StoreContents: Equatable, CustomStringConvertible {
  var objects: [String: [Int64: [String: String]]] = [:]

  init() {}

  init(_ context: NSManagedObjectContext, _ model: NSManagedObjectModel) throws {
    for entity in model.entities {
      guard let name = entity.name else { continue }
      let request = NSFetchRequest<NSManagedObject>(entityName: name)
      request.includesSubentities = false
      for object in try context.fetch(request) {
        var values: [String: String] = [:]
        for attribute in entity.attributesByName.values where !attribute.isTransient {
          values[attribute.name] = Self.text(object.value(forKey: attribute.name))
        }
        for relationship in entity.relationshipsByName.values where !relationship.isTransient {
          values[relationship.name] = Self.text(object, relationship)
        }
        objects[name, default: [:]][object.objectID.key.primaryKey] = values
      }
    }
  }

  static func text(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let number as NSNumber: "\(number.doubleValue)"
    case let data as Data: data.count > 40 ? "data \(data.count) \(data.hashValue)" : "data \(Array(data))"
    case let date as Date: "date \(date.timeIntervalSinceReferenceDate)"
    case let value?: "\(value)"
    }
  }

  private static func text(_ object: NSManagedObject, _ relationship: NSRelationshipDescription) -> String {
    guard relationship.isToMany else {
      return (object.value(forKey: relationship.name) as? NSManagedObject).map(name) ?? "nil"
    }
    if relationship.isOrdered {
      let ordered = object.value(forKey: relationship.name) as? NSOrderedSet
      return "\((ordered?.array ?? []).compactMap { $0 as? NSManagedObject }.map(name))"
    }
    let members = object.value(forKey: relationship.name) as? Set<NSManagedObject> ?? []
    return "\(members.sorted { $0.objectID.key.primaryKey < $1.objectID.key.primaryKey }.map(name))"
  }

  static func name(_ object: NSManagedObject) -> String {
    "\(object.entity.name ?? "")\(object.objectID.key.primaryKey)"
  }

  subscript(entity: String, key: Int64) -> [String: String]? { objects[entity]?[key] }

  var description: String {
    objects.sorted { $0.key < $1.key }.flatMap { name, rows in
      rows.sorted { $0.key < $1.key }.map { key, values in
        "\(name)\(key): " + values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
      }
    }.joined(separator: "\n")
  }
}

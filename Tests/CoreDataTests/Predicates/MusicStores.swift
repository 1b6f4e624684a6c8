import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

/// The same rows in a store in memory, in an SQLite store and, if there is a server, in a store there.
final class MusicStores {
  let memory: NSPersistentStoreCoordinator
  let sqlite: NSPersistentStoreCoordinator
  /// The store on a server. Nil, if there is no server, or if a value cannot be stored there.
  let server: NSPersistentStoreCoordinator?
  let folder: TemporaryFolder
  var model: ModelLayout { memory.model.layout }
  /// The keys of all rows, the same in all stores.
  private(set) var keys: [RowKey] = []
  /// The object IDs of all rows.
  private(set) var ids: [NSManagedObjectID] = []

  private let hasOddKeys: Bool

  /// - Parameters:
  ///   - rows: the rows to insert, in order. Their references lead to earlier rows, or to themselves.
  ///   - hasOddKeys: whether the primary keys are from the whole range of 64 bits.
  init(_ rows: [MusicRow], hasOddKeys: Bool = false) throws {
    self.hasOddKeys = hasOddKeys
    folder = try TemporaryFolder()
    memory = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    sqlite = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let inMemory = try memory.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let inFile = try sqlite.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("music.sqlite"))
    var stores = [inMemory, inFile]
    let isKept = rows.allSatisfy { $0.values.values.allSatisfy { $0.isKeptOnServers } }
    if isKept, let type = StoresOnServers.types.first {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
      stores.append(
        try coordinator.addPersistentStore(
          ofType: type, configurationName: nil, at: StoresOnServers.newURL(type)))
      server = coordinator
    } else {
      server = nil
    }
    for store in stores {
      let saved = try store.save(changes(rows)).inserted.map { $0.key }
      #expect(keys.isEmpty || keys == saved, "both stores give the same keys")
      keys = saved
    }
    for key in keys {
      let entity = try #require(memory.managedObjectModel.entitiesByName[model[key].name])
      ids.append(NSManagedObjectID(key: key, origin: ObjectIDOrigin(entity: entity, store: inMemory)))
    }
  }

  deinit {
    for coordinator in [memory, sqlite, server].compactMap({ $0 }) {
      for store in coordinator.persistentStores { try? coordinator.remove(store) }
    }
  }

  private func changes(_ rows: [MusicRow]) throws -> StoreChanges {
    var changes = StoreChanges()
    let temporaryKeys = try rows.enumerated().map { index, row in
      let (entity, number) = (try entity(row.entity).index, Int64(index))
      guard hasOddKeys else { return RowKey(entity: entity, temporary: number + 1) }
      let key = [number, .max - number, -number, 1 << 31 + number, RowKey.firstStoredKey + number][index % 5]
      return RowKey(entity: entity, primaryKey: key)
    }
    for (index, row) in rows.enumerated() {
      let layout = try entity(row.entity)
      var values = ContiguousArray(repeating: Value.null, count: layout.slots.count)
      for (name, value) in row.values { values[try #require(layout.slotsByName[name])] = value }
      for (name, other) in row.references {
        values[try #require(layout.slotsByName[name])] = .reference(temporaryKeys[other])
      }
      changes.inserted.append(Row(key: temporaryKeys[index], version: 0, values: values))
      for (name, others) in row.related where !others.isEmpty {
        let slot = try #require(layout.slotsByName[name])
        changes.toMany.append(
          StoreChanges.ToMany(
            owner: temporaryKeys[index], slot: slot, added: others.map { temporaryKeys[$0] }, removed: [], ordered: nil)
        )
      }
    }
    return changes
  }

  func entity(_ name: String) throws -> EntityLayout { try #require(model.entitiesByName[name]) }

  func query(_ entity: String, _ predicate: NSPredicate?, _ order: [NSSortDescriptor] = []) throws -> RowQuery {
    let layout = try self.entity(entity)
    return RowQuery(
      entity: layout,
      predicate: try predicate.map { try CompiledPredicate($0, entity: layout, model: model) },
      order: try CompiledOrder(order, entity: layout, model: model))
  }

  func inMemory(_ query: RowQuery) throws -> [Int64] { try answer(memory, query) }

  /// Returns SQLite's answer, and expects the same one from the server.
  func inSQL(_ query: RowQuery) throws -> [Int64] {
    let keys = try answer(sqlite, query)
    if let server { #expect(try answer(server, query) == keys, "the server answers otherwise") }
    return keys
  }

  private func answer(_ coordinator: NSPersistentStoreCoordinator, _ query: RowQuery) throws -> [Int64] {
    let rows = try #require(coordinator.persistentStores.first).rows
    defer { rows.endReadTransaction() }
    return try rows.keys(matching: query, groupedBy: nil).keys.map(\.primaryKey)
  }

  /// Returns what a fetch finds in memory, and expects that SQL finds the same.
  func answers(
    _ entity: String, _ format: String, _ arguments: [Any?] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Int64] {
    let query = try query(entity, try NSPredicate.parse(format: format, arguments: arguments))
    let expected = try inMemory(query)
    #expect(try inSQL(query) == expected, "\(format)", sourceLocation: sourceLocation)
    return expected
  }

  /// Returns the SQL of a query over the schema of a new store.
  func sql(_ query: RowQuery) throws -> FetchSQL {
    let store = try #require(sqlite.persistentStores.first?.rows as? SQLiteStore)
    return try FetchSQL(query, in: store.schema)
  }
}

struct MusicRow {
  let entity: String
  var values: [String: Value] = [:]
  /// The destinations of to-one relationships, as indices of rows.
  var references: [String: Int] = [:]
  /// The destinations of to-many relationships that this row sets, as indices of earlier rows.
  var related: [String: [Int]] = [:]
}

extension Value {
  /// Whether a server can store the value. It can store no text with a null character, and no NaN.
  fileprivate var isKeptOnServers: Bool {
    switch self {
    case .string(let text): !text.utf8.contains(0)
    case .double(let number), .date(let number): !number.isNaN
    default: true
    }
  }
}

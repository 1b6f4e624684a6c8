import Foundation

@testable import CoreData
@testable import CoreDataModel

/// A store that is opened without a coordinator, with short helpers for rows and changes.
struct StoreHandle {
  let model: NSManagedObjectModel
  let store: SQLiteStore
  let metadata: StoreMetadata

  /// Opens a store, and creates it if it does not exist.
  init(_ url: URL, _ model: NSManagedObjectModel, readOnly: Bool = false, timeout: TimeInterval = 240) throws {
    let compiled = model.compile()
    let opened = try SQLiteStoreKind().open(
      StoreOpening(
        url: url, model: model, entityIndices: Set(compiled.layout.entities.indices), isReadOnly: readOnly,
        timeout: timeout
      )
    )
    guard let store = opened.rows as? SQLiteStore else { throw SampleError(description: "no SQLite store") }
    self.model = model
    self.store = store
    metadata = opened.metadata
  }

  /// Opens a store with its embedded model.
  init(sample url: URL, readOnly: Bool = false) throws {
    guard let model = try SQLiteStoreKind().embeddedModel(at: url) else {
      throw SampleError(description: "\(url.lastPathComponent) carries no model")
    }
    try self.init(url, model, readOnly: readOnly)
  }

  func entity(_ name: String) throws -> EntityLayout {
    guard let entity = store.model.entitiesByName[name] else { throw SampleError(description: "no entity \(name)") }
    return entity
  }

  func slot(_ name: String, of entity: String) throws -> Int {
    guard let slot = try self.entity(entity).slotsByName[name] else {
      throw SampleError(description: "no property \(entity).\(name)")
    }
    return slot
  }

  /// Makes a row that no store has yet.
  func new(_ entity: String, _ number: Int64, _ values: [String: Value] = [:]) throws -> Row {
    let layout = try self.entity(entity)
    var all = ContiguousArray(layout.slots.map(\.defaultValue))
    for (name, value) in values { all[try slot(name, of: entity)] = value }
    return Row(key: RowKey(entity: layout.index, temporary: number), version: 0, values: all)
  }

  /// Makes a row that no store has yet, with numbers and texts of its own for unique attributes.
  func newUnique(_ entity: String, _ number: Int64) throws -> Row {
    let layout = try self.entity(entity)
    var values: [String: Value] = [:]
    for slot in store.writers.uniqueSlots[layout.index] {
      switch layout.slots[slot].kind {
      case .attribute(.stringAttributeType): values[layout.slots[slot].name] = .string("unique \(number)")
      case .attribute(.UUIDAttributeType): values[layout.slots[slot].name] = .uuid(UUID())
      case .attribute(let type) where type.integerRange.contains(number + 30_000):
        values[layout.slots[slot].name] = type == .booleanAttributeType ? .int(number) : .int(number + 30_000)
      default: break
      }
    }
    return try new(entity, number, values)
  }

  /// Makes an update of a row that replaces some values.
  func update(_ row: Row, _ values: [String: Value]) throws -> StoreChanges.Update {
    let entity = store.model[row.key].name
    var all = row.values
    let slots = try values.keys.map { try slot($0, of: entity) }.sorted()
    for (name, value) in values { all[try slot(name, of: entity)] = value }
    return StoreChanges.Update(row: Row(key: row.key, version: row.version, values: all), slots: slots)
  }

  @discardableResult
  func insert(_ rows: [Row], toMany: [StoreChanges.ToMany] = []) throws -> [Row] {
    try store.save(StoreChanges(inserted: rows, toMany: toMany)).inserted
  }

  func all(_ entity: String, subentities: Bool = true) throws -> [Row] {
    try store.rows(matching: RowQuery(entity: try self.entity(entity), includesSubentities: subentities))
  }

  /// Returns the values of one property, in the order of the primary keys.
  func values(_ property: String, of entity: String) throws -> [String] {
    let slot = try slot(property, of: entity)
    return try all(entity).map { $0[slot].text }
  }
}

extension Value {
  /// The value as a text that tests compare.
  var text: String {
    switch self {
    case .null: "nil"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .date(let number): "date \(number)"
    case .string(let text): text
    case .data(let data): "data \(data.map { String($0, radix: 16) }.joined(separator: " "))"
    case .uuid(let uuid): uuid.uuidString
    case .decimal(let box): "decimal \(box.number)"
    case .reference(let key): "#\(key.entity).\(key.primaryKey)"
    case .opaque: "opaque"
    }
  }
}

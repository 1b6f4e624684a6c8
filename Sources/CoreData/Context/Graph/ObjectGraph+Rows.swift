import Foundation

/// The rows of the stores, or of the parent.
extension ObjectGraph {
  func store(holding entity: Int) -> NSPersistentStore? {
    if let store = readScope.store(of: entity) { return store }
    guard let store = registry.coordinator?.store(holding: entity) else { return nil }
    readScope.note(store, of: entity, among: model.entities.count)
    scheduler.noteActivity()
    return store
  }

  /// The store of an entity.
  ///
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) when there is none.
  func requireStore(holding entity: Int) throws -> NSPersistentStore {
    guard let store = store(holding: entity) else {
      let name = entity < model.entities.count ? model.entities[entity].name : "it"
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        "No store of the coordinator holds the entity \(name): load the container's stores, or add one, first."
      )
    }
    return store
  }

  /// The source of an entity's rows: the parent, or the store that holds the entity.
  ///
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) when no store holds it.
  func requireRows(holding entity: Int) throws -> any RowStore {
    let store = try requireStore(holding: entity)
    return try parentRows ?? rows(of: store)
  }

  /// Whether surely no row stands behind a key: a parent has rows with temporary ones.
  func isUnsaved(_ key: RowKey) -> Bool { key.isTemporary && parentRows == nil }

  /// The row of a key as its store last saved it.
  func savedRow(_ key: RowKey) throws -> Row? {
    // What a parent has may change within an event.
    if parentRows != nil { return try requireRows(holding: Int(key.entity)).row(for: key) }
    if key.isTemporary { return nil }
    if let row = readScope.lastRow, row.key.primaryKey == key.primaryKey, model[row.key].root == model[key].root {
      return row
    }
    endStaleReading()
    let row = try rows(of: requireStore(holding: Int(key.entity))).row(for: key)
    readScope.note(row)
    return row
  }

  /// Forgets the row that was read last, so that the next property is read from its store.
  func forgetRow() { readScope.forgetRow() }

  /// The store's destinations of a to-many relationship; nil when they cannot be read, which is logged.
  func readDestinations(_ slot: Int, of object: NSManagedObject) -> [RowKey]? {
    do {
      return try requireRows(holding: Int(object.entityIndex)).related(slot, of: object.key)
    } catch {
      logLine("\(object.propertyName(slot)) of \(object.objectName) could not be read: \(error)")
      return nil
    }
  }

  /// A number that grows with each change of what the context reads, whether it is reported to it or not: with writes
  /// to the stores and, where there is a parent, with each event of that. Nil without a coordinator.
  var sourceNumber: Int? {
    guard let source = parentRows else { return registry.coordinator?.saveNumber }
    return source.sourceNumber
  }

  /// Whether the rows of a write of these numbers are those that the context reads now.
  func isNewest(_ numbers: [Int]) -> Bool {
    if parentRows == nil { return registry.coordinator?.isNewest(numbers) ?? false }
    return sourceNumber.map(numbers.contains) ?? false
  }

  /// Whether this context made or merged all that this process wrote to the stores, so that no object's row is older.
  /// Once something was written that no event reports, this is false until the context is reset.
  var isCurrent: Bool { sourceNumber == saves.seen }
}

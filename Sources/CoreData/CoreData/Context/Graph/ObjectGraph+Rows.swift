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

  /// Whether a key certainly has no row. Only a parent has rows with temporary keys.
  func isUnsaved(_ key: RowKey) -> Bool { key.isTemporary && parentRows == nil }

  /// The row of a key as its store last saved it.
  func savedRow(_ key: RowKey) throws -> Row? {
    // A parent's rows may change within an event, so the last row is not cached.
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

  /// Clears the cached last row, so that the next read goes to the store.
  func forgetRow() { readScope.forgetRow() }

  /// Reads the stored destinations of a to-many relationship. If that fails, logs the error and returns nil.
  func readDestinations(_ slot: Int, of object: NSManagedObject) -> [RowKey]? {
    do {
      return try requireRows(holding: Int(object.entityIndex)).related(slot, of: object.key)
    } catch {
      logLine("\(object.propertyName(slot)) of \(object.objectName) could not be read: \(error)")
      return nil
    }
  }

  /// A number that grows with each change of the rows that the context reads, even if the context is not notified of
  /// it. It grows with writes to the stores and, if there is a parent, with the parent's events. Nil without a
  /// coordinator.
  var sourceNumber: Int? {
    guard let source = parentRows else { return registry.coordinator?.saveNumber }
    return source.sourceNumber
  }

  /// Whether the rows that the saves with these numbers wrote are the newest ones.
  func isNewest(_ numbers: [Int]) -> Bool {
    if parentRows == nil { return registry.coordinator?.isNewest(numbers) ?? false }
    return sourceNumber.map(numbers.contains) ?? false
  }

  /// Whether this context made or merged all writes of this process to the stores, so that no object has an outdated
  /// row. After a write that no event reports, this is false until the context is reset.
  var isCurrent: Bool { sourceNumber == saves.seen }
}

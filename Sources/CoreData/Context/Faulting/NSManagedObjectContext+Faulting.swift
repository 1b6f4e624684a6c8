import Foundation

/// Filling objects from the stores' last saved state.
extension NSManagedObjectContext {
  func store(holding entity: Int) -> NSPersistentStore? {
    if let store = readScope.store(of: entity) { return store }
    guard let store = registry.coordinator?.store(holding: entity) else { return nil }
    readScope.note(store, of: entity, among: model.entities.count)
    noteActivity()
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

  /// The row of a key as its store last saved it.
  func savedRow(_ key: RowKey) throws -> Row? {
    // What a parent has may change within an event.
    if superior != nil { return try requireRows(holding: Int(key.entity)).row(for: key) }
    if key.isTemporary { return nil }
    if let row = readScope.lastRow, row.key.primaryKey == key.primaryKey, model[row.key].root == model[key].root {
      return row
    }
    endStaleReading()
    let row = try rows(of: requireStore(holding: Int(key.entity))).row(for: key)
    readScope.note(row)
    return row
  }

  /// Fills a fault, and those of its batch.
  func fire(_ object: NSManagedObject) {
    requireQueue()
    if object.flags.contains(.rested) {
      object.flags.remove(.rested)
      return
    }
    if object.row == nil {
      if case .batch(let batch) = object.extra { fill(batch) }
      if object.row == nil {
        do {
          guard let row = try savedRow(object.key) else { return lose(object, because: nil) }
          object.row = row
        } catch {
          return lose(object, because: error)
        }
      }
    }
    object.flags.remove(.fault)
    if case .batch = object.extra { object.extra = .nothing }
    object.flags.insert(.awakening)
    working.awakeningDepth += 1
    object.awakeFromFetch()
    working.awakeningDepth -= 1
    object.flags.remove(.awakening)
  }

  /// Gives the faults among several objects their rows, in one go, and makes those that are not there.
  func fill(_ keys: some Collection<RowKey>) {
    var empty: [RowKey] = []
    empty.reserveCapacity(keys.count)
    for (key, object) in zip(keys, registry.objects(for: keys)) where !isUnsaved(key) {
      guard let object else {
        empty.append(key)
        continue
      }
      if object.flags.contains(.fault), object.row == nil { empty.append(key) }
    }
    guard let root = empty.first.map({ model[$0].root }) else { return }
    // Mostly all are of one table.
    if empty.allSatisfy({ model[$0].root == root }) { return fill(empty, from: root) }
    for (root, keys) in Dictionary(grouping: empty, by: { model[$0].root }) { fill(keys, from: root) }
  }

  private func fill(_ keys: [RowKey], from root: Int) {
    guard let found = try? requireRows(holding: root).rows(for: keys) else { return }
    let rows = found.compactMap { $0 }
    let objects = objects(for: rows.lazy.map(\.key)) { rows[$0] }
    for object in objects {
      if case .batch = object.extra { object.extra = .nothing }
    }
    readScope.keepFilled(objects)
  }

  /// Gives the faults of a batch their rows: those that are still there, unless it reads ahead.
  private func fill(_ batch: FaultBatch) {
    if batch.readsAhead { return fill(batch.keys) }
    // What cannot be read is reported for the object that is touched.
    try? readRows(of: registry.objects(for: batch.keys))
  }

  /// Fills faults of one root entity; those whose rows are gone stay faults.
  ///
  /// - Parameter isCancelled: whether the rows are not wanted any more.
  /// - Throws: the store's error, or `CocoaError.userCancelled`: then nothing is filled.
  func fill(_ objects: [NSManagedObject], unless isCancelled: @escaping @Sendable () -> Bool) throws {
    requireQueue()
    let objects = objects.filter { $0.liveContext === self }
    try withParents { try readRows(of: objects, unless: isCancelled) }
    for object in objects where object.row != nil && !object.flags.contains(.deleted) { object.fireIfFault() }
  }

  private func readRows(
    of objects: [NSManagedObject?], unless isCancelled: (@Sendable () -> Bool)? = nil
  ) throws {
    var empty: [NSManagedObject] = []
    var keys: [RowKey] = []
    empty.reserveCapacity(objects.count)
    keys.reserveCapacity(objects.count)
    for case let object? in objects where object.flags.contains(.fault) && object.row == nil {
      empty.append(object)
      keys.append(object.key)
    }
    guard let first = keys.first else { return }
    let source = try requireRows(holding: Int(first.entity))
    let rows = try FetchCancellation.given(isCancelled) { try source.rows(for: keys) }
    for (object, row) in zip(empty, rows) {
      object.row = row
      if case .batch = object.extra { object.extra = .nothing }
    }
  }

  /// The store's destinations of a to-many relationship; nil when they cannot be read, which is logged.
  func readDestinations(_ slot: Int, of object: NSManagedObject) -> [RowKey]? {
    do {
      return try requireRows(holding: Int(object.entityIndex)).related(slot, of: object.key)
    } catch {
      logLine("\(object.propertyName(slot)) of \(object.objectName) could not be read: \(error)")
      return nil
    }
  }

  /// Treats an object whose row is gone, or cannot be read, as deleted.
  private func lose(_ object: NSManagedObject, because error: (any Error)?) {
    if let error {
      logLine("\(object.objectName) could not be read and counts as deleted: \(error)")
    }
    guard shouldHandleInaccessibleFault(object, for: object.makeID(), triggeredByProperty: nil) else {
      fatalError(
        "\(object.objectName) has no row any more: it was deleted elsewhere. Set shouldDeleteInaccessibleFaults, "
          + "or look it up with existingObject(with:)."
      )
    }
    object.flags.remove(.fault)
    if object.flags.contains(.updated) { pending.forget(object) }
    object.flags.subtract(.pending)
    object.flags.formUnion([.deleted, .gone])
    object.extra = .nothing
    event.noteDeletion(of: object)
    noteActivity()
  }

  /// Whether an ID is a temporary one, or of the store that holds its entity here.
  func isOfKnownStore(_ id: NSManagedObjectID) -> Bool {
    id.storeIdentifier.map { $0 == registry.coordinator?.store(holding: Int(id.key.entity))?.identifier } ?? true
  }

  func findExistingObject(_ id: NSManagedObjectID) throws -> NSManagedObject {
    requireQueue()
    let key = localKey(of: id)
    let isKnown = isOfKnownStore(id)
    if isKnown, let object = registeredObject(for: key), !object.flags.contains(.fault) || isUnsaved(key) {
      return object
    }
    let missing = NSError.coreData(
      NSManagedObjectReferentialIntegrityError,
      "There is no object \(id.uriRepresentation().absoluteString): it was deleted, or never saved.",
      details: [NSAffectedObjectsErrorKey: [id]]
    )
    guard isKnown, let row = try savedRow(key) else { throw missing }
    let object = object(for: row.key, row: row)
    object.fireIfFault()
    return object
  }
}

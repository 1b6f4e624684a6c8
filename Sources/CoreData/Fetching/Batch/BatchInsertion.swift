import Foundation

/// Batch inserts, in a context of their own.
extension NSManagedObjectContext {
  /// - Parameter policy: what becomes of an object whose unique values another has.
  func insert(
    _ request: NSBatchInsertRequest, settlingConstraintsBy policy: NSMergePolicyType
  ) throws -> NSBatchInsertResult {
    let (entity, store) = try target(of: request)
    let kind = registry.kind(entity.index)
    let keys: [RowKey]
    if let coordinator = registry.coordinator, var batch = BatchRows(of: kind, in: coordinator.model) {
      try fill(&batch, kind, from: request)
      keys = try write(batch, kind, to: store, of: coordinator)
    } else {
      keys = try insertObjects(of: request, kind, settlingConstraintsBy: policy)
    }
    switch request.resultType {
    case .statusOnly: return NSBatchInsertResult(NSNumber(value: true), request.resultType)
    case .objectIDs: return NSBatchInsertResult(keys.map(newID), request.resultType)
    case .count: return NSBatchInsertResult(NSNumber(value: keys.count), request.resultType)
    }
  }

  private func target(of request: NSBatchInsertRequest) throws -> (EntityLayout, NSPersistentStore) {
    guard let entity = model.entitiesByName[request.entityName] else {
      throw NSError.coreData(
        NSPersistentStoreOperationError, "The batch insert's entity \(request.entityName) is not in the model.")
    }
    guard !entity.isAbstract else {
      throw NSError.coreData(
        NSPersistentStoreOperationError, "The batch insert's entity \(request.entityName) is abstract.")
    }
    let store = try requireStore(holding: entity.index)
    guard store.isAmong(request.affectedStores) else {
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        "None of the batch insert's affectedStores holds the entity \(request.entityName).")
    }
    return (entity, store)
  }

  // MARK: Rows

  private func fill(_ batch: inout BatchRows, _ kind: ObjectKind, from request: NSBatchInsertRequest) throws {
    for values in request.objectsToInsert ?? [] { try batch.append(values) }
    if let handler = request.dictionaryHandler {
      let next = NSMutableDictionary()
      while !handler(next) {
        try batch.append(next)
        next.removeAllObjects()
      }
    }
    if let handler = request.managedObjectHandler {
      // One object for all: it is never saved.
      let object = kind.objectClass.init(entity: kind.entity, insertInto: self)
      defer { delete(object) }
      while !handler(object) {
        try batch.append(object)
        object.state?.clear(to: kind.defaults)
        object.awakeFromInsert()
      }
    }
  }

  /// - Throws: what a save of the rows' objects would.
  private func write(
    _ batch: BatchRows, _ kind: ObjectKind, to store: NSPersistentStore, of coordinator: NSPersistentStoreCoordinator
  ) throws -> [RowKey] {
    if !batch.invalid.isEmpty {
      for row in batch.invalid {
        let object = NSManagedObject(entity: kind.entity, insertInto: self)
        for slot in kind.layout.attributeSlots { object.setCurrent(row[slot], slot) }
      }
      try validateUntilUnchanged()
    }
    guard !batch.rows.isEmpty else { return [] }
    var changes = StoreChanges()
    changes.inserted = batch.rows
    changes.wantsInsertedValues = false
    changes.origin = HistoryOrigin(of: self)
    let written = try coordinator.numberingSave { try store.save(changes) }.result.insertedKeys
    coordinator.noteSave(of: written.map { RowVersion(key: $0, version: 1) }, to: [store])
    return written
  }

  // MARK: Objects

  private func insertObjects(
    of request: NSBatchInsertRequest, _ kind: ObjectKind, settlingConstraintsBy policy: NSMergePolicyType
  ) throws -> [RowKey] {
    var upsert = BatchUpsert(policy)
    try request.forEachDictionary { values in
      let object = NSManagedObject(entity: kind.entity, insertInto: self)
      for (name, value) in values {
        let slot = try kind.layout.batchSlot(named: name)
        object.setCurrent(try kind.layout.batchValue(value, slot), slot)
      }
      upsert.note(object, given: Set(values.keys))
    }
    if let handler = request.managedObjectHandler {
      var object = kind.objectClass.init(entity: kind.entity, insertInto: self)
      while !handler(object) {
        try object.requireUnrelated()
        object = kind.objectClass.init(entity: kind.entity, insertInto: self)
      }
      delete(object)
    }
    processPendingChanges()
    let objects = try upsert.settle(in: self)
    try save()
    return objects.map(\.key)
  }
}

extension NSBatchInsertRequest {
  fileprivate func forEachDictionary(_ body: ([String: Any]) throws -> Void) throws {
    for values in objectsToInsert ?? [] { try body(values) }
    guard let handler = dictionaryHandler else { return }
    let next = NSMutableDictionary()
    while !handler(next) {
      try body(next.valuesByName)
      next.removeAllObjects()
    }
  }
}

extension NSDictionary {
  /// The values by the names that the keys are. Going through the elements would look each of them up.
  var valuesByName: [String: Any] {
    self as? [String: Any] ?? Dictionary(map { ("\($0.key)", $0.value) }) { first, _ in first }
  }
}

import Foundation

/// Batch inserts, executed in a separate context.
extension NSManagedObjectContext {
  /// - Parameter policy: the merge policy for an object whose unique values another object has.
  func insert(
    _ request: NSBatchInsertRequest, settlingConstraintsBy policy: NSMergePolicyType
  ) throws -> NSBatchInsertResult {
    let (entity, store) = try target(of: request)
    guard let coordinator = graph.registry.coordinator else { throw Self.noCoordinator }
    let kind = graph.registry.kind(entity.index)
    var batch = BatchRows(of: kind, in: coordinator.model)
    try fill(&batch, kind, from: request)
    let keys =
      try write(batch, to: store, of: coordinator, settlingConstraintsBy: policy)
      ?? writeObjects(of: batch, settlingConstraintsBy: policy)
    switch request.resultType {
    case .statusOnly: return NSBatchInsertResult(NSNumber(value: true), request.resultType)
    case .objectIDs: return NSBatchInsertResult(keys.map(graph.newID), request.resultType)
    case .count: return NSBatchInsertResult(NSNumber(value: keys.count), request.resultType)
    }
  }

  private func target(of request: NSBatchInsertRequest) throws -> (EntityLayout, NSPersistentStore) {
    guard let entity = graph.model.entitiesByName[request.entityName] else {
      throw NSError.coreData(NSPersistentStoreOperationError, graph.model.noEntity(request.entityName))
    }
    guard !entity.isAbstract else {
      throw NSError.coreData(
        NSPersistentStoreOperationError, "The batch insert's entity \(request.entityName) is abstract.")
    }
    let store = try graph.requireStore(holding: entity.index)
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
      // One object of the program's class is reused for all rows. It is never saved.
      let object = ObjectKind.objectClass(of: kind.entity).init(entity: kind.entity, insertInto: self)
      defer { delete(object) }
      while !handler(object) {
        try batch.append(object)
        object.state?.reset(to: kind.defaults)
        object.awakeFromInsert()
      }
    }
  }

  /// - Returns: the keys; nil, with nothing written, if the rows must be inserted as objects.
  private func write(
    _ batch: BatchRows, to store: NSPersistentStore, of coordinator: NSPersistentStoreCoordinator,
    settlingConstraintsBy policy: NSMergePolicyType
  ) throws -> [RowKey]? {
    // Retried, because another process or coordinator may write between the query of the store and the save.
    for _ in 0..<10 {
      store.rows.endReadTransaction()
      defer { store.rows.endReadTransaction() }
      guard let upsert = try RowUpsert(batch, policy, in: store.rows), var changes = upsert.changes() else {
        return nil
      }
      if changes.inserted.isEmpty, changes.updated.isEmpty { return upsert.keys(inserted: []) }
      changes.origin = HistoryOrigin(of: self)
      do {
        let inserted = try coordinator.numberingSave { try store.save(changes) }.result.insertedKeys
        coordinator.noteSave(
          of: inserted.map { RowVersion(key: $0, version: 1) }
            + changes.updated.map { RowVersion(key: $0.row.key, version: $0.row.version + 1) }, to: [store])
        return upsert.keys(inserted: inserted)
      } catch is SaveConflicts {
        continue
      } catch let error as NSError
        where error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectConstraintMergeError
      {
        continue
      }
    }
    return nil
  }

  // MARK: Objects

  /// - Throws: the error of saving the rows as objects, which names the invalid object.
  private func writeObjects(
    of batch: BatchRows, settlingConstraintsBy policy: NSMergePolicyType
  ) throws -> [RowKey] {
    var upsert = ObjectUpsert(policy)
    for index in batch.constraints.isEmpty ? batch.invalid : Array(batch.rows.indices) {
      let object = NSManagedObject(entity: batch.kind.entity, insertInto: self)
      for slot in batch.kind.layout.attributeSlots { object.setCurrent(batch.rows[index][slot], slot) }
      if !batch.constraints.isEmpty { upsert.note(object, given: batch.given[index]) }
    }
    processPendingChanges()
    let objects = try upsert.settle(in: self)
    try save()
    return objects.map(\.key)
  }
}

extension NSDictionary {
  /// The values by key, as a Swift dictionary. The cast is tried first, because iterating looks up each element and
  /// is slower.
  var valuesByName: [String: Any] {
    self as? [String: Any] ?? Dictionary(map { ("\($0.key)", $0.value) }) { first, _ in first }
  }
}

import Foundation

/// Batch deletions, executed in a separate context.
extension NSManagedObjectContext {
  func delete(
    _ request: NSBatchDeleteRequest, settlingBy policy: BatchMergePolicy
  ) throws -> NSBatchDeleteResult {
    policy.request = .deletion
    let keys = try deleteRows(request) ?? deleteObjects(request)
    switch request.resultType {
    case .resultTypeStatusOnly: return NSBatchDeleteResult(NSNumber(value: true), request.resultType)
    case .resultTypeObjectIDs: return NSBatchDeleteResult(keys.map(graph.newID), request.resultType)
    case .resultTypeCount: return NSBatchDeleteResult(NSNumber(value: keys.count), request.resultType)
    }
  }

  /// - Returns: the keys of the deleted rows; nil, with nothing deleted, if the rows must be deleted as objects.
  private func deleteRows(_ request: NSBatchDeleteRequest) throws -> [RowKey]? {
    let entity: EntityLayout
    let rows: BatchChange.Rows
    if let ids = request.objectIDs {
      // IDs of another coordinator's store are left to `deleteObjects`, which skips them, because a row here may have
      // the same primary key.
      guard ids.allSatisfy(graph.isOfKnownStore), ids.allSatisfy({ $0.persistentStore === ids.first?.persistentStore })
      else {
        return nil
      }
      let keys = ids.filter { !$0.isTemporaryID && $0.persistentStore?.isAmong(request.affectedStores) ?? false }
        .map(parentLink.localKey)
      guard let first = keys.first else { return nil }
      (entity, rows) = (graph.model[first], .keys(keys))
    } else {
      guard let query = try batchQuery(fetch(of: request)) else { return nil }
      (entity, rows) = (query.entity, .matching(query))
    }
    let change = BatchChange(entity: entity, rows: rows, work: .deletion, origin: HistoryOrigin(of: self))
    return try carryOut(change, in: try graph.requireStore(holding: entity.index))?.keys
  }

  /// - Returns: the keys of the deleted objects, including those that delete rules deleted, because a context that
  ///   merges the result must delete them too.
  private func deleteObjects(_ request: NSBatchDeleteRequest) throws -> [RowKey] {
    let objects =
      if let ids = request.objectIDs {
        ids.filter { $0.persistentStore?.isAmong(request.affectedStores) ?? true }
          .compactMap { try? existingObject(with: $0) }
      } else {
        try fetch(fetch(of: request))
      }
    for object in objects { delete(object) }
    processPendingChanges()
    let keys = changes.pending.deleted.all.map(\.key)
    try save()
    return keys
  }

  private func fetch(of request: NSBatchDeleteRequest) -> NSFetchRequest<NSManagedObject> {
    let fetch = request.fetchRequest.copy(giving: NSManagedObject.self)
    fetch.resultType = .managedObjectResultType
    let stores = fetch.affectedStores
    fetch.affectedStores = stores?.filter { $0.isAmong(request.affectedStores) } ?? request.affectedStores
    return fetch
  }
}

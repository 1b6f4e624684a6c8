import Foundation

extension SQLiteStore {
  func save(_ changes: StoreChanges) throws -> StoreSaveResult {
    let externalData = ExternalDataChanges(context.externalData)
    var transaction: Int64?
    return try write { connection in
      var saving = StoreSaving(
        changes, reading: try reading(on: connection), writers: writers, externalData: externalData
      )
      let tombstones = try saving.tombstones(history)
      let result = try saving.run()
      transaction = try saving.write(history, result, tombstones)
      externalData.prepareCommit()
      return result
    } didCommit: {
      externalData.didCommit()
      if let transaction { ownTransactions.withLock { _ = $0?.insert(transaction) } }
    } didRollBack: {
      externalData.didRollBack()
    }
  }

  func allocateKeys(for entities: [EntityLayout]) throws -> [RowKey] {
    try write { connection in
      var keys = PrimaryKeys(connection: connection, schema: schema)
      let allocated = try entities.map { try keys.key(for: $0) }
      try keys.storeCounters()
      return allocated
    }
  }

  /// Runs something in one immediate transaction.
  func write<Result>(
    _ body: (Connection) throws -> Result, didCommit: () -> Void = {}, didRollBack: () -> Void = {}
  ) throws -> Result {
    if let readOnlyReason { throw readOnlyReason.error(file) }
    let result: Result
    do {
      result = try StoreFailure.reporting(file, saving: true) {
        try noteExternalChanges()
        return try writer.transaction(readers, body)
      }
    } catch {
      didRollBack()
      throw error
    }
    didCommit()
    readers.noteWrite()
    return result
  }
}

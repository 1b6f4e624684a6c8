import Foundation

extension SQLiteStore {
  func save(_ changes: StoreChanges) throws -> StoreSaveResult {
    let externalData = ExternalDataChanges(context.externalData)
    var transaction: Int64?
    let version = try versionBeforeWriting()
    let lent = reservedKeys.withLock { keys in
      _ = keys.take(for: [], version: version)
      return keys.lend()
    }
    var left = lent
    return try write { connection in
      var saving = StoreSaving(
        changes, reading: try reading(on: connection), writers: writers, externalData: externalData
      )
      saving.reserved = lent
      let tombstones = try saving.tombstones(history)
      var result = try saving.run()
      left = saving.reserved
      transaction = try saving.write(history, result, tombstones)
      result.transaction = transaction
      try externalData.findSuperfluous(in: schema, on: connection)
      externalData.prepareCommit()
      return result
    } didCommit: {
      externalData.didCommit()
      reservedKeys.withLock { $0.takeBack(left) }
      if let transaction { ownTransactions.note(transaction) }
    } didRollBack: {
      externalData.didRollBack()
      reservedKeys.withLock { $0.takeBack(lent) }
    }
  }

  func carryOut(_ change: BatchChange) throws -> BatchOutcome? {
    var transaction: Int64?
    do {
      return try write { connection in
        var saving = StoreSaving(
          StoreChanges(), reading: try reading(on: connection), writers: writers,
          externalData: ExternalDataChanges(context.externalData))
        let (outcome, changes) = try saving.carryOut(change, history)
        if let history {
          transaction = try HistoryWriter(history: history, schema: schema, connection: connection)
            .write(changes, by: change.origin, at: Date())
        }
        return outcome
      } didCommit: {
        if let transaction { ownTransactions.note(transaction) }
      }
    } catch is StoreSaving.WantsObjects {
      return nil
    }
  }

  func allocateKeys(for entities: [EntityLayout]) throws -> [RowKey] {
    let version = try versionBeforeWriting()
    let (known, ahead) = reservedKeys.withLock { keys in
      (keys.take(for: entities, version: version), keys.ahead(of: entities.count))
    }
    if let known { return known }
    let (allocated, taken) = try write { connection in
      var keys = PrimaryKeys(connection: connection, schema: schema)
      let allocated = try entities.map { try keys.key(for: $0) }
      let taken = keys.takeAhead(ahead)
      try keys.storeCounters()
      return (allocated, taken)
    }
    reservedKeys.withLock { $0.add(taken, version: version) }
    return allocated
  }

  private func versionBeforeWriting() throws -> Int {
    try StoreFailure.reporting(file, saving: true) { try noteExternalChanges() }
  }

  /// Runs a closure in an immediate transaction.
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

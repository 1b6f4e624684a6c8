import CoreData
import Foundation

extension PostgresStore {
  func save(_ changes: StoreChanges) throws -> StoreSaveResult {
    let key = PostgresTransactionKey.new()
    // If the answer to the commit was lost, the key stays, so that the history can give the number.
    var isAnswered = true
    defer { if isAnswered { _ = committing.withLock { $0.remove(key) } } }
    let saved = try write { transaction in
      var saving = PostgresSaving(changes, transaction, self, key)
      return try saving.run()
    }
    isAnswered = saved.number != nil
    pool.require(saved.number)
    var result = saved.result
    if let number = saved.number {
      ownTransactions.note(number)
      // Saves are of the first era: none is done in a later one.
      settings.lineage.note(number, key: key.number, era: 0)
      listener.noteOwn(number)
      result.transaction = number
    }
    return result
  }

  func allocateKeys(for entities: [EntityLayout]) throws -> [RowKey] {
    try write { transaction in
      let keys = PostgresKeys(for: entities.map(\.index), in: schema)
      return zip(entities, keys.keys(try transaction.begin(try keys.commands(schema)))).map {
        RowKey(entity: $0.index, primaryKey: $1)
      }
    }
  }

  /// Runs a closure in a write transaction.
  func write<Result>(_ body: (PostgresTransaction) throws -> Result) throws -> Result {
    guard !isReadOnly else {
      throw NSError.coreData(
        CocoaError.fileWriteNoPermission.rawValue, "\(settings.address.name) was opened for reading only.")
    }
    defer { pool.noteWrite() }
    return try PostgresFailure.reporting(settings.address, .saving) {
      try PostgresWriter(settings: settings, pool: pool).transaction(body)
    }
  }
}

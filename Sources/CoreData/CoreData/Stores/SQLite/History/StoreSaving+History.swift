import Foundation

extension StoreSaving {
  /// The values that the history preserves of the rows to be deleted, by key and slot.
  func tombstones(_ history: HistorySchema?) throws -> [RowKey: [Int: Value]] {
    guard let history, history.tombstones > 0 else { return [:] }
    return try reading.tombstones(of: changes.deleted, preserving: history.preserved)
  }

  /// Writes the save into the history.
  ///
  /// - Returns: the number of the transaction; nil without a history or changes.
  func write(
    _ history: HistorySchema?, _ result: StoreSaveResult, _ tombstones: [RowKey: [Int: Value]]
  ) throws -> Int64? {
    guard let history else { return nil }
    let written = changes.historyChanges(
      inserted: result.insertedKeys, tombstones: tombstones, derived: result.derived,
      triggered: result.triggered, in: reading.model)
    return try HistoryWriter(history: history, schema: schema, connection: connection)
      .write(written, by: changes.origin, at: Date())
  }
}

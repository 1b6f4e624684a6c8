import Foundation

extension StoreSaving {
  /// The values that the history keeps of the rows that are about to be deleted, by key and slot.
  func tombstones(_ history: HistorySchema?) throws -> [RowKey: [Int: Value]] {
    guard let history, history.tombstones > 0 else { return [:] }
    let keys = changes.deleted.map(\.key).filter { history.preserved[Int($0.entity)] != nil }
    guard !keys.isEmpty else { return [:] }
    var result: [RowKey: [Int: Value]] = [:]
    for case let row? in try reading.rows(for: keys) {
      let slots = history.preserved[Int(row.key.entity)] ?? []
      result[row.key] = Dictionary(uniqueKeysWithValues: slots.map { ($0, row[$0]) })
    }
    return result
  }

  /// Writes the save into the history.
  ///
  /// - Returns: the number of its transaction.
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

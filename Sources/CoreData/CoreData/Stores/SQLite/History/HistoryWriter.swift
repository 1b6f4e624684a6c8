import Foundation

/// Writes a save into the history, inside the save's transaction.
struct HistoryWriter {
  let history: HistorySchema
  let schema: StoreSchema
  let connection: Connection

  /// Writes a transaction with its changes. Without changes, it writes nothing.
  ///
  /// - Returns: the number of the transaction; nil if there are no changes.
  /// - Complexity: O(changes).
  func write(_ changes: [HistoryChange], by origin: HistoryOrigin, at date: Date) throws -> Int64? {
    guard !changes.isEmpty else { return nil }
    let transaction = try nextKey(of: .transaction)
    try insert(transaction, origin, date)
    try store(transaction, of: .transaction)
    var change = try nextKey(of: .change, count: changes.count)
    for next in changes {
      try insert(next, change, transaction)
      change += 1
    }
    try store(change - 1, of: .change)
    return transaction
  }

  private func insert(_ transaction: Int64, _ origin: HistoryOrigin, _ date: Date) throws {
    let columns = HistorySchema.texts.map { history.keepsTextsApart ? $0.column + "TS" : $0.column }
    let sql = """
      INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP, \(columns.joined(separator: ", "))) \
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """
    let texts = try HistorySchema.texts.map { text in
      try origin[keyPath: text.path].map { ($0, history.keepsTextsApart ? try key(ofText: $0) : 0) }
    }
    try connection.withStatement(sql) { statement in
      try statement.bind(transaction, history.number(of: .transaction))
      try statement.bind(date.timeIntervalSinceReferenceDate, at: 3)
      for (place, text) in texts.enumerated() {
        let parameter = Int32(place + 4)
        switch text {
        case (_, let key)? where history.keepsTextsApart: try statement.bind(key, at: parameter)
        case (let text, _)?: try statement.bind(text, at: parameter)
        case nil: try statement.bindNull(at: parameter)
        }
      }
      try statement.run()
    }
  }

  private func insert(_ change: HistoryChange, _ number: Int64, _ transaction: Int64) throws {
    let entity = try schema.stored(Int(change.key.entity))
    let kept =
      change.tombstone.isEmpty ? [] : (history.preserved[Int(change.key.entity)] ?? []).prefix(history.tombstones)
    let columns = kept.indices.map { ", ZTOMBSTONE\($0)" }.joined()
    let values = kept.indices.map { ", ?\($0 + 8)" }.joined()
    let sql = """
      INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(columns)) \
      VALUES (?1, ?2, \(HistorySchema.standardMark), ?3, ?4, ?5, ?6, ?7\(values))
      """
    try connection.withStatement(sql) { statement in
      try statement.bind(
        number, history.number(of: .change), change.kind.rawValue, entity.number, change.key.primaryKey, transaction)
      if change.kind == .update {
        try statement.bind(HistoryBits.standard.bits(of: change.slots, in: entity.layout), at: 7)
      } else {
        try statement.bindNull(at: 7)
      }
      for (place, slot) in kept.enumerated() {
        try HistoryColumns.bind(change.tombstone[slot] ?? .null, to: statement, at: Int32(place + 8))
      }
      try statement.run()
    }
  }

  /// The key of a text in `ATRANSACTIONSTRING`. The first transaction that needs a text inserts it.
  private func key(ofText text: String) throws -> Int64 {
    let known = try connection.withStatement("SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?1") { statement in
      try statement.bind(text, at: 1)
      return try statement.step() ? statement.integer(at: 0) : nil
    }
    if let known { return known }
    let key = try nextKey(of: .text)
    try connection.withStatement("INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?1, ?2, ?3)") {
      try $0.bind(key, history.number(of: .text))
      try $0.bind(text, at: 3)
      try $0.run()
    }
    try store(key, of: .text)
    return key
  }

  /// The first key after the counter and after all existing rows.
  ///
  /// - Parameter count: the number of keys that the caller will use.
  private func nextKey(of table: HistorySchema.Table, count: Int = 1) throws -> Int64 {
    let last = try HistoryReader.lastKey(of: table, history, connection)
    guard last < HistoryReader.greatestKey - Int64(count) else {
      throw NSError.coreData(
        NSPersistentStoreSaveError,
        "The numbers of the store's history are used up: the last in \(table.name) is \(last).")
    }
    return last + 1
  }

  private func store(_ last: Int64, of table: HistorySchema.Table) throws {
    try connection.withStatement("UPDATE Z_PRIMARYKEY SET Z_MAX = ?2 WHERE Z_ENT = ?1") {
      try $0.bind(history.number(of: table), last)
      try $0.run()
    }
    guard connection.changes == 0 else { return }
    try connection.withStatement("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?1, ?3, 0, ?2)") {
      try $0.bind(history.number(of: table), last)
      try $0.bind(table.rawValue, at: 3)
      try $0.run()
    }
  }
}

import Foundation

/// Reads a store's history, and deletes its oldest transactions.
struct HistoryReader {
  let history: HistorySchema
  let schema: StoreSchema
  let connection: Connection

  func span() throws -> HistorySpan {
    HistorySpan(
      first: try connection.integer("SELECT min(Z_PK) FROM ATRANSACTION"),
      last: try Self.lastKey(of: .transaction, history, connection),
      lastChange: try Self.lastKey(of: .change, history, connection))
  }

  func transactions(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction] {
    var transactions: [HistoryTransaction] = []
    let own = HistorySchema.texts.map { "t.\($0.column)" }
    let columns =
      history.keepsTextsApart
      ? zip(own, HistorySchema.texts).map { own, text in
        "coalesce((SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = t.\(text.column)TS), \(own))"
      } : own
    let sql = """
      SELECT t.Z_PK, t.ZTIMESTAMP, \(columns.joined(separator: ", ")) FROM ATRANSACTION AS t \
      \(Self.condition(bound, ">")) ORDER BY t.Z_PK
      """
    try connection.withStatement(sql) { statement in
      try Self.bind(bound, to: statement)
      while try statement.step() {
        var origin = HistoryOrigin()
        for (place, text) in HistorySchema.texts.enumerated() where !statement.isNull(at: Int32(place + 2)) {
          origin[keyPath: text.path] = statement.text(at: Int32(place + 2))
        }
        transactions.append(
          HistoryTransaction(
            number: statement.integer(at: 0), date: Date(timeIntervalSinceReferenceDate: statement.real(at: 1)),
            origin: origin))
      }
    }
    if withChanges { try addChanges(to: &transactions) }
    return transactions
  }

  /// Deletes transactions with their changes, but only up to the first one that is kept. After a clock was set back,
  /// later transactions may have earlier dates, and a gap would not be noticed. Texts stay, because other transactions
  /// may use them.
  func delete(before bound: HistoryBound) throws -> Int {
    // If no transaction is kept, use a number greater than all keys.
    let kept = "coalesce((SELECT min(t.Z_PK) FROM ATRANSACTION AS t \(Self.condition(bound, ">="))), 1e19)"
    try run(
      "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (SELECT Z_PK FROM ATRANSACTION WHERE Z_PK < \(kept))", bound)
    try run("DELETE FROM ATRANSACTION WHERE Z_PK < \(kept)", bound)
    return connection.changes
  }

  private func addChanges(to transactions: inout [HistoryTransaction]) throws {
    guard let first = transactions.first?.number else { return }
    // A damaged table may contain a number twice.
    let places = Dictionary(transactions.enumerated().map { ($1.number, $0) }) { first, _ in first }
    let tombstones = (0..<history.tombstones).map { ", ZTOMBSTONE\($0)" }.joined()
    let sql = """
      SELECT ZTRANSACTIONID, Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS, \
      ZCHANGETYPE = 1 AND \(history.isByName)\(tombstones) FROM ACHANGE \
      WHERE ZTRANSACTIONID >= ?1 ORDER BY ZTRANSACTIONID, Z_PK
      """
    var read = ReadBits()
    try connection.withStatement(sql) { statement in
      try statement.bind(first, at: 1)
      while try statement.step() {
        guard let place = places[statement.integer(at: 0)], let change = try change(in: statement, &read) else {
          continue
        }
        transactions[place].changes.append(change)
      }
    }
  }

  /// Caches the bits decoded last, because most changes of a transaction have the same bits.
  private struct ReadBits {
    private var entity = -1
    private var form = HistoryBits.standard
    private var bytes: [UInt8] = []
    private var slots: [Int] = []

    mutating func slots(
      _ bytes: UnsafeRawBufferPointer, _ form: HistoryBits, _ entity: Int, _ layout: EntityLayout
    ) -> [Int] {
      if self.entity == entity, self.form == form, self.bytes.elementsEqual(bytes) { return slots }
      (self.entity, self.form, self.bytes) = (entity, form, Array(bytes))
      slots = form.slots(in: bytes, of: layout)
      return slots
    }
  }

  /// The change in the current row; nil if the model does not have its entity, or if its kind is unknown.
  private func change(in statement: Statement, _ read: inout ReadBits) throws -> HistoryChange? {
    guard let kind = HistoryChange.Kind(rawValue: statement.integer(at: 2)),
      let entity = schema.entityIndices[statement.integer(at: 3)]
    else { return nil }
    let layout = schema.model.entities[entity]
    let key = RowKey(entity: entity, primaryKey: try statement.primaryKey(at: 4, of: "ACHANGE"))
    var change = HistoryChange(number: statement.integer(at: 1), kind: kind, key: key)
    if kind == .update, !statement.isNull(at: 5) {
      let form = statement.integer(at: 6) == 0 ? HistoryBits.standard : .byName
      change.slots = statement.withBytes(at: 5) { read.slots($0, form, entity, layout) }
    }
    if kind == .delete {
      for (place, slot) in (history.preserved[entity] ?? []).prefix(history.tombstones).enumerated() {
        guard case .attribute(let type) = layout.slots[slot].kind else { continue }
        change.tombstone[slot] = HistoryColumns.value(type, in: statement, at: Int32(place + 7))
      }
    }
    return change
  }

  private func run(_ sql: String, _ bound: HistoryBound) throws {
    try connection.withStatement(sql) { statement in
      try Self.bind(bound, to: statement)
      try statement.run()
    }
  }

  private static func condition(_ bound: HistoryBound?, _ comparison: String) -> String {
    switch bound {
    case nil: ""
    case .number: "WHERE t.Z_PK \(comparison) ?1"
    case .date: "WHERE t.ZTIMESTAMP \(comparison) ?1"
    }
  }

  private static func bind(_ bound: HistoryBound?, to statement: Statement) throws {
    switch bound {
    case nil: break
    case .number(let number): try statement.bind(number, at: 1)
    case .date(let date): try statement.bind(date.timeIntervalSinceReferenceDate, at: 1)
    }
  }

  /// The greatest key that still has a successor.
  static let greatestKey = Int64.max - 1

  /// The last key that was assigned, by the counter or by the existing rows; at most `greatestKey`.
  static func lastKey(
    of table: HistorySchema.Table, _ history: HistorySchema, _ connection: Connection
  ) throws -> Int64 {
    let counter = try connection.integer(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(history.number(of: table))")
    let last = max(counter ?? 0, try connection.integer("SELECT max(Z_PK) FROM \(table.name)") ?? 0)
    return min(last, greatestKey)
  }
}

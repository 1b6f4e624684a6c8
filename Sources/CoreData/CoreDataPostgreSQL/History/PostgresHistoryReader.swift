import CoreData
import Foundation

/// Reads the history, and deletes its oldest part.
struct PostgresHistoryReader {
  let schema: StoreSchema
  let connection: PostgresConnection

  func span() throws -> HistorySpan { span(try connection.run(Self.askingForSpan)) }

  private static let askingForSpan = PostgresCommand(
    """
    SELECT (SELECT "ZLAST" FROM "Z_HISTORY"), (SELECT min("Z_PK") FROM "ATRANSACTION"), \
    (SELECT max("Z_PK") FROM "ACHANGE")
    """)

  private func span(_ rows: PostgresRows) -> HistorySpan {
    HistorySpan(
      first: rows.isNull(0, 1) ? nil : rows.integer(0, 1), last: rows.integer(0, 0), lastChange: rows.integer(0, 2))
  }

  func transactions(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction] {
    let (condition, parameters) = try Self.condition(bound, ">")
    var commands = [
      PostgresCommand(
        """
        SELECT t."Z_PK", t."ZTIMESTAMP", t."ZAUTHOR", t."ZBUNDLEID", t."ZCONTEXTNAME", t."ZPROCESSID" \
        FROM "ATRANSACTION" AS t \(condition) ORDER BY t."Z_PK"
        """, parameters)
    ]
    if withChanges {
      commands.append(
        PostgresCommand(
          """
          SELECT t."Z_PK", c."Z_PK", c."ZCHANGETYPE", c."ZENTITY", c."ZENTITYPK", c."ZCOLUMNS", c."ZTOMBSTONE" \
          FROM "ATRANSACTION" AS t JOIN "ACHANGE" AS c ON c."ZTRANSACTION" = t."ZKEY" \
          \(condition) ORDER BY t."Z_PK", c."Z_PK"
          """, parameters))
    }
    let results = try connection.run(commands)
    let rows = results[0]
    var transactions = (0..<rows.count).map { row in
      HistoryTransaction(
        number: rows.integer(row, 0), date: Date(timeIntervalSinceReferenceDate: rows.real(row, 1)),
        origin: HistoryOrigin(
          author: rows.optionalText(row, 2), contextName: rows.optionalText(row, 4),
          bundleID: rows.optionalText(row, 3), processID: rows.optionalText(row, 5)))
    }
    if withChanges { add(results[1], to: &transactions) }
    return transactions
  }

  private func add(_ rows: PostgresRows, to transactions: inout [HistoryTransaction]) {
    var place = 0
    for row in 0..<rows.count {
      let number = rows.integer(row, 0)
      while place < transactions.count, transactions[place].number < number { place += 1 }
      guard place < transactions.count, transactions[place].number == number, let change = change(rows, row) else {
        continue
      }
      transactions[place].changes.append(change)
    }
  }

  /// Reads the span of the history, and the changes after one of its transactions. It takes one round trip, unless
  /// there are many changes or some were deleted.
  ///
  /// - Parameters:
  ///   - newest: returns the number of the newest transaction that the read transaction sees.
  ///   - further: commands to run in the same round trip.
  ///   - body: called for each change, with the number and the key of its transaction.
  /// - Returns: the span, the changes, and the results of the further commands. If no following transaction was
  ///   deleted, the older part is not read, and the span begins with the next transaction.
  func spanAndChanges(
    after number: Int64, newest: () -> Int64?, with further: [PostgresCommand],
    _ body: (_ number: Int64, _ key: PostgresTransactionKey) -> Void
  ) throws -> (HistorySpan, [StoreNews.Change], ArraySlice<PostgresRows>) {
    let results = try connection.run([Self.askingForChanges(after: number, isLimited: true)] + further)
    var rows = results[0]
    // Does not overflow, because another program may have written the greatest number.
    let next = number &+ 1
    var span = HistorySpan(
      first: next, last: newest() ?? 0, lastChange: (0..<rows.count).lazy.map { rows.integer($0, 1) }.max() ?? 0
    )
    if rows.count == 0 || rows.integer(0, 0) != next || span.last &- number > Self.fewTransactions {
      let whole = try connection.run([Self.askingForSpan, Self.askingForChanges(after: number, isLimited: false)])
      (span, rows) = (self.span(whole[0]), whole[1])
    }
    let changes = (0..<rows.count).compactMap { row -> StoreNews.Change? in
      body(rows.integer(row, 0), PostgresTransactionKey(number: rows.integer(row, 7)))
      return change(rows, row).map { StoreNews.Change(transaction: rows.integer(row, 0), change: $0) }
    }
    return (span, changes, results.dropFirst())
  }

  private static func askingForChanges(after number: Int64, isLimited: Bool) -> PostgresCommand {
    PostgresCommand(isLimited ? fewChanges : allChanges, PostgresParameters(number))
  }

  /// The number is in a `SELECT` of its own, so that the server reuses one generic plan; planning takes longer than the
  /// query. A following connection often gets its plan while the store is small. So the query is written so that the
  /// server uses the indexes even then, and does not scan all rows.
  private static let fewChanges = changes(#"ORDER BY "Z_PK" LIMIT \#(fewTransactions)"#)
  private static let allChanges = changes(#"AND "Z_PK" <= (SELECT "ZLAST" FROM "Z_HISTORY")"#)

  /// The SQL of the query. `OFFSET 0` makes the server look up the changes of each transaction by index, instead of
  /// joining the tables.
  private static func changes(_ which: String) -> String {
    """
    SELECT t."Z_PK", c."Z_PK", c."ZCHANGETYPE", c."ZENTITY", c."ZENTITYPK", c."ZCOLUMNS", c."ZTOMBSTONE", t."ZKEY" \
    FROM (SELECT "Z_PK", "ZKEY" FROM "ATRANSACTION" WHERE "Z_PK" > (SELECT $1::int8) \(which)) AS t CROSS JOIN LATERAL \
    (SELECT * FROM "ACHANGE" WHERE "ZTRANSACTION" = t."ZKEY" OFFSET 0) AS c ORDER BY t."Z_PK", c."Z_PK"
    """
  }

  /// The limit of transactions in the first query. For more, reading all of them in order is faster than by index.
  private static let fewTransactions: Int64 = 32

  /// - Returns: the change; nil if the model does not have its entity.
  private func change(_ rows: PostgresRows, _ row: Int) -> HistoryChange? {
    guard let kind = HistoryChange.Kind(rawValue: rows.integer(row, 2)),
      let index = schema.entityIndices[rows.integer(row, 3)]
    else { return nil }
    let entity = schema.model.entities[index]
    var change = HistoryChange(
      number: rows.integer(row, 1), kind: kind, key: RowKey(entity: index, primaryKey: rows.integer(row, 4)))
    if kind == .update, !rows.isNull(row, 5) {
      change.slots = HistoryBits.byName.slots(in: rows.data(row, 5), of: entity)
    }
    if kind == .delete, !rows.isNull(row, 6) {
      change.tombstone = PostgresTombstone.values(rows.data(row, 6), of: entity)
    }
    return change
  }

  /// Deletes transactions with their changes, but none after a transaction that is kept, because a gap in the history
  /// would not be noticed. Dates from several machines are not in the order of the numbers.
  ///
  /// - Returns: the number of deleted transactions.
  func delete(before bound: HistoryBound) throws -> Int {
    let (condition, parameters) = try Self.condition(bound, ">=")
    // One statement, so that both parts see the same transactions.
    return try connection.run(
      """
      WITH kept AS (SELECT min(t."Z_PK") AS number FROM "ATRANSACTION" AS t \(condition)), \
      old AS (SELECT o."Z_PK", o."ZKEY" FROM "ATRANSACTION" AS o, kept \
      WHERE kept.number IS NULL OR o."Z_PK" < kept.number), \
      changes AS (DELETE FROM "ACHANGE" WHERE "ZTRANSACTION" IN (SELECT "ZKEY" FROM old)) \
      DELETE FROM "ATRANSACTION" WHERE "Z_PK" IN (SELECT "Z_PK" FROM old)
      """, parameters
    ).affected
  }

  private static func condition(
    _ bound: HistoryBound?, _ comparison: String
  ) throws -> (String, PostgresParameters) {
    switch bound {
    case nil: return ("", PostgresParameters())
    case .number(let number): return ("WHERE t.\"Z_PK\" \(comparison) $1::int8", PostgresParameters(number))
    case .date(let date):
      var parameters = PostgresParameters()
      try parameters.append(.double(date.timeIntervalSinceReferenceDate), as: .float8)
      return ("WHERE t.\"ZTIMESTAMP\" \(comparison) $1::float8", parameters)
    }
  }
}

/// The tables of a store's history, as its file has them.
///
/// A save is a row of `ATRANSACTION`; each row that it changed is one of `ACHANGE`. Newer frameworks keep the texts of
/// transactions once each in `ATRANSACTIONSTRING`; stores of older ones have them in the transaction's row.
struct HistorySchema: Sendable {
  let keepsTextsApart: Bool
  /// How many columns there are for the values of deleted rows.
  let tombstones: Int
  /// The attributes of each entity whose values are kept when a row is deleted: their slots, by name.
  let preserved: [Int: [Int]]
  private let numbers: [Table: Int64]

  /// The tables, by the names that entities of theirs have.
  enum Table: String, CaseIterable {
    case change = "CHANGE"
    case transaction = "TRANSACTION"
    case text = "TRANSACTIONSTRING"

    var name: String { "A" + rawValue }

    /// The number of the entity in a new store.
    fileprivate var standardNumber: Int64 {
      switch self {
      case .change: 16001
      case .transaction: 16002
      case .text: 16003
      }
    }
  }

  /// - Returns: nil where the file has no history.
  init?(_ file: FileSchema, preserved: [Int: [Int]]) {
    guard let changes = file.columns[Table.change.name], let transactions = file.columns[Table.transaction.name],
      Set(["Z_PK", "Z_OPT", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID"]).isSubset(of: changes),
      Set(["Z_PK", "ZTIMESTAMP"]).isSubset(of: transactions)
    else { return nil }
    keepsTextsApart = transactions.contains("ZAUTHORTS") && file.columns[Table.text.name] != nil
    tombstones = (0..<changes.count).first { !changes.contains("ZTOMBSTONE\($0)") } ?? 0
    self.preserved = preserved
    numbers = Dictionary(
      uniqueKeysWithValues: Table.allCases.map { table in
        (table, file.entities.first { $0.name == table.rawValue }?.number ?? table.standardNumber)
      })
  }

  /// The `Z_OPT` of a change whose bits this package wrote in Apple's order. Apple's framework leaves it empty.
  static let standardMark = 1

  /// A condition on a row of `ACHANGE`: whether an earlier version of this package wrote it, with its bits by name.
  /// Those versions left `Z_OPT` empty, too, but named the process by its number besides: "name.1234".
  var isByName: String {
    let name =
      keepsTextsApart
      ? "coalesce((SELECT ZNAME FROM ATRANSACTIONSTRING AS s WHERE s.Z_PK = t.ZPROCESSIDTS), t.ZPROCESSID)"
      : "t.ZPROCESSID"
    return """
      (ACHANGE.Z_OPT IS NULL AND EXISTS (SELECT 1 FROM (SELECT \(name) AS n FROM ATRANSACTION AS t \
      WHERE t.Z_PK = ACHANGE.ZTRANSACTIONID) WHERE n GLOB '*[0-9]' AND rtrim(n, '0123456789') GLOB '*?.'))
      """
  }

  /// The number of a table's entity, which its rows and its counter have.
  func number(of table: Table) -> Int64 { numbers[table] ?? table.standardNumber }

  /// The texts of a transaction's origin, with the column of each.
  static let texts: [(column: String, path: any WritableKeyPath<HistoryOrigin, String?> & Sendable)] = [
    ("ZAUTHOR", \.author), ("ZBUNDLEID", \.bundleID), ("ZCONTEXTNAME", \.contextName), ("ZPROCESSID", \.processID),
  ]
}

extension HistorySchema {
  /// The statements that make the tables that a file lacks, as Core Data makes them.
  ///
  /// - Parameter tombstones: how many columns for values of deleted rows there have to be.
  static func creation(in file: FileSchema, tombstones: Int) -> [String] {
    var statements: [String] = []
    if let changes = file.columns[Table.change.name] {
      statements += (0..<tombstones).map { "ZTOMBSTONE\($0)" }.filter { !changes.contains($0) }
        .map { "ALTER TABLE ACHANGE ADD COLUMN \($0) BLOB" }
    } else {
      statements += newTables(tombstones: tombstones)
    }
    for table in Table.allCases where !file.entities.contains(where: { $0.name == table.rawValue }) {
      statements.append(
        "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (\(table.standardNumber), '\(table.rawValue)', 0, 0)"
      )
    }
    return statements
  }

  private static func newTables(tombstones: Int) -> [String] {
    let columns = (0..<tombstones).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    return [
      """
      CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, \
      ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(columns) )
      """,
      """
      CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, \
      ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, \
      ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
      """,
      "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
      "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
    ]
      + texts.map { "CREATE INDEX ATRANSACTION_\($0.column)TS_INDEX ON ATRANSACTION (\($0.column)TS)" } + [
        "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
        "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
      ]
  }
}

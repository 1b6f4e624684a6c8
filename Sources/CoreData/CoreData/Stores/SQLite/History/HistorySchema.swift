/// The tables of a store's history, as they are in the file.
///
/// `ATRANSACTION` has a row for each save, and `ACHANGE` has one for each changed row. Newer versions of Core Data
/// store each distinct text once in `ATRANSACTIONSTRING`; older ones store it in the transaction's row.
struct HistorySchema: Sendable {
  let keepsTextsApart: Bool
  /// The number of columns for preserved values of deleted rows.
  let tombstones: Int
  /// The slots of each entity's attributes whose values are preserved on deletion, in the order of their names.
  let preserved: [Int: [Int]]
  private let numbers: [Table: Int64]

  /// The tables. The raw values are the names of Core Data's entities for them.
  enum Table: String, CaseIterable {
    case change = "CHANGE"
    case transaction = "TRANSACTION"
    case text = "TRANSACTIONSTRING"

    var name: String { "A" + rawValue }

    /// The entity number that a new store uses.
    fileprivate var standardNumber: Int64 {
      switch self {
      case .change: 16001
      case .transaction: 16002
      case .text: 16003
      }
    }
  }

  /// - Returns: nil if the file has no history.
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

  /// The `Z_OPT` of a change that this package wrote with bits in Apple's order. Apple's framework leaves it NULL.
  static let standardMark = 1

  /// A condition on a row of `ACHANGE`: whether an earlier version of this package wrote it, with bits by name. Those
  /// versions left `Z_OPT` NULL as Apple does, but appended the process number to the process name, as in "name.1234".
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

  /// The entity number of a table, which its rows and its key counter use.
  func number(of table: Table) -> Int64 { numbers[table] ?? table.standardNumber }

  /// The texts of a transaction's origin and their columns.
  static let texts: [(column: String, path: any WritableKeyPath<HistoryOrigin, String?> & Sendable)] = [
    ("ZAUTHOR", \.author), ("ZBUNDLEID", \.bundleID), ("ZCONTEXTNAME", \.contextName), ("ZPROCESSID", \.processID),
  ]
}

extension HistorySchema {
  /// The statements that create the history tables that a file lacks, as Core Data creates them.
  ///
  /// - Parameter tombstones: the required number of columns for preserved values.
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

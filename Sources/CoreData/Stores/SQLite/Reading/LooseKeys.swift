import Foundation

/// The tables of a store whose primary keys SQLite itself does not keep whole and unique.
///
/// Core Data declares `Z_PK` as `INTEGER PRIMARY KEY`, which can be nothing else than one number for each row. A table
/// that something else made may hold anything there, so its keys are looked through whenever the file is a new one.
struct LooseKeys: Sendable {
  /// Sorted, so that the same fault is named each time.
  private let tables: [String]

  init?(_ schema: StoreSchema, in file: FileSchema) {
    let tables = Set(schema.entities.compactMap(\.?.table)).intersection(file.tablesWithLooseKeys)
    if tables.isEmpty { return nil }
    self.tables = tables.sorted()
  }

  /// Looks the keys through, unless the connection has done so in this state of the file.
  ///
  /// - Throws: 259, naming the table and the row, for a key that is no integer or that two rows have.
  /// - Complexity: O(rows log rows) in each new state of the file.
  func check(_ connection: Connection) throws {
    let version = try connection.dataVersion()
    guard connection.keysCheckedIn != version else { return }
    for table in tables { try check(table, connection) }
    connection.keysCheckedIn = version
  }

  private func check(_ table: String, _ connection: Connection) throws {
    let name = table.quotedIdentifier
    let odd = "SELECT typeof(Z_PK), quote(Z_PK) FROM \(name) WHERE typeof(Z_PK) <> 'integer' LIMIT 1"
    try connection.withStatement(odd) { statement in
      guard try statement.step() else { return }
      throw ReadingError.oddKey(statement.text(at: 1), type: statement.text(at: 0), table: table)
    }
    let repeated = "SELECT Z_PK FROM \(name) GROUP BY Z_PK HAVING count(*) > 1 LIMIT 1"
    if let key = try connection.integer(repeated) { throw ReadingError.repeatedKey(key, table: table) }
  }
}

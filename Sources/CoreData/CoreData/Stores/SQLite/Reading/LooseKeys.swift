import Foundation

/// The tables of a store in which SQLite does not guarantee that primary keys are unique integers.
///
/// Core Data declares `Z_PK` as `INTEGER PRIMARY KEY`, which SQLite restricts to unique integers. A table that other
/// software created may hold anything there. Its keys are checked whenever the file has changed.
struct LooseKeys: Sendable {
  /// Sorted, so that the same error is always reported first.
  private let tables: [String]

  init?(_ schema: StoreSchema, in file: FileSchema) {
    let tables = Set(schema.entities.compactMap(\.?.table)).intersection(file.tablesWithLooseKeys)
    if tables.isEmpty { return nil }
    self.tables = tables.sorted()
  }

  /// Checks all keys, unless the connection has already checked them in this state of the file.
  ///
  /// - Throws: 259, naming table and row, if a key is not an integer or occurs twice.
  /// - Complexity: O(rows · log rows) after each change of the file.
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

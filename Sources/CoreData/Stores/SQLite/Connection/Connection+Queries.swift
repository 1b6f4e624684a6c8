import CSQLite

extension Connection {
  /// The integer that a query returns in its first row and column; nil for no row or NULL.
  func integer(_ sql: String) throws -> Int64? {
    try withStatement(sql) { statement in
      guard try statement.step(), !statement.isNull(at: 0) else { return nil }
      return statement.integer(at: 0)
    }
  }

  /// The text that a query returns in its first row and column; nil for no row or NULL.
  func text(_ sql: String) throws -> String? {
    try withStatement(sql) { statement in
      guard try statement.step(), !statement.isNull(at: 0) else { return nil }
      return statement.text(at: 0)
    }
  }

  /// A number that changes when another connection has changed the file.
  func dataVersion() throws -> Int64 { try integer("PRAGMA data_version") ?? 0 }

  /// Whether the file that this connection has open is no longer where it was: it was removed, or another one took its
  /// place.
  var hasMoved: Bool {
    var hasMoved: Int32 = 0
    return sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
  }
}

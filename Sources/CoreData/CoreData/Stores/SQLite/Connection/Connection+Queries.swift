import CSQLite

extension Connection {
  /// The integer in a query's first row and column; nil if there is no row or it is NULL.
  func integer(_ sql: String) throws -> Int64? {
    try withStatement(sql) { statement in
      guard try statement.step(), !statement.isNull(at: 0) else { return nil }
      return statement.integer(at: 0)
    }
  }

  /// The text in a query's first row and column; nil if there is no row or it is NULL.
  func text(_ sql: String) throws -> String? {
    try withStatement(sql) { statement in
      guard try statement.step(), !statement.isNull(at: 0) else { return nil }
      return statement.text(at: 0)
    }
  }

  /// A number that differs after another connection has changed the file.
  func dataVersion() throws -> Int64 { try integer("PRAGMA data_version") ?? 0 }

  /// Whether the file that this connection has open was removed, moved or replaced.
  var hasMoved: Bool {
    var hasMoved: Int32 = 0
    return sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
  }
}

import CSQLite

/// The two functions that the triggers of derived attributes call in stores that Apple wrote.
///
/// The triggers compute and store the values themselves and call these to notify Core Data's cache; without them every
/// write to such a table fails. The row that a save returns is read again instead, so they return nothing.
enum DerivedValueFunctions {
  static func register(on connection: Connection) throws {
    for name in [
      "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    ] {
      // Innocuous, so that a trigger may call it although the schema is not trusted.
      let code = sqlite3_create_function_v2(
        connection.database, name, 5, SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC, nil,
        { context, _, _ in sqlite3_result_null(context) }, nil, nil, nil
      )
      guard code == SQLITE_OK else { throw SQLiteError(connection.database, code: code) }
    }
  }
}

import CSQLite

/// The function that a batch update computes whole numbers with. It fails for one that its column does not hold.
enum WholeNumbers {
  static let name = "cd_whole"
  static func register(on connection: Connection) throws {
    let code = sqlite3_create_function_v2(
      connection.database, name, 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil,
      { context, _, arguments in
        guard let arguments else { return }
        let number: Int64
        switch sqlite3_value_type(arguments[0]) {
        case SQLITE_NULL: return sqlite3_result_null(context)
        case SQLITE_INTEGER: number = sqlite3_value_int64(arguments[0])
        default: number = Value.double(sqlite3_value_double(arguments[0])).truncated
        }
        guard number >= sqlite3_value_int64(arguments[1]), number <= sqlite3_value_int64(arguments[2]) else {
          return sqlite3_result_error(context, "a computed number is out of range", -1)
        }
        sqlite3_result_int64(context, number)
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(connection.database, code: code) }
  }
}

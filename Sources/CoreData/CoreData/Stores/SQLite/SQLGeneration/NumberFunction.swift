import CSQLite

/// An SQL function that converts and checks a number that a batch update computes. Numbers that obviously fit their
/// columns do not need it.
enum NumberFunction {
  static let name = "cd_number"

  /// Registers the function. It takes three arguments for each number: the number, and the least and greatest integer,
  /// or NULL for floating-point columns. The first number is the computed one, whose fraction is removed for an integer
  /// column. The rest are its operands, because a damaged store may hold something that is not a number. The function
  /// fails if a number is out of bounds.
  static func register(on connection: Connection) throws {
    let code = sqlite3_create_function_v2(
      connection.database, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil,
      { context, count, arguments in
        guard let arguments, count >= 3 else { return }
        for place in stride(from: 3, to: Int(count), by: 3) where !NumberFunction.isHeld(arguments + place) {
          return sqlite3_result_error(context, "a column of numbers holds something else", -1)
        }
        let isWhole = sqlite3_value_type(arguments[1]) != SQLITE_NULL
        guard isWhole, sqlite3_value_type(arguments[0]) != SQLITE_NULL else {
          return sqlite3_result_value(context, arguments[0])
        }
        let number =
          sqlite3_value_type(arguments[0]) == SQLITE_INTEGER
          ? sqlite3_value_int64(arguments[0]) : Value.double(sqlite3_value_double(arguments[0])).truncated
        guard number >= sqlite3_value_int64(arguments[1]), number <= sqlite3_value_int64(arguments[2]) else {
          return sqlite3_result_error(context, "a computed number is out of range", -1)
        }
        sqlite3_result_int64(context, number)
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(connection.database, code: code) }
  }

  /// Whether a value is NULL or a number within its bounds.
  private static func isHeld(_ arguments: UnsafeMutablePointer<OpaquePointer?>) -> Bool {
    let isWhole = sqlite3_value_type(arguments[1]) != SQLITE_NULL
    switch sqlite3_value_type(arguments[0]) {
    case SQLITE_NULL: return true
    case SQLITE_INTEGER:
      guard isWhole else { return true }
      let number = sqlite3_value_int64(arguments[0])
      return number >= sqlite3_value_int64(arguments[1]) && number <= sqlite3_value_int64(arguments[2])
    case SQLITE_FLOAT: return !isWhole
    default: return false
    }
  }
}

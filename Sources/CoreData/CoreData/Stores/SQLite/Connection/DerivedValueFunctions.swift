import CSQLite
import Foundation

/// The SQL functions that the triggers of Apple's stores call: one returns the time, and three receive what a trigger
/// wrote.
///
/// The triggers themselves compute and store derived values. They then call one of the three functions with the table,
/// the entity number, the primary key, the attribute and the row's new value. Triggers that a model defines itself call
/// the third, with the column's name instead of the attribute. Without these functions, every write to such a table
/// fails.
enum DerivedValueFunctions {
  static func register(on connection: Connection) throws {
    for name in [
      "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
      "NSCoreDataTriggerUpdateAffectedObjectValue",
    ] {
      // `SQLITE_INNOCUOUS` lets triggers call the function although the schema is not trusted.
      let code = sqlite3_create_function_v2(
        connection.database, name, 5, SQLITE_UTF8 | SQLITE_INNOCUOUS,
        Unmanaged.passUnretained(connection.derivedValues).toOpaque(),
        { context, _, arguments in
          if let log = sqlite3_user_data(context), let arguments {
            Unmanaged<DerivedValueLog>.fromOpaque(log).takeUnretainedValue().note(
              entity: sqlite3_value_int64(arguments[1]), primaryKey: sqlite3_value_int64(arguments[2]),
              sqlite3_value_text(arguments[3]).map { String(cString: $0) } ?? ""
            )
          }
          sqlite3_result_null(context)
        }, nil, nil, nil
      )
      guard code == SQLITE_OK else { throw SQLiteError(connection.database, code: code) }
    }
    let code = sqlite3_create_function_v2(
      connection.database, "NSCoreDataNow", 0, SQLITE_UTF8 | SQLITE_INNOCUOUS, nil,
      { context, _, _ in sqlite3_result_double(context, Date().timeIntervalSinceReferenceDate) }, nil, nil, nil
    )
    guard code == SQLITE_OK else { throw SQLiteError(connection.database, code: code) }
  }
}

import CSQLite
import Foundation

/// The functions that triggers call in stores that Apple wrote: one for the time, and three that are handed what was
/// written.
///
/// The triggers compute and store the values themselves and call the three with the table, the entity's number, the
/// primary key, the attribute and the value that a row has now. The third is called by triggers that a model names
/// itself, with the name of the column in the attribute's place. Without them every write to such a table fails.
enum DerivedValueFunctions {
  static func register(on connection: Connection) throws {
    for name in [
      "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
      "NSCoreDataTriggerUpdateAffectedObjectValue",
    ] {
      // Innocuous, so that a trigger may call it although the schema is not trusted.
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

import CSQLite
import Foundation

/// An error that SQLite returned.
struct SQLiteError: DatabaseError, CustomStringConvertible {
  /// The extended result code.
  let code: Int32
  let message: String

  /// The code without its extension.
  var primaryCode: Int32 { code & 0xff }

  /// Whether a file, or the index of a log (`SQLITE_IOERR_SHMSIZE`), found no room to grow.
  var isOutOfSpace: Bool { primaryCode == SQLITE_FULL || code == SQLITE_IOERR | 19 << 8 }

  /// Whether the statement was interrupted because its result was no longer wanted.
  var isInterruption: Bool { primaryCode == SQLITE_INTERRUPT }

  /// Whether two rows were to have the same unique values (`SQLITE_CONSTRAINT_UNIQUE`, `…_PRIMARYKEY`).
  var isUniquenessViolation: Bool { [8, 6].contains { code == SQLITE_CONSTRAINT | $0 << 8 } }

  /// The file that a connection has open is no longer where it was (`SQLITE_READONLY_DBMOVED`).
  static let moved = SQLiteError(
    code: SQLITE_READONLY | 4 << 8, message: "the file has been moved since it was opened")

  init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// The last error of a connection.
  init(_ database: OpaquePointer?, code: Int32) {
    self.init(
      code: code,
      message: database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    )
  }

  var description: String { "SQLite error \(code): \(message)" }

  /// The error as it stands under one of Core Data's.
  var underlying: NSError { .sqlite(code, message) }
}

import CSQLite
import Foundation

/// An error that SQLite returned.
struct SQLiteError: DatabaseError, CustomStringConvertible {
  /// The extended result code.
  let code: Int32
  let message: String

  /// The primary result code.
  var primaryCode: Int32 { code & 0xff }

  /// Whether the disk is full, for a database file or for the WAL index (`SQLITE_IOERR_SHMSIZE`).
  var isOutOfSpace: Bool { primaryCode == SQLITE_FULL || code == SQLITE_IOERR | 19 << 8 }

  /// Whether the statement was interrupted because its result was no longer wanted.
  var isInterruption: Bool { primaryCode == SQLITE_INTERRUPT }

  /// Whether rows violated a unique index or primary key (`SQLITE_CONSTRAINT_UNIQUE`, `…_PRIMARYKEY`).
  var isUniquenessViolation: Bool { [8, 6].contains { code == SQLITE_CONSTRAINT | $0 << 8 } }

  /// The error for a file that was moved or replaced while a connection had it open (`SQLITE_READONLY_DBMOVED`).
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

  /// The error to use as the underlying error of one of Core Data's.
  var underlying: NSError { .sqlite(code, message) }
}

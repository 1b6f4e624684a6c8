import CSQLite
import Foundation

/// A prepared statement of one connection.
final class Statement {
  let handle: OpaquePointer
  let sql: String
  /// Whether the statement is in use. A cached statement that is not in use may be borrowed.
  var isBorrowed = false
  var isCached = false
  private unowned let connection: Connection
  private let isWriting: Bool
  private var isFinalized = false

  init(_ sql: String, of connection: Connection) throws {
    // SQLite would silently ignore everything after a NUL character.
    guard !sql.utf8.contains(0) else {
      throw SQLiteError(code: SQLITE_ERROR, message: "a name contains a NUL character")
    }
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(connection.database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK else { throw SQLiteError(connection.database, code: code) }
    guard let handle else {
      throw SQLiteError(code: SQLITE_ERROR, message: "there is no statement in \u{201C}\(sql)\u{201D}")
    }
    self.handle = handle
    self.sql = sql
    self.connection = connection
    isWriting = sqlite3_stmt_readonly(handle) == 0
  }

  deinit { finalize() }

  func finalize() {
    guard !isFinalized else { return }
    isFinalized = true
    sqlite3_finalize(handle)
  }

  /// Steps to the next row. Returns false after the last.
  func step() throws -> Bool {
    if isWriting { try connection.willWrite?(sql) }
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else { throw SQLiteError(connection.database, code: code) }
    return false
  }

  /// Runs a statement that returns no rows, and resets it for the next bindings.
  func run() throws {
    while try step() {}
    sqlite3_reset(handle)
  }

  /// Resets the statement, but keeps its bindings.
  func rewind() { sqlite3_reset(handle) }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}

import CSQLite
import Foundation

/// A store's file, opened with SQLite as any other program does.
final class RawDatabase {
  private var handle: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Problem(description: "\(path) cannot be opened") }
  }

  deinit { sqlite3_close(handle) }

  /// Returns the first column of every row of a statement.
  @discardableResult
  func texts(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw problem(sql) }
    var texts: [String] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "NULL")
      case SQLITE_DONE: return texts
      default: throw problem(sql)
      }
    }
  }

  private func problem(_ sql: String) -> Problem {
    Problem(description: "\(sql): \(String(cString: sqlite3_errmsg(handle)))")
  }

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }
}

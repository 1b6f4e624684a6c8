import Foundation
import Testing

#if canImport(CSQLite)
  import CSQLite
#else
  import SQLite3
#endif

/// The sample database Chinook, a music shop in plain SQLite tables: its URL, and its rows as text.
///
/// It is not part of the repository, so the tests are skipped unless `CORE_DATA_SAMPLES` names its folder.
enum ChinookData {
  static let url = ProcessInfo.processInfo.environment["CORE_DATA_SAMPLES"].map {
    URL(fileURLWithPath: $0).appendingPathComponent("data/chinook/Chinook_Sqlite.sqlite")
  }
  static let isThere = url != nil
  static let reason: Comment = "CORE_DATA_SAMPLES does not name a folder with samples"

  /// Returns the rows of a query, with a text for each column, nil for NULL. The file does not change.
  static func rows(_ query: String) throws -> [[String?]] {
    let url = try #require(url)
    return try rows(query, of: "\(url.absoluteString)?mode=ro&immutable=1")
  }

  /// Returns the rows of a query on any database. It opens the database for this query.
  ///
  /// - Parameter uri: a `file:` URI as SQLite takes it.
  static func rows(_ query: String, of uri: String) throws -> [[String?]] {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    guard sqlite3_open_v2(uri, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI, nil) == SQLITE_OK else {
      throw Problem(description: "\(uri) cannot be opened")
    }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK else {
      throw Problem(description: "\(query): \(String(cString: sqlite3_errmsg(database)))")
    }
    var rows: [[String?]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append((0..<sqlite3_column_count(statement)).map { sqlite3_column_text(statement, $0).map(String.init) })
    }
    return rows
  }

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }
}

import CSQLite
import Foundation

/// SQLite's C interface as a programmer would use it by hand: cached statements, typed binds, one transaction.
///
/// The connection has the settings of our stores, so that a ratio compares code and not settings.
final class CDatabase {
  let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  init(path: String) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK, let handle else {
      throw BenchmarkError("\(path) does not open.")
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, 10_000)
    try run("PRAGMA journal_mode=WAL")
    try run("PRAGMA synchronous=NORMAL")
    try run("PRAGMA cache_size=-65536")
    try run("PRAGMA mmap_size=268435456")
    try run("PRAGMA temp_store=MEMORY")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error(sql) }
  }

  /// The cached statement for a text, reset. Callers look it up once for each piece of work, never for each row.
  func statement(_ sql: String) throws -> OpaquePointer {
    if let statement = statements[sql] {
      sqlite3_reset(statement)
      return statement
    }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
      let statement
    else { throw error(sql) }
    statements[sql] = statement
    return statement
  }

  func transaction<Result>(_ work: () throws -> Result) throws -> Result {
    try finish(try statement("BEGIN IMMEDIATE"))
    let result = try work()
    try finish(try statement("COMMIT"))
    return result
  }

  /// Runs a closure in a read transaction, so that many small reads take the lock only once.
  func reading<Result>(_ work: () throws -> Result) throws -> Result {
    try finish(try statement("BEGIN"))
    let result = try work()
    try finish(try statement("COMMIT"))
    return result
  }

  /// Runs a statement that returns no rows, and resets it.
  func finish(_ statement: OpaquePointer) throws {
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw error(String(cString: sqlite3_sql(statement))) }
  }

  func bind(_ statement: OpaquePointer, _ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), sqliteTransient)
      }
    }
  }

  /// The first column of every row.
  func texts(_ sql: String) throws -> [String] {
    let statement = try statement(sql)
    var texts: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      if let text = sqlite3_column_text(statement, 0) { texts.append(String(cString: text)) }
    }
    sqlite3_reset(statement)
    return texts
  }

  func integer(_ sql: String) throws -> Int64 {
    let statement = try statement(sql)
    defer { sqlite3_reset(statement) }
    guard sqlite3_step(statement) == SQLITE_ROW else { throw error(sql) }
    return sqlite3_column_int64(statement, 0)
  }

  func error(_ sql: String) -> BenchmarkError {
    BenchmarkError("\(sql): \(String(cString: sqlite3_errmsg(handle)))")
  }
}

/// SQLITE_TRANSIENT, which Swift does not import: SQLite copies the bytes before the call returns.
let sqliteTransient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

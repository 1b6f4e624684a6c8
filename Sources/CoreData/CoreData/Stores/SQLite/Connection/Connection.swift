import CSQLite
import Foundation

/// A connection to a SQLite file, with cached statements.
///
/// Not thread-safe: the owner of a connection protects it by one lock, and no statement is used after the lock is
/// released.
final class Connection {
  enum Mode {
    /// Reads with SQLite's locks. Does not create the file, and does not checkpoint the WAL when it closes.
    case reading
    /// Reads a file that no connection writes, without locks and without a WAL.
    case readingImmutable
    case writing
    /// Writes, and creates the file if it does not exist.
    case creating
  }

  let database: OpaquePointer
  let mode: Mode
  let memory: ReadingMemory
  /// Whether the file is mapped into memory; nil before the setting was made.
  var isMapping: Bool?
  /// Called before each writing statement. Tests use it to make a statement fail.
  var willWrite: ((String) throws -> Void)?
  /// The rows whose derived attributes were changed by triggers.
  let derivedValues = DerivedValueLog()
  /// The file version for which primary keys that SQLite does not check were validated, see `LooseKeys`.
  var keysCheckedIn: Int64?
  /// The file version for which the store's version was checked, see `OpenedVersion`.
  var versionCheckedIn: Int64?
  /// SQLite's schema version for which the store's entities were found.
  var schemaCheckedIn: Int64?
  /// The schema version for which temporary views were created, see `FormerJoinViews`.
  var viewsSchema: Int64?
  /// Whether SQLite trusts the file's schema (`SQLITE_DBCONFIG_TRUSTED_SCHEMA`).
  var trustsSchema = false
  private var statements: [String: Statement] = [:]
  /// The most recently used statements, searched first. Usually one of them is wanted next, and comparing identical
  /// strings is faster than hashing one.
  private var recent: [Statement] = []

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file. Its last component is not a symbolic link.
  ///   - timeout: the number of seconds to wait for another connection's lock.
  ///   - memory: the amount of memory that the connection may use.
  init(path: String, mode: Mode, timeout: TimeInterval, memory: ReadingMemory = .much) throws {
    guard !path.utf8.contains(0) else {
      throw SQLiteError(code: SQLITE_CANTOPEN, message: "the path contains a NUL character")
    }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      Self.uri(path, mode: mode), &handle, mode.flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
      nil
    )
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(handle, code: code)
      sqlite3_close_v2(handle)
      throw error
    }
    database = handle
    self.mode = mode
    self.memory = memory
    sqlite3_busy_timeout(handle, Int32(clamping: Int(min(max(timeout, 0), 1e6) * 1000)))
    do {
      try configure()
    } catch {
      sqlite3_close_v2(handle)
      throw error
    }
  }

  deinit {
    for statement in statements.values { statement.finalize() }
    sqlite3_close_v2(database)
  }

  /// Runs statements that return no rows, without caching them.
  func execute(_ sql: String) throws {
    try willWrite?(sql)
    let code = sqlite3_exec(database, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(database, code: code) }
  }

  /// Rolls back the open transaction, if there is one. Some errors have rolled it back already.
  func rollBack() {
    if isInTransaction { sqlite3_exec(database, "ROLLBACK", nil, nil, nil) }
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(database) == 0 }

  /// The number of rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes64(database)) }

  /// Passes a cached statement to a closure. It is reset and has no bindings before and after.
  func withStatement<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
    let statement = try borrow(sql)
    defer { giveBack(statement) }
    return try body(statement)
  }

  /// Borrows a statement, which the caller returns by `giveBack`. For loops that use several statements at once.
  func borrow(_ sql: String) throws -> Statement {
    for cached in recent where cached.sql == sql && !cached.isBorrowed {
      cached.isBorrowed = true
      return cached
    }
    if let cached = statements[sql], !cached.isBorrowed {
      cached.isBorrowed = true
      remember(cached)
      return cached
    }
    let statement = try Statement(sql, of: self)
    statement.isBorrowed = true
    if statements[sql] == nil {
      if statements.count >= Self.statementLimit { dropIdleStatements() }
      statements[sql] = statement
      statement.isCached = true
      remember(statement)
    }
    return statement
  }

  func giveBack(_ statement: Statement) {
    statement.reset()
    statement.isBorrowed = false
    if !statement.isCached { statement.finalize() }
  }

  /// Finalizes every statement that is not in use, before the schema changes or the connection closes.
  func dropIdleStatements() {
    recent = []
    statements = statements.filter { _, statement in
      if !statement.isBorrowed { statement.finalize() }
      return statement.isBorrowed
    }
  }

  private func remember(_ statement: Statement) {
    if recent.count == Self.recentLimit { recent.removeFirst() }
    recent.append(statement)
  }

  private static let recentLimit = 8

  /// The number of statements at which the cache is emptied. Texts that contain constants could otherwise fill it
  /// without end.
  private static let statementLimit = 256

  private static func uri(_ path: String, mode: Mode) -> String {
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return "file:" + escaped + (mode.isImmutable ? "?immutable=1" : "")
  }
}

extension Connection.Mode {
  var isImmutable: Bool {
    if case .readingImmutable = self { true } else { false }
  }

  var isReading: Bool {
    switch self {
    case .reading, .readingImmutable: true
    case .writing, .creating: false
    }
  }

  fileprivate var flags: Int32 {
    switch self {
    case .reading, .readingImmutable: SQLITE_OPEN_READONLY
    case .writing: SQLITE_OPEN_READWRITE
    case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
  }
}

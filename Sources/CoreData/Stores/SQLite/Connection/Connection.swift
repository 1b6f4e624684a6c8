import CSQLite
import Foundation

/// A connection to an SQLite file, with its cached statements.
///
/// Not for two threads at once: its owner keeps a connection behind one lock, and no statement outlives the time that
/// lock is held.
final class Connection {
  enum Mode {
    /// Reads and locks like any other connection, but neither creates the file nor checkpoints when it closes.
    case reading
    /// Reads a file that no connection writes: no locks, no log.
    case readingImmutable
    case writing
    /// Writes, and creates the file where there is none.
    case creating
  }

  let database: OpaquePointer
  let mode: Mode
  let memory: ReadingMemory
  /// Whether the file is mapped into memory; nil until that is set.
  var isMapping: Bool?
  /// Called before each statement that writes; a test's way to make the n-th one fail.
  var willWrite: ((String) throws -> Void)?
  /// The rows whose derived attributes triggers changed.
  let derivedValues = DerivedValueLog()
  /// The version of the file in which primary keys that SQLite does not check were looked through, see `LooseKeys`.
  var keysCheckedIn: Int64?
  /// The version of the file in which the store was found to be of its version, see `OpenedVersion`.
  var versionCheckedIn: Int64?
  /// SQLite's number of the schema in which the store's entities were found.
  var schemaCheckedIn: Int64?
  /// The version of the schema for which temporary views were made, see `FormerJoinViews`.
  var viewsSchema: Int64?
  /// Whether SQLite trusts what the file's schema says.
  var trustsSchema = false
  private var statements: [String: Statement] = [:]
  /// The cached statements that were lent last: mostly one of them is wanted next, and comparing texts that are the
  /// same string takes less than hashing one.
  private var recent: [Statement] = []

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: where the file is, no symbolic link at its end.
  ///   - timeout: how long to wait for another connection's lock, in seconds.
  ///   - memory: how much it may take.
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

  /// Undoes the open transaction, if there is one: some errors undo it by themselves.
  func rollBack() {
    if isInTransaction { sqlite3_exec(database, "ROLLBACK", nil, nil, nil) }
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(database) == 0 }

  /// The number of rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes64(database)) }

  /// Lends a cached statement, reset and without bindings before and after.
  func withStatement<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
    let statement = try borrow(sql)
    defer { giveBack(statement) }
    return try body(statement)
  }

  /// A statement that the caller gives back with `giveBack`; for loops that use several at once.
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

  /// Finalizes every statement that is not in use, so that the schema may change or the connection close.
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

  /// Past this the cache starts anew: predicates with constants in their text could otherwise grow it for ever.
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

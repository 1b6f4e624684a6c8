import Foundation

/// The one connection of a store that writes, opened with the first save.
///
/// Unchecked: the connection is reached only under the lock.
final class StoreWriter: @unchecked Sendable {
  private let lock = NSLock()
  private let file: StoreFile
  private let settings: Settings
  private var connection: Connection?
  private var isClosed = false
  private var versionAtOpening: Int64 = 0
  /// SQLite's number of the schema whose trust was checked last.
  private var checkedSchema: Int64?
  /// Whether changes go to a log, beside which other connections may go on reading.
  private var usesLog = true
  /// See `Connection.willWrite`.
  private var willWrite: ((String) throws -> Void)?

  struct Settings: Sendable {
    var pragmas = StorePragmas()
    var timeout: TimeInterval
    /// The temporary triggers that each writing connection makes for itself.
    var triggers: [String] = []
    /// The state that the store must still have.
    var version: OpenedVersion?
    /// The file that is read.
    var opened: HeldFile?
  }

  /// - Parameter connection: one that is open already, because it created the store.
  init(file: StoreFile, settings: Settings, connection: Connection? = nil) throws {
    self.file = file
    self.settings = settings
    if let connection {
      self.connection = connection
      for trigger in settings.triggers { try connection.execute(trigger) }
      usesLog = try Self.usesLog(connection)
      versionAtOpening = try connection.dataVersion()
    }
  }

  /// Runs something in an immediate transaction that is committed at its end, or undone when it throws.
  func transaction<Result>(_ readers: ReaderPool, _ body: (Connection) throws -> Result) throws -> Result {
    try lock.withLock {
      let connection = try open(readers)
      connection.willWrite = willWrite
      defer { connection.willWrite = nil }
      // Without a log, a reader of this process would keep the transaction from being committed.
      guard usesLog else {
        return try readers.paused {
          try connection.transaction { connection in
            try requireSameStore(connection)
            return try body(connection)
          }
        }
      }
      return try connection.transaction { connection in
        try requireSameStore(connection)
        let result = try body(connection)
        // The commit may fold the log into the file. A read transaction from before, such as the saving context's own,
        // would keep the newest part out, and the log from ever beginning anew.
        readers.endIdleBursts()
        return result
      }
    }
  }

  /// The version of the file as this connection sees it, which its own saves do not change, and what it was when the
  /// connection was opened; nil before the first save.
  func dataVersion() throws -> (now: Int64, atOpening: Int64)? {
    try lock.withLock { try connection.map { (try $0.dataVersion(), versionAtOpening) } }
  }

  /// Whether changes go to a log, beside which other connections may go on reading an earlier state. The file is read
  /// with locks from then on.
  func keepsLog(_ readers: ReaderPool) throws -> Bool {
    try lock.withLock {
      _ = try open(readers)
      return usesLog
    }
  }

  /// Sets a closure that runs before each statement that writes, and may make it fail. Only tests do so: SQLite has no
  /// way to fail at a chosen statement.
  func setWillWrite(_ body: ((String) throws -> Void)?) {
    lock.withLock { willWrite = body }
  }

  func close() {
    lock.withLock {
      connection = nil
      isClosed = true
    }
  }

  /// - Throws: an error where what is written would be lost, or taken for something else.
  private func requireSameStore(_ connection: Connection) throws {
    // SQLite looks by itself only where there is no log.
    if connection.hasMoved { throw SQLiteError.moved }
    try settings.version?.require(on: connection, orElse: ": nothing was saved")
    try checkTrust(connection)
  }

  /// Allows the triggers of R-trees, unless the schema is the one that was checked last.
  private func checkTrust(_ connection: Connection) throws {
    let schema = try connection.integer("PRAGMA schema_version")
    if let schema, schema == checkedSchema { return }
    try connection.setTrustsSchema(try SchemaTrust.isDeserved(on: connection))
    checkedSchema = schema
  }

  private func open(_ readers: ReaderPool) throws -> Connection {
    guard !isClosed else { throw StoreClosedError() }
    if let connection { return connection }
    try settings.opened?.require(at: file.path)
    guard FileStamp.isWritable(file.path), FileStamp.isWritable(file.folder) else {
      throw NSError.coreData(
        CocoaError.fileWriteNoPermission.rawValue, "\(file.name) may not be written, or not the folder that it is in.",
        details: [NSFilePathErrorKey: file.path]
      )
    }
    let opened = try readers.goLive(file) {
      let connection = try Connection(path: file.path, mode: .writing, timeout: settings.timeout)
      try settings.opened?.require(at: file.path)
      try connection.apply(settings.pragmas)
      usesLog = try Self.usesLog(connection)
      // The log must be there before a connection reads through it.
      _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
      for trigger in settings.triggers { try connection.execute(trigger) }
      versionAtOpening = try connection.dataVersion()
      return connection
    }
    connection = opened
    return opened
  }

  private static func usesLog(_ connection: Connection) throws -> Bool {
    try connection.text("PRAGMA journal_mode")?.lowercased() == "wal"
  }
}

extension Connection {
  /// Runs something in a transaction that is committed at its end, or undone when it throws.
  func transaction<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try withStatement("BEGIN IMMEDIATE") { try $0.run() }
    do {
      let result = try body(self)
      try willWrite?("COMMIT")
      try withStatement("COMMIT") { try $0.run() }
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// The settings that a program may choose. Their values were checked when the options were read.
  func apply(_ pragmas: StorePragmas) throws {
    if let mode = pragmas.journalMode { try execute("PRAGMA journal_mode=\(mode.quotedIdentifier)") }
    if let synchronous = pragmas.synchronous { try execute("PRAGMA synchronous=\(synchronous.quotedIdentifier)") }
  }
}

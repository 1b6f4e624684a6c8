import Foundation

/// The writing connection of a store. The first save opens it.
///
/// Unchecked `Sendable`, because the connection is used only while the lock is held.
final class StoreWriter: @unchecked Sendable {
  private let lock = NSLock()
  private let file: StoreFile
  private let settings: Settings
  private var connection: Connection?
  private var isClosed = false
  private var versionAtOpening: Int64 = 0
  /// SQLite's schema version for which the trust was last decided.
  private var checkedSchema: Int64?
  /// Whether the store uses a WAL, so that other connections can read during a write.
  private var usesLog = true
  /// A test hook; see `Connection.willWrite`.
  private var willWrite: ((String) throws -> Void)?

  struct Settings: Sendable {
    var pragmas = StorePragmas()
    var timeout: TimeInterval
    /// The statements of the temporary triggers that a writing connection creates.
    var triggers: [String] = []
    /// The version that the store must still have.
    var version: OpenedVersion?
    /// The file that the store's readers have open.
    var opened: HeldFile?
  }

  /// - Parameter connection: the connection that created the store, if there is one.
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

  /// Runs a closure in an immediate transaction. It commits at the end, or rolls back if the closure throws.
  func transaction<Result>(_ readers: ReaderPool, _ body: (Connection) throws -> Result) throws -> Result {
    try lock.withLock {
      let connection = try open(readers)
      connection.willWrite = willWrite
      defer { connection.willWrite = nil }
      // Without a WAL, an open read transaction of this process would prevent the commit.
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
        // The commit may checkpoint the WAL. An older read transaction, such as that of the saving context, would keep
        // the checkpoint from completing and the WAL from being reset.
        readers.endIdleBursts()
        return result
      }
    }
  }

  /// The data version of the writing connection, which its own saves do not change, now and when it was opened. Nil
  /// before the first save.
  func dataVersion() throws -> (now: Int64, atOpening: Int64)? {
    try lock.withLock { try connection.map { (try $0.dataVersion(), versionAtOpening) } }
  }

  /// Whether the store uses a WAL, so that other connections can keep reading an earlier state. From then on the file
  /// is read with locks.
  func keepsLog(_ readers: ReaderPool) throws -> Bool {
    try lock.withLock {
      _ = try open(readers)
      return usesLog
    }
  }

  /// Sets a closure that runs before each writing statement and may throw. Only tests use it, because SQLite cannot be
  /// made to fail at a chosen statement.
  func setWillWrite(_ body: ((String) throws -> Void)?) {
    lock.withLock { willWrite = body }
  }

  func close() {
    lock.withLock {
      connection = nil
      isClosed = true
    }
  }

  /// Checks that the connection still leads to the store that was opened.
  ///
  /// - Throws: an error if the file was moved or replaced, or if the store was migrated.
  private func requireSameStore(_ connection: Connection) throws {
    // SQLite itself checks this only for files without a WAL.
    if connection.hasMoved { throw SQLiteError.moved }
    try settings.version?.require(on: connection, orElse: ": nothing was saved")
    try checkTrust(connection)
  }

  /// Decides whether R-tree triggers may run, unless it has already decided for the current schema.
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
      // A connection that reads the WAL needs it to exist, and the first read creates it.
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
  /// Runs a closure in a transaction. It commits at the end, or rolls back if the closure throws.
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

  /// Applies the settings that a program may choose. Their values were checked when the options were read.
  func apply(_ pragmas: StorePragmas) throws {
    if let mode = pragmas.journalMode { try execute("PRAGMA journal_mode=\(mode.quotedIdentifier)") }
    if let synchronous = pragmas.synchronous { try execute("PRAGMA synchronous=\(synchronous.quotedIdentifier)") }
  }
}

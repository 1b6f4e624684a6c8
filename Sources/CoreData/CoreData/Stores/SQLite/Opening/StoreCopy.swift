import CSQLite
import Foundation

/// Copies stores with their external data. It refuses to replace a store that this process has open.
enum StoreCopy {
  /// Replaces a store, if there is one, with a copy of another. If it throws, the destination is unchanged.
  ///
  /// - Parameters:
  ///   - move: moves a file into its place.
  ///   - didCopyRows: called after the database was copied and before its external data is.
  /// - Throws: any error of the copying. The destination is then unchanged. If some of its files cannot be moved back,
  ///   the error names the folder that holds them.
  static func replace(
    _ destination: StoreFile, with source: StoreFile,
    move: @escaping StoreExchange.Move = { try FileManager.default.moveItem(atPath: $0, toPath: $1) },
    didCopyRows: () throws -> Void = {}
  ) throws {
    try requireClosed(destination, "replaced")
    // Require that both are stores. A file that is no store is neither replaced nor copied.
    _ = try StoreRemoval.contents(of: destination)
    _ = try StoreRemoval.contents(of: source)
    _ = try SQLiteStoreKind().metadata(at: source.url)
    let folder = destination.folder + "/.\(UUID().uuidString)"
    let (new, old) = (folder + "/new", folder + "/old")
    let manager = FileManager.default
    try StoreFolder.createHidden(folder, for: destination.name)
    do {
      for path in [new, old] { try manager.createDirectory(atPath: path, withIntermediateDirectories: false) }
      let copy = StoreFile(path: new + "/" + destination.name)
      try Self.copy(source, to: copy, replacing: destination, didCopyRows)
      try requireClosed(destination, "replaced")
      var exchange = StoreExchange(at: destination, aside: old, move: move)
      try exchange.put(copy)
    } catch let problem as StoreExchange.NotPutBack {
      // The folder stays, because it holds the old files that could not be moved back.
      let cause = reported(problem.cause, replacing: destination)
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        "\(destination.name) could not be replaced, and not all of its files could be put back: they are in \(old). "
          + (cause as NSError).localizedDescription,
        underlying: cause, details: [NSFilePathErrorKey: old]
      )
    } catch {
      try? manager.removeItem(atPath: folder)
      throw reported(error, replacing: destination)
    }
    try? manager.removeItem(atPath: folder)
  }

  /// Converts an error of external data to Apple's domain. Other errors are returned unchanged.
  private static func reported(_ error: any Error, replacing file: StoreFile) -> any Error {
    guard case ExternalDataProblem.unreadable(let name, let code) = error else { return error }
    return NSError.coreData(
      NSPersistentStoreOperationError,
      "\(file.name) cannot be replaced: its external data cannot be copied to or from \(name): "
        + "\(String(cString: strerror(code))).",
      underlying: (error as? ExternalDataProblem)?.underlying, details: [NSFilePathErrorKey: file.path]
    )
  }

  /// Copies a store to an unused path with SQLite's backup API, which copies one saved state including the WAL.
  private static func copy(
    _ source: StoreFile, to destination: StoreFile, replacing former: StoreFile, _ didCopyRows: () throws -> Void
  ) throws {
    do {
      let usesLog = try copyContents(of: source, to: destination, didCopyRows)
      if usesLog {
        let connection = try Connection(path: destination.path, mode: .writing, timeout: 0)
        try connection.execute("PRAGMA journal_mode=WAL")
      }
      try CopiedHistory.goOn(behind: former, in: destination)
    } catch {
      throw StoreOpeningError.reported(error, file: source)
    }
  }

  static func requireClosed(_ file: StoreFile, _ verb: String) throws {
    guard !OpenFiles.contains(file) else {
      throw NSError.coreData(
        NSPersistentStoreOperationError,
        "\(file.name) cannot be \(verb) while it is open: remove it from its coordinator first.",
        details: [NSFilePathErrorKey: file.path]
      )
    }
  }

  /// Copies rows, then external data. If a save to the source meanwhile removed files that the copied rows refer to,
  /// the rows and the new files are copied again.
  ///
  /// - Returns: whether the source uses a WAL.
  private static func copyContents(
    of source: StoreFile, to destination: StoreFile, _ didCopyRows: () throws -> Void
  ) throws -> Bool {
    var copied: Set<String> = []
    var attempts = 0
    while true {
      attempts += 1
      let from = try ReadingSource.choose(source)
      let reading = try Connection(path: from.file.path, mode: from.mode, timeout: StoreOpening.defaultTimeout)
      let version = try reading.dataVersion()
      try backUp(reading, to: destination)
      try didCopyRows()
      try ExternalDataCopy.copy(from: source, to: destination, without: copied) { copied.insert($0) }
      let hasData = FileStamp(link: source.supportFolder) != nil
      if try !hasData || (from.isCurrent && reading.dataVersion() == version) {
        return try FileHeader(of: from.file).usesLog
      }
      guard attempts < attemptLimit else {
        throw SQLiteError(code: SQLITE_BUSY, message: "it was saved to whenever it was copied, \(attempts) times")
      }
    }
  }

  private static func backUp(_ reading: Connection, to destination: StoreFile) throws {
    let writing = try Connection(path: destination.path, mode: .creating, timeout: StoreOpening.defaultTimeout)
    guard let backup = sqlite3_backup_init(writing.database, "main", reading.database, "main") else {
      throw SQLiteError(writing.database, code: sqlite3_extended_errcode(writing.database))
    }
    let step = sqlite3_backup_step(backup, -1)
    let code = sqlite3_backup_finish(backup)
    guard code == SQLITE_OK else { throw SQLiteError(writing.database, code: code) }
    // Only `sqlite3_backup_step` reports a locked source, according to SQLite's documentation.
    guard step == SQLITE_DONE else { throw SQLiteError(code: step, message: "the database is locked") }
  }

  /// The greatest number of attempts while other connections save to the source.
  private static let attemptLimit = 5
}

import CSQLite
import Foundation

/// Copies stores, with their external data. A store that this process has open is not touched.
enum StoreCopy {
  /// Copies a store to where none is, by SQLite's backup: what it copies is one saved state, log included.
  static func copy(_ source: StoreFile, to destination: StoreFile) throws {
    guard destination.allFiles.allSatisfy({ FileStamp($0) == nil }) else {
      throw NSError.coreData(
        CocoaError.fileWriteFileExists.rawValue, "There is a store at \(destination.path) already.",
        details: [NSFilePathErrorKey: destination.path]
      )
    }
    do {
      let usesLog = try backUp(source, to: destination)
      if usesLog {
        let connection = try Connection(path: destination.path, mode: .writing, timeout: 0)
        try connection.execute("PRAGMA journal_mode=WAL")
      }
      try ExternalDataCopy.copy(from: source, to: destination)
    } catch {
      try? StoreRemoval.remove(destination)
      throw StoreOpeningError.reported(error, file: source)
    }
  }

  /// Puts a copy of one store in the place of another. The old one stays until the copy is whole.
  static func replace(_ destination: StoreFile, with source: StoreFile) throws {
    try requireClosed(destination, "replaced")
    // What is not a store stays where it is, and never takes the place of one.
    _ = try StoreRemoval.contents(of: destination)
    _ = try StoreRemoval.contents(of: source)
    _ = try SQLiteStoreKind().metadata(at: source.url)
    let folder = URL(fileURLWithPath: destination.folder).appendingPathComponent(".\(UUID().uuidString)")
    let manager = FileManager.default
    try manager.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? manager.removeItem(at: folder) }
    let staged = StoreFile(path: folder.appendingPathComponent(destination.name).path)
    try Self.copy(source, to: staged)
    try StoreRemoval.remove(destination)
    for (from, to) in zip(staged.allFiles, destination.allFiles) where FileStamp(from) != nil {
      try manager.moveItem(atPath: from, toPath: to)
    }
    guard FileStamp(staged.supportFolder) != nil else { return }
    if FileStamp(link: destination.supportFolder) == nil {
      try manager.moveItem(atPath: staged.supportFolder, toPath: destination.supportFolder)
    } else {
      // Another store keeps its data there too.
      try ExternalDataCopy.copy(from: staged, to: destination)
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

  /// - Returns: whether the source uses a log.
  private static func backUp(_ source: StoreFile, to destination: StoreFile) throws -> Bool {
    let from = try ReadingSource.choose(source)
    let reading = try Connection(path: from.file.path, mode: from.mode, timeout: StoreOpening.defaultTimeout)
    let writing = try Connection(path: destination.path, mode: .creating, timeout: StoreOpening.defaultTimeout)
    guard let backup = sqlite3_backup_init(writing.database, "main", reading.database, "main") else {
      throw SQLiteError(writing.database, code: sqlite3_extended_errcode(writing.database))
    }
    sqlite3_backup_step(backup, -1)
    let code = sqlite3_backup_finish(backup)
    guard code == SQLITE_OK else { throw SQLiteError(writing.database, code: code) }
    return try FileHeader(of: from.file).usesLog
  }
}

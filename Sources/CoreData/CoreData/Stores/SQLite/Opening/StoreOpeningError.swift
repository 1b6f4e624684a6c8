import CSQLite
import Foundation

/// The errors of opening a store, with Apple's codes and the file's name in the text.
enum StoreOpeningError {
  static func missing(_ file: StoreFile) -> NSError {
    .coreData(CocoaError.fileReadNoSuchFile.rawValue, "There is no store at \(file.path).", details: details(file))
  }

  static func notFile(_ file: StoreFile) -> NSError {
    .coreData(
      NSPersistentStoreOpenError, "There is no store at \(file.path): it is not a file.", details: details(file)
    )
  }

  static func notDatabase(_ file: StoreFile) -> NSError {
    .coreData(
      CocoaError.fileReadCorruptFile.rawValue, "\(file.name) is not an SQLite database.",
      underlying: SQLiteError(code: SQLITE_NOTADB, message: "file is not a database").underlying,
      details: details(file)
    )
  }

  static func notCoreData(_ file: StoreFile) -> NSError {
    .coreData(
      NSPersistentStoreOpenError,
      "\(file.name) is an SQLite database, but not a Core Data store: it has no tables Z_METADATA and Z_PRIMARYKEY.",
      details: details(file)
    )
  }

  /// The error for a store with another text encoding, in which SQLite would sort differently than memory does.
  static func notUTF8(_ file: StoreFile, _ encoding: String) -> NSError {
    .coreData(
      NSPersistentStoreOpenError,
      """
      \(file.name) keeps its texts in \(encoding), in which they stand in another order than in UTF-8. Copy the database \
      into one of UTF-8.
      """,
      details: details(file)
    )
  }

  /// The error for a file of 0 bytes. SQLite would treat it as a database without tables.
  static func empty(_ file: StoreFile) -> NSError {
    .coreData(
      NSPersistentStoreOpenError, "\(file.name) is no Core Data store: it has nothing in it.", details: details(file)
    )
  }

  static func damaged(_ file: StoreFile, _ what: String, underlying: (any Error)? = nil) -> NSError {
    .coreData(
      CocoaError.fileReadCorruptFile.rawValue, "\(file.name) is damaged: \(what).", underlying: underlying,
      details: details(file)
    )
  }

  /// Converts an error that SQLite returned while the store was opened.
  static func failed(_ error: SQLiteError, file: StoreFile) -> NSError {
    switch error.primaryCode {
    case SQLITE_NOTADB: notDatabase(file)
    case SQLITE_CORRUPT, SQLITE_FORMAT: damaged(file, error.message, underlying: error.underlying)
    case SQLITE_BUSY, SQLITE_LOCKED:
      .coreData(
        NSPersistentStoreTimeoutError, "\(file.name) is locked by another process.", underlying: error.underlying,
        details: details(file)
      )
    case _ where error.isOutOfSpace:
      .coreData(
        CocoaError.fileWriteOutOfSpace.rawValue, "\(file.name) cannot be opened: there is no room left.",
        underlying: error.underlying, details: details(file)
      )
    case SQLITE_PERM, SQLITE_AUTH:
      .coreData(
        CocoaError.fileReadNoPermission.rawValue, "\(file.name) may not be read.", underlying: error.underlying,
        details: details(file)
      )
    default:
      .coreData(
        NSPersistentStoreOpenError, "\(file.name) cannot be opened: \(reason(error, file)).",
        underlying: error.underlying,
        details: details(file)
      )
    }
  }

  /// The reason why SQLite cannot open a file: an obstacle in its folder or, if there is none, SQLite's message.
  private static func reason(_ error: SQLiteError, _ file: StoreFile) -> String {
    guard error.primaryCode == SQLITE_CANTOPEN, FileStamp(file.path) == nil else { return error.message }
    return StoreFolder.obstacle(in: file.folder) ?? error.message
  }

  /// Converts any error of opening a store to the form that the coordinator reports.
  static func reported(_ error: any Error, file: StoreFile) -> any Error {
    (error as? SQLiteError).map { failed($0, file: file) } ?? error
  }

  private static func details(_ file: StoreFile) -> [String: Any] { [NSFilePathErrorKey: file.path] }
}

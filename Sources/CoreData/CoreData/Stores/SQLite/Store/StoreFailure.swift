import CSQLite
import Foundation

/// Converts SQLite's errors during reads and saves to errors with Apple's codes and the store's name in the text.
struct StoreFailure {
  let file: StoreFile

  /// Runs a closure and converts its SQLite errors. Other errors are rethrown unchanged.
  static func reporting<Result>(
    _ file: @autoclosure () -> StoreFile, saving isSaving: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw StoreFailure(file: file()).error(error, isSaving: isSaving)
    } catch is StoreClosedError {
      throw NSError.coreData(NSPersistentStoreOperationError, "\(file().name) was removed from its coordinator.")
    }
  }

  private func error(_ error: SQLiteError, isSaving: Bool) -> NSError {
    let (code, description) = meaning(of: error, isSaving: isSaving)
    return .coreData(code, description, underlying: error.underlying, details: [NSFilePathErrorKey: file.path])
  }

  private func meaning(of error: SQLiteError, isSaving: Bool) -> (Int, String) {
    let verb = isSaving ? "saved to" : "read"
    switch error.primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED:
      return (NSPersistentStoreTimeoutError, "\(file.name) was locked by another connection or process for too long.")
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT:
      return (CocoaError.fileReadCorruptFile.rawValue, "\(file.name) is damaged: \(error.message).")
    case _ where error.isOutOfSpace:
      return (CocoaError.fileWriteOutOfSpace.rawValue, "\(file.name) cannot be \(verb): there is no room left.")
    case SQLITE_READONLY where error.code == SQLiteError.moved.code:
      let end = isSaving ? ": nothing was saved. Open it again." : ". Open it again."
      return (
        isSaving ? NSPersistentStoreSaveError : NSSQLiteError,
        "\(file.name) was removed or replaced since it was opened here\(end)"
      )
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      return (CocoaError.fileWriteNoPermission.rawValue, "\(file.name) may not be written: \(error.message).")
    case SQLITE_ERROR where error.message.hasPrefix("no such") || error.message.contains("has no column"):
      return (NSPersistentStoreIncompatibleSchemaError, "\(file.name) cannot be \(verb): \(error.message).")
    default:
      return (
        isSaving ? NSPersistentStoreSaveError : NSSQLiteError, "\(file.name) cannot be \(verb): \(error.message)."
      )
    }
  }
}

import CSQLite
import Foundation

/// Empties stores. It changes only SQLite databases, and only those that this process does not have open.
enum StoreRemoval {
  /// Empties a store. It deletes the external data and leaves a database without tables, as Apple's Core Data does.
  ///
  /// SQLite itself empties the database in one transaction with its locks, so other processes see the store before or
  /// after. If there is no file, an empty one is created, as by Apple's Core Data.
  ///
  /// - Throws: 134080 or 259 if the file is not a SQLite database. It is then unchanged.
  static func empty(_ file: StoreFile) throws {
    try StoreCopy.requireClosed(file, "destroyed")
    guard let contents = try contents(of: file) else {
      // Programs that remove the file afterwards rely on its existence. A failure is ignored, because there was nothing
      // to destroy. `O_EXCL` protects a file that another process creates meanwhile.
      let descriptor = open(file.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
      if descriptor >= 0 { close(descriptor) }
      return
    }
    guard FileStamp.isWritable(file.path), FileStamp.isWritable(file.folder) else {
      throw NSError.coreData(
        CocoaError.fileWriteNoPermission.rawValue, "\(file.name) may not be written, or not the folder that it is in.",
        details: [NSFilePathErrorKey: file.path]
      )
    }
    if case .database = contents {
      do {
        let connection = try Connection(path: file.path, mode: .writing, timeout: StoreOpening.defaultTimeout)
        try connection.eraseDatabase()
      } catch {
        throw StoreOpeningError.reported(error, file: file)
      }
    }
    try removeExternalData(of: file)
  }

  enum Contents {
    /// A file of 0 bytes, which SQLite treats as a database without tables.
    case nothing
    case database
  }

  /// The contents of the file at a store's path; nil if there is none.
  ///
  /// - Throws: 134080 if it is not a regular file, 259 if it is not a SQLite database. Only a regular file is opened,
  ///   because opening a pipe would block, and opening a device can have side effects.
  static func contents(of file: StoreFile) throws -> Contents? {
    guard let stamp = FileStamp(file.path) else { return nil }
    guard stamp.isRegularFile else { throw StoreOpeningError.notFile(file) }
    do {
      return try FileHeader(of: file).isEmpty ? .nothing : .database
    } catch {
      throw StoreOpeningError.reported(error, file: file)
    }
  }

  private static func removeExternalData(of file: StoreFile) throws {
    guard FileStamp(link: file.supportFolder)?.isDirectory == true, try !sharesExternalData(file) else { return }
    try FileManager.default.removeItem(atPath: file.supportFolder)
  }

  /// Whether another store uses the same folder for external data, because only its extension differs. Symbolic links
  /// to stores do not count, because a store's folder is beside the real file.
  ///
  /// - Throws: an error if the folder cannot be listed.
  static func sharesExternalData(_ file: StoreFile) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: file.folder).contains { name in
      let other = StoreFile(path: file.folder + "/" + name)
      return name != file.name && other.supportFolder == file.supportFolder && !file.allFiles.contains(other.path)
        && FileStamp(link: other.path)?.isRegularFile == true && mayBeStore(other)
    }
  }

  /// Whether a file has the header of a SQLite database, or cannot be read.
  private static func mayBeStore(_ file: StoreFile) -> Bool {
    do {
      return try contents(of: file) == .database
    } catch {
      return (error as NSError).code != CocoaError.fileReadCorruptFile.rawValue
    }
  }
}

extension Connection {
  /// Resets the database to one without tables, even if it is damaged.
  fileprivate func eraseDatabase() throws {
    func set(_ isOn: Bool) throws {
      let code = csqlite_db_config(database, SQLITE_DBCONFIG_RESET_DATABASE, isOn ? 1 : 0)
      guard code == SQLITE_OK else { throw SQLiteError(database, code: code) }
    }
    // `VACUUM` attaches a temporary database to copy from.
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 1)
    try set(true)
    defer { try? set(false) }
    try execute("VACUUM")
  }
}

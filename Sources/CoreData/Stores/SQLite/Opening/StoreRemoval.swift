import CSQLite
import Foundation

/// Empties stores. Only what is an SQLite database is touched, and only while this process does not have it open.
enum StoreRemoval {
  /// Empties a store: what is left is a database without tables, as Apple's Core Data leaves one. Its external data
  /// goes.
  ///
  /// SQLite itself does it, in one transaction and under its locks, so that other processes see the store before or
  /// after. A missing file is no error; an empty one is then created, as by Apple's Core Data.
  ///
  /// - Throws: 134080 or 259 when there is something else than an SQLite database, which is then as before.
  static func empty(_ file: StoreFile) throws {
    try StoreCopy.requireClosed(file, "destroyed")
    guard let contents = try contents(of: file) else {
      // Programs that remove the file afterwards rely on one. Where none can be made nothing was to be destroyed, and
      // what another process makes there meanwhile stays.
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
    /// A file of no bytes, which SQLite takes for a database without tables.
    case nothing
    case database
  }

  /// The contents of the file at a store's path; nil where there is nothing.
  ///
  /// - Throws: 134080 when it is no file, 259 when it is no SQLite database. It is not opened unless it is a file:
  ///   opening a pipe would block, and a device may do anything.
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

  /// Whether another store has the same folder for its data: its name differs in the extension only. A link to a store
  /// is none, since a store's folder is beside the file itself.
  ///
  /// - Throws: when the folder cannot be listed.
  static func sharesExternalData(_ file: StoreFile) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: file.folder).contains { name in
      let other = StoreFile(path: file.folder + "/" + name)
      return name != file.name && other.supportFolder == file.supportFolder && !file.allFiles.contains(other.path)
        && FileStamp(link: other.path)?.isRegularFile == true && mayBeStore(other)
    }
  }

  /// Whether a file has the header of an SQLite database, or cannot be read.
  private static func mayBeStore(_ file: StoreFile) -> Bool {
    do {
      return try contents(of: file) == .database
    } catch {
      return (error as NSError).code != CocoaError.fileReadCorruptFile.rawValue
    }
  }
}

extension Connection {
  /// Makes the database one without tables, whatever it holds, damaged or not.
  fileprivate func eraseDatabase() throws {
    func set(_ isOn: Bool) throws {
      let code = csqlite_db_config(database, SQLITE_DBCONFIG_RESET_DATABASE, isOn ? 1 : 0)
      guard code == SQLITE_OK else { throw SQLiteError(database, code: code) }
    }
    // SQLite itself attaches an empty database to copy from.
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 1)
    try set(true)
    defer { try? set(false) }
    try execute("VACUUM")
  }
}

import CSQLite
import Foundation

/// The header of a SQLite file. SQLite reads it, because opening and closing the file otherwise would release POSIX
/// locks.
struct FileHeader {
  /// Whether the file is empty. SQLite treats it as a database without tables.
  let isEmpty: Bool
  /// Whether the file uses a WAL.
  let usesLog: Bool

  /// - Throws: `NSFileReadCorruptFileError` if the file is not a SQLite database.
  init(of file: StoreFile) throws {
    let connection = try Connection(path: file.path, mode: .readingImmutable, timeout: 0)
    let bytes = try connection.header()
    isEmpty = bytes.isEmpty
    guard isEmpty || (bytes.count == Self.size && bytes.starts(with: Self.magic)) else {
      throw StoreOpeningError.notDatabase(file)
    }
    usesLog = !isEmpty && bytes[19] == 2
  }

  fileprivate static let size = 100
  private static let magic = Array("SQLite format 3\0".utf8)
}

extension Connection {
  /// The first 100 bytes of the file, or all bytes of a shorter file.
  fileprivate func header() throws -> [UInt8] {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &pointer)
    guard code == SQLITE_OK, let file = pointer, let methods = file.pointee.pMethods,
      let size = methods.pointee.xFileSize, let read = methods.pointee.xRead
    else { throw SQLiteError(database, code: code) }
    var length: sqlite3_int64 = 0
    let sizeCode = size(file, &length)
    guard sizeCode == SQLITE_OK else { throw SQLiteError(database, code: sizeCode) }
    var bytes = [UInt8](repeating: 0, count: min(FileHeader.size, Int(length)))
    let readCode = read(file, &bytes, Int32(bytes.count), 0)
    guard readCode == SQLITE_OK else { throw SQLiteError(database, code: readCode) }
    return bytes
  }
}

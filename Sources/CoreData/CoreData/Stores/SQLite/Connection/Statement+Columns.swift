import CSQLite
import Foundation

/// Reading the columns of the current row. Columns are numbered from 0.
extension Statement {
  enum ColumnType {
    case null, integer, real, text, blob
  }

  func type(at column: Int32) -> ColumnType {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  func isNull(at column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func integer(at column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The primary key in a column.
  ///
  /// - Throws: 259, naming table and key, if the key is in the range of temporary keys.
  @inline(__always)
  func primaryKey(at column: Int32, of table: @autoclosure () -> String) throws -> Int64 {
    let key = integer(at: column)
    if RowKey.isTemporary(key) { throw ReadingError.reservedKey(key, table: table()) }
    return key
  }

  func real(at column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// The text of a column. Invalid UTF-8 is replaced.
  func text(at column: Int32) -> String {
    withText(at: column) { String(decoding: $0.bindMemory(to: UInt8.self), as: UTF8.self) }
  }

  /// The text of a column; nil if it is not valid UTF-8.
  func validText(at column: Int32) -> String? {
    withText(at: column) { String(validating: $0.bindMemory(to: UInt8.self), as: UTF8.self) }
  }

  /// Passes the unvalidated UTF-8 bytes of a text to a closure. They are valid until the statement's next step.
  func withText<Result>(at column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // The text must be read before its length: reading may convert it.
    let address = sqlite3_column_text(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : count))
  }

  func data(at column: Int32) -> Data {
    withBytes(at: column) { Data($0) }
  }

  /// Passes the bytes of a text or blob to a closure. They are valid until the statement's next step.
  func withBytes<Result>(at column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    let address = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : count))
  }
}

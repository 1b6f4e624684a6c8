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

  /// The primary key in the column.
  ///
  /// - Throws: 259, naming table and key, for one that only an unsaved object may have.
  @inline(__always)
  func primaryKey(at column: Int32, of table: @autoclosure () -> String) throws -> Int64 {
    let key = integer(at: column)
    if RowKey.isTemporary(key) { throw ReadingError.reservedKey(key, table: table()) }
    return key
  }

  func real(at column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// The text of the column; what is no UTF-8 in it is replaced.
  func text(at column: Int32) -> String {
    withText(at: column) { String(decoding: $0.bindMemory(to: UInt8.self), as: UTF8.self) }
  }

  /// A text; nil where its bytes are none.
  func validText(at column: Int32) -> String? {
    withText(at: column) { String(validating: $0.bindMemory(to: UInt8.self), as: UTF8.self) }
  }

  /// Lends the bytes of a text in UTF-8, as they are, until the statement steps on.
  func withText<Result>(at column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // The text must be read before its length: reading may convert it.
    let address = sqlite3_column_text(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : count))
  }

  func data(at column: Int32) -> Data {
    withBytes(at: column) { Data($0) }
  }

  /// Lends the bytes of a text or a blob, until the statement steps on.
  func withBytes<Result>(at column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    let address = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return try body(UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : count))
  }
}

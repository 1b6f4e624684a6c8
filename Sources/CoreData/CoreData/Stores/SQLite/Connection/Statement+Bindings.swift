import CSQLite
import Foundation

/// Makes SQLite copy the bytes, so that a binding may outlive the value (`SQLITE_TRANSIENT`).
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Statement {
  /// Binds values to the first parameters, in order.
  func bind(_ values: Int64...) throws {
    for (offset, value) in values.enumerated() { try bind(value, at: Int32(offset + 1)) }
  }

  /// - Parameter index: the parameter's number, from 1.
  func bind(_ value: Int64, at index: Int32) throws {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  func bind(_ value: Double, at index: Int32) throws {
    try check(sqlite3_bind_double(handle, index, value))
  }

  func bindNull(at index: Int32) throws {
    try check(sqlite3_bind_null(handle, index))
  }

  func bind(_ value: String, at index: Int32) throws {
    var value = value
    try check(
      value.withUTF8 { bytes in
        // A null pointer would bind NULL, and the pointer of an empty buffer may be null.
        guard let address = bytes.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, transient) }
        return address.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          sqlite3_bind_text64(handle, index, $0, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
        }
      }
    )
  }

  func bind(_ value: Data, at index: Int32) throws {
    try value.withUnsafeBytes { try bind($0, at: index) }
  }

  func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
    guard let address = bytes.baseAddress, !bytes.isEmpty else {
      return try check(sqlite3_bind_zeroblob(handle, index, 0))
    }
    try check(sqlite3_bind_blob64(handle, index, address, UInt64(bytes.count), transient))
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else {
      throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)))
    }
  }
}

import Foundation

extension StoredDecimal {
  /// - Returns: nil if the column does not hold a number.
  static func number(_ statement: Statement, _ column: Int32, _ type: Statement.ColumnType) -> Decimal? {
    switch type {
    case .integer: Decimal(statement.integer(at: column))
    case .real: number(statement.real(at: column))
    // A store may hold a number as text if a floating-point number cannot hold it.
    case .text: Decimal(string: statement.text(at: column), locale: posix)
    case .null, .blob: nil
    }
  }
}

/// UUIDs, stored as their 16 bytes.
enum StoredUUID {
  /// - Returns: nil if there are not exactly 16 bytes.
  static func uuid(_ bytes: UnsafeRawBufferPointer) -> UUID? {
    guard bytes.count == MemoryLayout<uuid_t>.size else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}

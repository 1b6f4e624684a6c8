import Foundation

extension StoredDecimal {
  /// - Returns: nil when the column holds no number.
  static func number(_ statement: Statement, _ column: Int32, _ type: Statement.ColumnType) -> Decimal? {
    switch type {
    case .integer: Decimal(statement.integer(at: column))
    case .real: number(statement.real(at: column))
    // What is too long for a fraction is kept as text.
    case .text: Decimal(string: statement.text(at: column), locale: posix)
    case .null, .blob: nil
    }
  }
}

/// UUIDs as their 16 bytes.
enum StoredUUID {
  /// - Returns: nil when there are not 16 bytes.
  static func uuid(_ bytes: UnsafeRawBufferPointer) -> UUID? {
    guard bytes.count == MemoryLayout<uuid_t>.size else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}

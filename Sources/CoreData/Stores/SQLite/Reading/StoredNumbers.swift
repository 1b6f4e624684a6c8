import Foundation

/// Decimal numbers as a column of numeric affinity holds them: whole ones as integers, others as binary fractions.
enum StoredDecimal {
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

  /// The shortest decimal number that stands for the fraction, so that 10.11 comes back as 10.11.
  static func number(_ fraction: Double) -> Decimal? {
    guard fraction.isFinite else { return nil }
    return Decimal(string: "\(fraction)", locale: posix) ?? Decimal(fraction)
  }

  /// A decimal number as it is stored.
  enum Storage: Equatable {
    case integer(Int64)
    case real(Double)
  }

  /// - Returns: nil for what is not a number.
  static func storage(_ number: Decimal) -> Storage? {
    guard !number.isNaN else { return nil }
    // The text is exact, and reading it rounds once; the number's own conversion rounds on the way.
    let text = number.description
    if let integer = Int64(text) { return .integer(integer) }
    return Double(text).map(Storage.real)
  }

  private static let posix = Locale(identifier: "en_US_POSIX")
}

/// UUIDs as their 16 bytes.
enum StoredUUID {
  /// - Returns: nil when there are not 16 bytes.
  static func uuid(_ bytes: UnsafeRawBufferPointer) -> UUID? {
    guard bytes.count == MemoryLayout<uuid_t>.size else { return nil }
    return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}

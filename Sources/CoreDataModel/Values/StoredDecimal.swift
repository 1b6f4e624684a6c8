import Foundation

/// Decimal numbers as stores keep them: whole numbers of 64 bits as integers, all other numbers as binary fractions.
package enum StoredDecimal {
  /// The shortest decimal number that stands for the fraction, so that 10.11 comes back as 10.11.
  package static func number(_ fraction: Double) -> Decimal? {
    guard fraction.isFinite else { return nil }
    return Decimal(string: "\(fraction)", locale: posix) ?? Decimal(fraction)
  }

  /// A decimal number as it is stored.
  package enum Storage: Equatable {
    case integer(Int64)
    case real(Double)
  }

  /// - Returns: nil for what is not a number.
  package static func storage(_ number: Decimal) -> Storage? {
    guard !number.isNaN else { return nil }
    // The text is exact, and reading it rounds once; the number's own conversion rounds on the way.
    let text = number.description
    if let integer = Int64(text) { return .integer(integer) }
    return Double(text).map(Storage.real)
  }

  package static let posix = Locale(identifier: "en_US_POSIX")
}

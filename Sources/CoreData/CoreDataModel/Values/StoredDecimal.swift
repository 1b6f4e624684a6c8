import Foundation

/// The stored form of decimal numbers: 64-bit integers if possible, otherwise floating-point numbers.
package enum StoredDecimal {
  /// The shortest decimal number that converts to the floating-point number, so that 10.11 is read as 10.11.
  package static func number(_ fraction: Double) -> Decimal? {
    guard fraction.isFinite else { return nil }
    return Decimal(string: "\(fraction)", locale: posix) ?? Decimal(fraction)
  }

  /// The stored form of a decimal number.
  package enum Storage: Equatable {
    case integer(Int64)
    case real(Double)
  }

  /// The integer or double that a store keeps for a decimal.
  ///
  /// - Returns: nil for not-a-number.
  package static func storage(_ number: Decimal) -> Storage? {
    guard !number.isNaN else { return nil }
    // The text is exact and its conversion rounds once. The number's own conversion rounds repeatedly.
    let text = number.description
    if let integer = Int64(text) { return .integer(integer) }
    return Double(text).map(Storage.real)
  }

  package static let posix = Locale(identifier: "en_US_POSIX")
}

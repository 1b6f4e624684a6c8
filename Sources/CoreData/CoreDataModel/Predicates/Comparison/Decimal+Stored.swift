import Foundation

extension Decimal {
  /// The number as stores keep it: an integer if it is one, otherwise the nearest double. Decimals are compared by it,
  /// so that a row has the same position before and after it was saved.
  package var stored: StoredNumber {
    if isNaN { return .double(.nan) }
    if exponent == 0, let whole = Int64(exactly: smallSignificand), significandFitsDouble { return .int(whole) }
    // Both operands are exact, so the result is rounded only once. 10^22 is the greatest power of ten that a double
    // represents exactly.
    if exponent < 0, exponent >= -22, significandFitsDouble {
      let number = smallSignificand / Self.powersOfTen[-exponent]
      return Int64(exactly: number).map { .int($0) } ?? .double(number)
    }
    // The text is exact and its conversion rounds once. The number's own conversion rounds at every step.
    let text = description
    return Int64(text).map { .int($0) } ?? .double(Double(text) ?? .nan)
  }

  package enum StoredNumber: Equatable {
    case int(Int64)
    case double(Double)
  }

  private var significandFitsDouble: Bool {
    significand.magnitude <= Decimal(sign: .plus, exponent: 0, significand: 9_007_199_254_740_992)
  }

  private var smallSignificand: Double {
    let magnitude = Double((significand.magnitude as NSDecimalNumber).uint64Value)
    return sign == .minus ? -magnitude : magnitude
  }

  private static let powersOfTen: [Double] = (0...22).map { power in (0..<power).reduce(1) { value, _ in value * 10 } }
}

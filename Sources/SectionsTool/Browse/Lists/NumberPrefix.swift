import CoreData
import Foundation

/// The numbers whose text begins with a prefix: `12` for 12, 12.5, 120 and 1299.
struct NumberPrefix {
  private let isNegative: Bool
  /// The digits before the point; empty for a sign alone.
  private let whole: String
  /// The digits behind the point; nil where there is no point.
  private let fraction: String?

  /// - Returns: nil where no number is drawn so.
  init?(beginningWith text: String) {
    guard let parts = text.wholeMatch(of: /(-)?([0-9]*)(?:\.([0-9]*))?/)?.output, !text.isEmpty else { return nil }
    (isNegative, whole, fraction) = (parts.1 != nil, String(parts.2), parts.3.map(String.init))
    guard whole.count <= 19, (fraction ?? "").count <= 17 else { return nil }
    if whole.isEmpty, !isNegative || fraction != nil { return nil }
    // No number begins with a zero but one below 1.
    if whole.count > 1, whole.hasPrefix("0") { return nil }
  }

  /// - Parameter isWhole: whether the numbers have no point.
  func predicate(for name: String, isWhole: Bool) -> NSPredicate? {
    if isWhole, fraction != nil { return nil }
    let below = isNegative ? [NSPredicate(format: "%K < 0", name)] : []
    if whole.isEmpty { return below.first }
    let found = ranges.map { range -> NSPredicate in
      let (start, end) = (NSDecimalNumber(decimal: range.start), NSDecimalNumber(decimal: range.end))
      guard isNegative else { return NSPredicate(format: "%K >= %@ AND %K < %@", name, start, name, end) }
      let (negativeStart, negativeEnd) = (NSDecimalNumber(decimal: -range.start), NSDecimalNumber(decimal: -range.end))
      return NSPredicate(format: "%K <= %@ AND %K > %@", name, negativeStart, name, negativeEnd)
    }
    let any = NSCompoundPredicate(orPredicateWithSubpredicates: found)
    return below.isEmpty ? any : NSCompoundPredicate(andPredicateWithSubpredicates: below + [any])
  }

  /// The ranges of the numbers without their sign. An end is not in its range.
  private var ranges: [(start: Decimal, end: Decimal)] {
    guard let number = Decimal(string: whole + "." + (fraction ?? "") + "0") else { return [] }
    if let fraction { return [(number, number + Decimal(sign: .plus, exponent: -fraction.count, significand: 1))] }
    // Digits may follow, as many as a number of 64 bits has; behind a zero only a point.
    let digits = whole == "0" ? 0 : 19 - whole.count
    return (0...digits).map { digits in
      let scale = Decimal(sign: .plus, exponent: digits, significand: 1)
      return (number * scale, (number + 1) * scale)
    }
  }
}

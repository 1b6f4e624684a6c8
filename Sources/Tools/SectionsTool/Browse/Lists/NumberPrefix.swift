import CoreData
import Foundation

/// The numbers whose text begins with a prefix: `12` matches 12, 12.5, 120 and 1299.
struct NumberPrefix {
  private let isNegative: Bool
  /// The digits before the decimal point; empty if only a sign is written.
  private let whole: String
  /// The digits after the decimal point; nil if there is no point.
  private let fraction: String?

  /// - Returns: nil if no number's text begins with `text`.
  init?(beginningWith text: String) {
    guard let parts = text.wholeMatch(of: /(-)?([0-9]*)(?:\.([0-9]*))?/)?.output, !text.isEmpty else { return nil }
    (isNegative, whole, fraction) = (parts.1 != nil, String(parts.2), parts.3.map(String.init))
    guard whole.count <= 19, (fraction ?? "").count <= 17 else { return nil }
    if whole.isEmpty, !isNegative || fraction != nil { return nil }
    // Only the text of a number below 1 begins with a zero.
    if whole.count > 1, whole.hasPrefix("0") { return nil }
  }

  /// - Parameters:
  ///   - name: the name of the attribute.
  ///   - isWhole: whether the numbers are integers.
  /// - Returns: a predicate for the numbers; nil if there are none.
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

  /// The half-open ranges of the numbers' absolute values.
  private var ranges: [(start: Decimal, end: Decimal)] {
    guard let number = Decimal(string: whole + "." + (fraction ?? "") + "0") else { return [] }
    if let fraction { return [(number, number + Decimal(sign: .plus, exponent: -fraction.count, significand: 1))] }
    // More digits may follow, up to the 19 digits of a 64-bit number. After a single zero, only a point may follow.
    let digits = whole == "0" ? 0 : 19 - whole.count
    return (0...digits).map { digits in
      let scale = Decimal(sign: .plus, exponent: digits, significand: 1)
      return (number * scale, (number + 1) * scale)
    }
  }
}

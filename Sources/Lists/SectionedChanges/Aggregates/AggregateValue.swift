import Foundation

/// A value from which an aggregate is computed, or the result of an aggregate.
public enum AggregateValue: Hashable, Sendable {
  /// An integer. A count is an integer.
  case integer(Int64)
  /// A decimal number. A sum of integers that exceeds 64 bits is a decimal, too.
  case decimal(Decimal)
  /// A floating-point number. The average of integers is a floating-point number.
  case real(Double)
  /// A date.
  case date(Date)
  /// A text. Texts are compared by their UTF-8 bytes, as in SQLite.
  case text(String)
}

/// The case for the values of an attribute. An `NSNumber` does not always show its attribute's type.
package enum AggregateKind: Hashable, Sendable {
  case integer, decimal, real, date, text
}

extension AggregateValue {
  /// Creates a value from a property's value; nil for nil, not-a-number, and a value of another type.
  ///
  /// - Parameters:
  ///   - value: the result of `value(forKey:)`.
  ///   - kind: the case to create.
  package init?(_ value: Any?, as kind: AggregateKind) {
    switch kind {
    case .integer:
      switch value {
      case let value as Int64: self = .integer(value)
      case let value as Int: self = .integer(Int64(value))
      case let value as Int32: self = .integer(Int64(value))
      case let value as Int16: self = .integer(Int64(value))
      case let value as Bool: self = .integer(value ? 1 : 0)
      default: return nil
      }
    case .decimal:
      let decimal = (value as? NSDecimalNumber)?.decimalValue ?? value as? Decimal
      guard let decimal, !decimal.isNaN else { return nil }
      self = .decimal(decimal)
    case .real:
      let real = value as? Double ?? (value as? Float).map(Double.init)
      guard let real, !real.isNaN else { return nil }
      self = .real(real)
    case .date:
      guard let value = value as? Date else { return nil }
      self = .date(value)
    case .text:
      guard let value = value as? String else { return nil }
      self = .text(value)
    }
  }
}

extension AggregateValue {
  /// The integer of ``integer(_:)``; nil for any other case.
  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The number as a decimal; nil for a date, a text or a number that is not finite.
  public var decimal: Decimal? {
    switch self {
    case .integer(let value): Decimal(value)
    case .decimal(let value): value
    case .real(let value): value.isFinite ? Decimal(value) : nil
    case .date, .text: nil
    }
  }

  /// The number as a double; nil for a date or text.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
    case .real(let value): value
    case .date, .text: nil
    }
  }

  /// The date of ``date(_:)``; nil for any other case.
  public var date: Date? { if case .date(let value) = self { value } else { nil } }

  /// The text of ``text(_:)``; nil for any other case.
  public var text: String? { if case .text(let value) = self { value } else { nil } }
}

extension AggregateValue: Comparable {
  /// Compares values. All values of an attribute have the same case. Different cases are ordered as they are declared.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.integer(let left), .integer(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    default: lhs.rank < rhs.rank
    }
  }

  private var rank: Int {
    switch self {
    case .integer: 0
    case .decimal: 1
    case .real: 2
    case .date: 3
    case .text: 4
    }
  }
}

extension AggregateValue: CustomStringConvertible {
  /// The value as text, independent of the user's language.
  public var description: String {
    switch self {
    case .integer(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .real(let value): "\(value)"
    case .date(let value): value.formatted(.iso8601)
    case .text(let value): value
    }
  }
}

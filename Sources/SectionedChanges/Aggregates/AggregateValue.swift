import Foundation

/// A value that an aggregate is computed from, or the result of one, in the type of its attribute.
public enum AggregateValue: Hashable, Sendable {
  /// An integer, as a count is.
  case integer(Int64)
  /// A decimal number. A sum of integers that takes more than 64 bits is one, too.
  case decimal(Decimal)
  /// A floating-point number. The average of integers is one.
  case real(Double)
  /// A date.
  case date(Date)
  /// A text. Texts order by their UTF-8 bytes, as in SQLite.
  case text(String)
}

/// The case of the values of one attribute. A number does not always show it.
package enum AggregateKind: Hashable, Sendable {
  case integer, decimal, real, date, text
}

extension AggregateValue {
  /// Makes a value of a property's value; nil for nil, for what is not a number, and for a value of another type.
  ///
  /// - Parameters:
  ///   - value: as `value(forKey:)` returns it.
  ///   - kind: the case to make.
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
  /// The value of ``integer(_:)``; nil for another case.
  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The value of a number as a decimal; nil for a date, a text and a number that is not finite.
  public var decimal: Decimal? {
    switch self {
    case .integer(let value): Decimal(value)
    case .decimal(let value): value
    case .real(let value): value.isFinite ? Decimal(value) : nil
    case .date, .text: nil
    }
  }

  /// The value of a number as a double; nil for a date and a text.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
    case .real(let value): value
    case .date, .text: nil
    }
  }

  /// The value of ``date(_:)``; nil for another case.
  public var date: Date? { if case .date(let value) = self { value } else { nil } }

  /// The value of ``text(_:)``; nil for another case.
  public var text: String? { if case .text(let value) = self { value } else { nil } }
}

extension AggregateValue: Comparable {
  /// Whether one value is less than another. The values of one attribute are of one case; different cases order as they
  /// are declared.
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
  /// The value as text, the same in every language.
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

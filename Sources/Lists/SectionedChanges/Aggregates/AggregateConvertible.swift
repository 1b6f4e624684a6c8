import Foundation

/// A type whose values an aggregate can compare: numbers, dates and texts.
public protocol AggregateConvertible {
  /// The value for an aggregate; nil for not-a-number.
  var aggregateValue: AggregateValue? { get }
}

/// A number type, whose values an aggregate can add.
public protocol AggregateNumber: AggregateConvertible {}

extension Int: AggregateNumber {
  /// The integer.
  public var aggregateValue: AggregateValue? { .integer(Int64(self)) }
}

extension Int64: AggregateNumber {
  /// The integer.
  public var aggregateValue: AggregateValue? { .integer(self) }
}

extension Int32: AggregateNumber {
  /// The integer.
  public var aggregateValue: AggregateValue? { .integer(Int64(self)) }
}

extension Int16: AggregateNumber {
  /// The integer.
  public var aggregateValue: AggregateValue? { .integer(Int64(self)) }
}

extension Double: AggregateNumber {
  /// The number.
  public var aggregateValue: AggregateValue? { isNaN ? nil : .real(self) }
}

extension Float: AggregateNumber {
  /// The number.
  public var aggregateValue: AggregateValue? { isNaN ? nil : .real(Double(self)) }
}

extension Decimal: AggregateNumber {
  /// The number.
  public var aggregateValue: AggregateValue? { isNaN ? nil : .decimal(self) }
}

extension Date: AggregateConvertible {
  /// The date.
  public var aggregateValue: AggregateValue? { .date(self) }
}

extension String: AggregateConvertible {
  /// The text.
  public var aggregateValue: AggregateValue? { .text(self) }
}

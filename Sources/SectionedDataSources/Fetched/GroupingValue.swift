import CoreData
import Foundation

/// An attribute's value by which objects can be grouped.
public protocol GroupingValue: Hashable, Sendable {
  /// The types of attributes with such values.
  static var attributeTypes: Set<NSAttributeType> { get }

  /// Converts the value of an attribute of one of these types, as `value(forKey:)` returns it; nil for another one.
  static func value(of attribute: Any) -> Self?
}

extension GroupingValue {
  /// Returns the value itself, if it has the type.
  public static func value(of attribute: Any) -> Self? { attribute as? Self }
}

extension Int: GroupingValue {
  /// The integers of all widths.
  public static var attributeTypes: Set<NSAttributeType> {
    [.integer16AttributeType, .integer32AttributeType, .integer64AttributeType]
  }

  /// The integer.
  public static func value(of attribute: Any) -> Int? {
    attribute as? Int ?? (attribute as? any BinaryInteger).map { Int(truncatingIfNeeded: $0) }
  }
}

extension Double: GroupingValue {
  /// Floating-point numbers of both widths.
  public static var attributeTypes: Set<NSAttributeType> { [.doubleAttributeType, .floatAttributeType] }

  /// The number.
  public static func value(of attribute: Any) -> Double? {
    attribute as? Double ?? (attribute as? any BinaryFloatingPoint).map { Double($0) }
  }
}

extension Bool: GroupingValue {
  /// Booleans.
  public static var attributeTypes: Set<NSAttributeType> { [.booleanAttributeType] }
}

extension Date: GroupingValue {
  /// Dates, compared to the last bit.
  public static var attributeTypes: Set<NSAttributeType> { [.dateAttributeType] }
}

extension String: GroupingValue {
  /// Strings.
  public static var attributeTypes: Set<NSAttributeType> { [.stringAttributeType] }
}

extension UUID: GroupingValue {
  /// UUIDs.
  public static var attributeTypes: Set<NSAttributeType> { [.UUIDAttributeType] }
}

extension URL: GroupingValue {
  /// URIs.
  public static var attributeTypes: Set<NSAttributeType> { [.URIAttributeType] }
}

extension Decimal: GroupingValue {
  /// Decimal numbers: equal numbers are one group, however they are written.
  public static var attributeTypes: Set<NSAttributeType> { [.decimalAttributeType] }

  /// The number.
  public static func value(of attribute: Any) -> Decimal? {
    attribute as? Decimal ?? (attribute as? NSDecimalNumber)?.decimalValue
  }
}

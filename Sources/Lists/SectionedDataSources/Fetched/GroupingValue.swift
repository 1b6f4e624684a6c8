import CoreData
import Foundation

/// A type of attribute values by which objects can be grouped.
public protocol GroupingValue: Hashable, Sendable {
  /// The attribute types that have such values.
  static var attributeTypes: Set<NSAttributeType> { get }

  /// Converts an attribute's value, as `value(forKey:)` returns it. Returns nil for a value of another type.
  static func value(of attribute: Any) -> Self?
}

extension GroupingValue {
  /// Returns the value, if it has this type.
  public static func value(of attribute: Any) -> Self? { attribute as? Self }
}

extension Int: GroupingValue {
  /// The integer types of all widths.
  public static var attributeTypes: Set<NSAttributeType> {
    [.integer16AttributeType, .integer32AttributeType, .integer64AttributeType]
  }

  /// Returns the integer, of any width.
  public static func value(of attribute: Any) -> Int? {
    attribute as? Int ?? (attribute as? any BinaryInteger).map { Int(truncatingIfNeeded: $0) }
  }
}

extension Double: GroupingValue {
  /// The floating-point types of both widths.
  public static var attributeTypes: Set<NSAttributeType> { [.doubleAttributeType, .floatAttributeType] }

  /// Returns the number, of either width.
  public static func value(of attribute: Any) -> Double? {
    attribute as? Double ?? (attribute as? any BinaryFloatingPoint).map { Double($0) }
  }
}

extension Bool: GroupingValue {
  /// The Boolean type.
  public static var attributeTypes: Set<NSAttributeType> { [.booleanAttributeType] }
}

extension Date: GroupingValue {
  /// The date type. Dates are in one group only if they are exactly equal.
  public static var attributeTypes: Set<NSAttributeType> { [.dateAttributeType] }
}

extension String: GroupingValue {
  /// The string type.
  public static var attributeTypes: Set<NSAttributeType> { [.stringAttributeType] }
}

extension UUID: GroupingValue {
  /// The UUID type.
  public static var attributeTypes: Set<NSAttributeType> { [.UUIDAttributeType] }
}

extension URL: GroupingValue {
  /// The URI type.
  public static var attributeTypes: Set<NSAttributeType> { [.URIAttributeType] }
}

extension Decimal: GroupingValue {
  /// The decimal type. Equal numbers are one group, even if they have different representations, such as 1 and 1.0.
  public static var attributeTypes: Set<NSAttributeType> { [.decimalAttributeType] }

  /// Returns the decimal number.
  public static func value(of attribute: Any) -> Decimal? {
    attribute as? Decimal ?? (attribute as? NSDecimalNumber)?.decimalValue
  }
}

import Foundation

/// Describes an attribute: a property that holds one value.
///
/// ```swift
/// let pages = NSAttributeDescription()
/// pages.name = "pages"
/// pages.attributeType = .integer64AttributeType
/// pages.isOptional = false
/// pages.defaultValue = 0
/// ```
open class NSAttributeDescription: NSPropertyDescription {
  /// The kind of value; undefined until it is set.
  public var attributeType: NSAttributeType = .undefinedAttributeType { willSet { requireEditable() } }

  /// The kind of value, with a short name.
  public var type: AttributeType {
    get { AttributeType(rawValue: attributeType) }
    set { attributeType = newValue.rawValue }
  }

  /// The name of the value's class; by default, the class that the type implies.
  public var attributeValueClassName: String? {
    get { explicitValueClassName ?? attributeType.valueClassName }
    set { explicitValueClassName = newValue }
  }

  /// The value in a new object; nil for no value.
  public var defaultValue: Any? { willSet { requireEditable() } }

  /// The name of the value transformer of a transformable attribute.
  public var valueTransformerName: String? { willSet { requireEditable() } }

  /// Whether large data may be stored in a file beside the store.
  public var allowsExternalBinaryDataStorage = false { willSet { requireEditable() } }

  /// Whether values may be stored in external files. Only binary data can; the data of a transformer is always in the
  /// row.
  package var keepsDataOutside: Bool { attributeType == .binaryDataAttributeType && allowsExternalBinaryDataStorage }

  /// Whether a store's history preserves the value when the object is deleted.
  public var preservesValueInHistoryOnDeletion = false { willSet { requireEditable() } }

  /// Whether CloudKit may encrypt the value. It has no effect here, because nothing synchronizes.
  public var allowsCloudEncryption = false { willSet { requireEditable() } }

  var explicitValueClassName: String? { willSet { requireEditable() } }
  /// The least and greatest value or length and the pattern, as set in the model editor.
  package var bounds = AttributeBounds() { willSet { requireEditable() } }

  /// The composite attribute that has this attribute as an element.
  final weak var composite: NSCompositeAttributeDescription?

  package override var path: String { composite.map { "\($0.path).\(name)" } ?? name }

  override func takeValues(from other: NSPropertyDescription) {
    super.takeValues(from: other)
    guard let other = other as? NSAttributeDescription else { return }
    attributeType = other.attributeType
    explicitValueClassName = other.explicitValueClassName
    defaultValue = other.defaultValue
    valueTransformerName = other.valueTransformerName
    allowsExternalBinaryDataStorage = other.allowsExternalBinaryDataStorage
    preservesValueInHistoryOnDeletion = other.preservesValueInHistoryOnDeletion
    allowsCloudEncryption = other.allowsCloudEncryption
    bounds = other.bounds
  }
}

extension NSAttributeType {
  /// The name of the Foundation class that Core Data reports for values of this type.
  var valueClassName: String? {
    switch self {
    case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType: nil
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
      .floatAttributeType, .booleanAttributeType:
      "NSNumber"
    case .decimalAttributeType: "NSDecimalNumber"
    case .stringAttributeType: "NSString"
    case .dateAttributeType: "NSDate"
    case .binaryDataAttributeType: "NSData"
    case .UUIDAttributeType: "NSUUID"
    case .URIAttributeType: "NSURL"
    case .compositeAttributeType: "NSDictionary"
    }
  }
}

/// The bounds that the model editor offers for an attribute; nil for no bound.
///
/// For a string they limit its length in UTF-16 code units, as Apple's `length` counts; for a number, its value; for a
/// date, its seconds since 2001.
package struct AttributeBounds: Hashable, Sendable {
  package var minimum: Decimal?
  package var maximum: Decimal?
  /// A regular expression that the whole string must match.
  package var pattern: String?

  package init(minimum: Decimal? = nil, maximum: Decimal? = nil, pattern: String? = nil) {
    (self.minimum, self.maximum, self.pattern) = (minimum, maximum, pattern)
  }

  package var isEmpty: Bool { minimum == nil && maximum == nil && pattern == nil }
}

extension NSAttributeDescription {
  /// The bounds set in the model editor, which are not among the validation predicates here; nil for no bound.
  package var valueBounds: (minimum: Decimal?, maximum: Decimal?) { (bounds.minimum, bounds.maximum) }
}

/// The kind of value that an attribute holds. The raw values are those in model archives.
public enum NSAttributeType: UInt, Sendable {
  /// No type: the program may set any value. Only a transient attribute may have it.
  case undefinedAttributeType = 0
  /// A 16-bit integer.
  case integer16AttributeType = 100
  /// A 32-bit integer.
  case integer32AttributeType = 200
  /// A 64-bit integer.
  case integer64AttributeType = 300
  /// A decimal number.
  case decimalAttributeType = 400
  /// A double-precision floating-point number.
  case doubleAttributeType = 500
  /// A single-precision floating-point number.
  case floatAttributeType = 600
  /// A string.
  case stringAttributeType = 700
  /// A Boolean.
  case booleanAttributeType = 800
  /// A point in time.
  case dateAttributeType = 900
  /// Bytes.
  case binaryDataAttributeType = 1000
  /// A UUID.
  case UUIDAttributeType = 1100
  /// A URI.
  case URIAttributeType = 1200
  /// A value that a value transformer converts to data.
  case transformableAttributeType = 1800
  /// The identifier of a managed object.
  case objectIDAttributeType = 2000
  /// A composite of several values, the elements of the attribute: see ``NSCompositeAttributeDescription``.
  case compositeAttributeType = 2100
}

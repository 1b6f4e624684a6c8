extension NSAttributeDescription {
  /// The kind of value that an attribute holds, with short names for Swift code.
  public struct AttributeType: RawRepresentable, Hashable, Sendable {
    /// The equivalent `NSAttributeType`.
    public var rawValue: NSAttributeType

    /// Creates an attribute type from an `NSAttributeType`.
    ///
    /// - Parameter rawValue: the equivalent `NSAttributeType`.
    public init(rawValue: NSAttributeType) {
      self.rawValue = rawValue
    }

    /// No type. Only a transient attribute may have it.
    public static let undefined = Self(rawValue: .undefinedAttributeType)
    /// A 16-bit integer.
    public static let integer16 = Self(rawValue: .integer16AttributeType)
    /// A 32-bit integer.
    public static let integer32 = Self(rawValue: .integer32AttributeType)
    /// A 64-bit integer.
    public static let integer64 = Self(rawValue: .integer64AttributeType)
    /// A decimal number.
    public static let decimal = Self(rawValue: .decimalAttributeType)
    /// A double-precision floating-point number.
    public static let double = Self(rawValue: .doubleAttributeType)
    /// A single-precision floating-point number.
    public static let float = Self(rawValue: .floatAttributeType)
    /// A string.
    public static let string = Self(rawValue: .stringAttributeType)
    /// A Boolean.
    public static let boolean = Self(rawValue: .booleanAttributeType)
    /// A point in time.
    public static let date = Self(rawValue: .dateAttributeType)
    /// Bytes.
    public static let binaryData = Self(rawValue: .binaryDataAttributeType)
    /// A UUID.
    public static let uuid = Self(rawValue: .UUIDAttributeType)
    /// A URI.
    public static let uri = Self(rawValue: .URIAttributeType)
    /// A value that a value transformer converts to data.
    public static let transformable = Self(rawValue: .transformableAttributeType)
    /// The identifier of a managed object.
    public static let objectID = Self(rawValue: .objectIDAttributeType)
    /// A composite of several values, the elements of the attribute.
    public static let composite = Self(rawValue: .compositeAttributeType)
  }
}

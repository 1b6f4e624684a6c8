/// The name that a value transformer is registered under.
public struct NSValueTransformerName: Hashable, RawRepresentable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The opposite of a Boolean.
  public static let negateBooleanTransformerName = Self("NSNegateBoolean")
  /// Whether there is no value.
  public static let isNilTransformerName = Self("NSIsNil")
  /// Whether there is a value.
  public static let isNotNilTransformerName = Self("NSIsNotNil")
  /// The name of `NSSecureUnarchiveFromDataTransformer`: from data to a value, of classes that are known beforehand.
  public static let secureUnarchiveFromDataTransformerName = Self("NSSecureUnarchiveFromData")
  /// The same by the name of its class, as Xcode suggests it.
  static let secureUnarchiveClassName = Self("NSSecureUnarchiveFromDataTransformer")
}

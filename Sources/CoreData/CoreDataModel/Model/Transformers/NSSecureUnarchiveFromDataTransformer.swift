import Foundation

/// Converts the data of a keyed archive to a value, and a value to such data. It decodes only objects of allowed
/// classes.
///
/// ```swift
/// final class ColorTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
///   override class var allowedTopLevelClasses: [AnyClass] { [Color.self] }
/// }
/// ValueTransformer.setValueTransformer(ColorTransformer(), forName: NSValueTransformerName("ColorTransformer"))
/// ```
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
  /// The classes that a value may have, including subclasses. Objects inside a value may also be of the default
  /// classes: arrays, dictionaries, sets, texts, numbers, dates, data, URLs, UUIDs and `NSNull`. Any other class inside
  /// a value must be listed, too.
  open class var allowedTopLevelClasses: [AnyClass] { PlainArchive.classes }

  open override class func transformedValueClass() -> AnyClass { NSObject.self }

  /// The value in an archive; nil if the data is not an archive, is damaged, or contains an object of another class.
  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? SecureArchive.value(in: data, allowed: Self.allowedTopLevelClasses)
  }

  /// The archive of a value; nil if its class is not allowed, or if an object in it cannot be archived securely.
  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let value else { return nil }
    return try? SecureArchive.data(of: value, allowed: Self.allowedTopLevelClasses)
  }
}

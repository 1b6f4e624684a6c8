import Foundation

/// Turns the data of a keyed archive into the value in it, and a value into such data. Nothing is decoded that is not of
/// an allowed class.
///
/// ```swift
/// final class ColorTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
///   override class var allowedTopLevelClasses: [AnyClass] { [Color.self] }
/// }
/// ValueTransformer.setValueTransformer(ColorTransformer(), forName: NSValueTransformerName("ColorTransformer"))
/// ```
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
  /// The classes that a value may be of, with their subclasses. What is inside a value may also be of Foundation's
  /// classes in the default: arrays, dictionaries, sets, texts, numbers, dates, data, URLs, UUIDs and `NSNull`. Another
  /// class inside must stand here, too.
  open class var allowedTopLevelClasses: [AnyClass] { PlainArchive.classes }

  open override class func transformedValueClass() -> AnyClass { NSObject.self }

  /// The value of an archive; nil when the data is no archive, is damaged, or has an object of another class in it.
  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? SecureArchive.value(in: data, allowed: Self.allowedTopLevelClasses)
  }

  /// The archive of a value; nil when it is of a class that is not allowed, or has something in it that cannot be
  /// archived securely.
  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let value else { return nil }
    return try? SecureArchive.data(of: value, allowed: Self.allowedTopLevelClasses)
  }
}

import Foundation

/// The opposite of a Boolean.
final class NegateBooleanTransformer: ValueTransformer, @unchecked Sendable {
  override class func transformedValueClass() -> AnyClass { NSNumber.self }
  override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: !((value as? NSNumber)?.boolValue ?? false)) }
}

/// Whether there is no value.
final class IsNilTransformer: ValueTransformer, @unchecked Sendable {
  override class func transformedValueClass() -> AnyClass { NSNumber.self }
  override class func allowsReverseTransformation() -> Bool { false }
  override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: value == nil) }
}

/// Whether there is a value.
final class IsNotNilTransformer: ValueTransformer, @unchecked Sendable {
  override class func transformedValueClass() -> AnyClass { NSNumber.self }
  override class func allowsReverseTransformation() -> Bool { false }
  override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: value != nil) }
}

import Foundation

/// A transformer that negates a Boolean.
final class NegateBooleanTransformer: ValueTransformer, @unchecked Sendable {
  override class func transformedValueClass() -> AnyClass { NSNumber.self }
  override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: !((value as? NSNumber)?.boolValue ?? false)) }
}

/// A transformer that returns whether the value is nil.
final class IsNilTransformer: ValueTransformer, @unchecked Sendable {
  override class func transformedValueClass() -> AnyClass { NSNumber.self }
  override class func allowsReverseTransformation() -> Bool { false }
  override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: value == nil) }
}

/// A transformer that returns whether the value is not nil.
final class IsNotNilTransformer: ValueTransformer, @unchecked Sendable {
  override class func transformedValueClass() -> AnyClass { NSNumber.self }
  override class func allowsReverseTransformation() -> Bool { false }
  override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: value != nil) }
}

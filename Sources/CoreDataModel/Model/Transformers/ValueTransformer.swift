import Foundation

/// Turns values of one kind into values of another, and back where it allows that. Foundation has this class on Apple
/// platforms only.
///
/// Core Data uses one to store the values of a transformable attribute: `transformedValue(_:)` makes the data that is
/// stored, `reverseTransformedValue(_:)` the value. A subclass of `NSSecureUnarchiveFromDataTransformer` is used the
/// other way round.
open class ValueTransformer: NSObject, @unchecked Sendable {
  // Unchecked: the class has no state; a subclass is asked from any queue, as on Apple platforms.

  /// The transformers that are registered.
  private static let registered = Protected<[NSValueTransformerName: ValueTransformer]>([
    .negateBooleanTransformerName: NegateBooleanTransformer(),
    .isNilTransformerName: IsNilTransformer(),
    .isNotNilTransformerName: IsNotNilTransformer(),
    .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
    .secureUnarchiveClassName: NSSecureUnarchiveFromDataTransformer(),
  ])

  public override required init() {}

  /// Registers a transformer, in place of another of the name; nil removes it.
  open class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
    registered.withLock { $0[name] = transformer }
  }

  /// The names of all registered transformers, in no order.
  open class func valueTransformerNames() -> [NSValueTransformerName] { registered.withLock { Array($0.keys) } }

  /// The class of what `transformedValue(_:)` returns.
  open class func transformedValueClass() -> AnyClass { NSObject.self }

  /// Whether `reverseTransformedValue(_:)` can be called.
  open class func allowsReverseTransformation() -> Bool { true }

  /// Transforms a value; returns the value itself unless a subclass overrides it.
  open func transformedValue(_ value: Any?) -> Any? { value }

  /// Transforms a value back.
  open func reverseTransformedValue(_ value: Any?) -> Any? {
    guard Self.allowsReverseTransformation() else {
      fatalError("\(Self.self) does not transform back: ask its allowsReverseTransformation() first.")
    }
    return transformedValue(value)
  }

  /// The transformer that is registered under a name.
  static func known(as name: NSValueTransformerName) -> ValueTransformer? { registered.withLock { $0[name] } }

  /// The transformer that a name stands for: a registered one, else one of the class of that name, which is registered
  /// then.
  static func named(_ name: NSValueTransformerName, in modules: [String] = []) -> ValueTransformer? {
    if let known = known(as: name) { return known }
    guard let found = ClassLookup.anyClass(named: name.rawValue, of: modules),
      let type = found as? ValueTransformer.Type
    else { return nil }
    let made = type.init()
    return registered.withLock { registered in
      if let known = registered[name] { return known }
      registered[name] = made
      return made
    }
  }
}

/// Gives `ValueTransformer` its factory, because an initializer of a class cannot return another object.
public protocol _ValueTransformerFactory {}

extension _ValueTransformerFactory {
  /// The transformer that is registered under a name, else a new one of the class of that name, which is registered
  /// then; nil where there is neither.
  public init?(forName name: NSValueTransformerName) {
    guard let transformer = ValueTransformer.named(name) as? Self else { return nil }
    self = transformer
  }
}

extension ValueTransformer: _ValueTransformerFactory {}

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

import Foundation

/// Converts values of one kind to values of another kind and, if it supports that, back. Foundation provides this class
/// only on Apple platforms.
///
/// Core Data uses it for transformable attributes. `transformedValue(_:)` converts a value to the stored data, and
/// `reverseTransformedValue(_:)` converts it back. For subclasses of `NSSecureUnarchiveFromDataTransformer`, the
/// directions are reversed.
open class ValueTransformer: NSObject, @unchecked Sendable {
  // Unchecked `Sendable`, because the class has no state. As on Apple platforms, subclasses are called on any queue.

  /// The registered transformers by name.
  private static let registered = Protected<[NSValueTransformerName: ValueTransformer]>([
    .negateBooleanTransformerName: NegateBooleanTransformer(),
    .isNilTransformerName: IsNilTransformer(),
    .isNotNilTransformerName: IsNotNilTransformer(),
    .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
    .secureUnarchiveClassName: NSSecureUnarchiveFromDataTransformer(),
  ])

  public override required init() {}

  /// Registers a transformer under a name, replacing any other. Nil removes the registration.
  open class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
    registered.withLock { $0[name] = transformer }
  }

  /// The names of all registered transformers, in no particular order.
  open class func valueTransformerNames() -> [NSValueTransformerName] { registered.withLock { Array($0.keys) } }

  /// The class of the values that `transformedValue(_:)` returns.
  open class func transformedValueClass() -> AnyClass { NSObject.self }

  /// Whether `reverseTransformedValue(_:)` may be called.
  open class func allowsReverseTransformation() -> Bool { true }

  /// Converts a value. The default implementation returns the value unchanged.
  open func transformedValue(_ value: Any?) -> Any? { value }

  /// Converts a value back. Traps if `allowsReverseTransformation()` is false.
  open func reverseTransformedValue(_ value: Any?) -> Any? {
    guard Self.allowsReverseTransformation() else {
      fatalError("\(Self.self) does not transform back: ask its allowsReverseTransformation() first.")
    }
    return transformedValue(value)
  }

  /// The transformer that is registered under a name.
  static func known(as name: NSValueTransformerName) -> ValueTransformer? { registered.withLock { $0[name] } }

  /// The transformer with a name: a registered one or, if there is none, a new instance of the class with that name,
  /// which is then registered.
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

/// Provides the failable initializer of `ValueTransformer`, because an initializer in a class cannot return another
/// object.
public protocol _ValueTransformerFactory {}

extension _ValueTransformerFactory {
  /// Returns the registered transformer with a name or, if there is none, a new instance of the class with that name,
  /// which is then registered. Nil if there is no such class either.
  public init?(forName name: NSValueTransformerName) {
    guard let transformer = ValueTransformer.named(name) as? Self else { return nil }
    self = transformer
  }
}

extension ValueTransformer: _ValueTransformerFactory {}

/// The name under which a value transformer is registered.
public struct NSValueTransformerName: Hashable, RawRepresentable, Sendable {
  public let rawValue: String

  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A transformer that negates a Boolean.
  public static let negateBooleanTransformerName = Self("NSNegateBoolean")
  /// A transformer that returns whether the value is nil.
  public static let isNilTransformerName = Self("NSIsNil")
  /// A transformer that returns whether the value is not nil.
  public static let isNotNilTransformerName = Self("NSIsNotNil")
  /// An `NSSecureUnarchiveFromDataTransformer` with its default classes.
  public static let secureUnarchiveFromDataTransformerName = Self("NSSecureUnarchiveFromData")
  /// The same transformer by its class name, which Xcode suggests.
  static let secureUnarchiveClassName = Self("NSSecureUnarchiveFromDataTransformer")
}

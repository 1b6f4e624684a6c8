import Foundation

/// Lets an initializer of `NSSortDescriptor` return an object of a subclass, because only an initializer in a protocol
/// extension may assign `self`. Not for use by programs.
public protocol _KeyedSortDescriptor {}

extension NSSortDescriptor: _KeyedSortDescriptor {}

extension _KeyedSortDescriptor where Self: NSSortDescriptor {
  /// Creates a sort descriptor for the values at a key path.
  ///
  /// - Parameters:
  ///   - key: the key path.
  ///   - ascending: whether smaller values come first. Nil is the smallest value.
  public init(key: String?, ascending: Bool) {
    self = Self.making(key, ascending, nil)
  }

  /// Creates a sort descriptor for the strings at a key path.
  ///
  /// - Parameters:
  ///   - key: the key path.
  ///   - ascending: whether smaller values come first. Nil is the smallest value.
  ///   - selector: `compare:`, `caseInsensitiveCompare:`, `localizedCompare:`, `localizedCaseInsensitiveCompare:` or
  ///     `localizedStandardCompare:`; nil means `compare:`. With any other selector, a fetch throws `NSCoreDataError`
  ///     (134060), and `compare(_:to:)` traps.
  public init(key: String?, ascending: Bool, selector: Selector?) {
    self = Self.making(key, ascending, selector)
  }

  /// Creates a sort descriptor from a typed key path.
  ///
  /// Calls the properties' accessors once or twice on objects without values, to find out which keys they read. Traps
  /// if an accessor reads no key or several, or changes the value it reads. Also traps if the key path goes through
  /// another object, and no context has used a model with its class yet.
  ///
  /// - Parameters:
  ///   - keyPath: a key path of a managed object whose properties read their values by name. It may go through to-one
  ///     relationships, as in `\Track.album?.title`.
  ///   - ascending: whether smaller values come first. Nil is the smallest value.
  public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    guard let key = keyPath.recordedKey else {
      fatalError(
        "\(keyPath) does not read one property of a managed object by name, or leads through an object whose class is in "
          + "no model that a context has used: use NSSortDescriptor(key:ascending:).")
    }
    self = Self.making(key, ascending, nil)
  }

  private static func making(_ key: String?, _ ascending: Bool, _ selector: Selector?) -> Self {
    guard let descriptor = KeySortDescriptor(key: key, ascending: ascending, method: selector) as? Self else {
      fatalError("\(Self.self) cannot be made from a key: use NSSortDescriptor.")
    }
    return descriptor
  }
}

extension NSSortDescriptor {
  /// The key path by which objects are sorted; nil to sort the objects themselves. It is also nil if a typed key path
  /// reads no property by name, and a fetch with such a descriptor fails.
  ///
  /// - Complexity: O(1). For a descriptor that Foundation created from a typed key path, each call runs the accessor.
  public var key: String? {
    if let descriptor = self as? KeySortDescriptor { return descriptor.keyName }
    return keyPath.recordedKey
  }

  /// Whether the descriptor was created from a key. The key may be nil, to sort the objects themselves.
  package var isByKey: Bool { self is KeySortDescriptor }

  /// An equivalent descriptor that was created from a key.
  package var madeByKey: NSSortDescriptor { KeySortDescriptor(key: key, ascending: ascending, method: selector) }

  /// The comparison method; nil means `compare:`.
  public var selector: Selector? { (self as? KeySortDescriptor)?.method }
}

extension _KeyedSortDescriptor where Self: NSSortDescriptor {
  /// Creates a sort descriptor from a typed one.
  ///
  /// The property's name comes from the class's list (see `NamedProperties`), otherwise from the key that its accessor
  /// reads. Traps if neither gives exactly one property.
  ///
  /// - Parameter sortDescriptor: the typed descriptor.
  public init<Compared>(_ sortDescriptor: SortDescriptor<Compared>) where Compared: NSObject {
    let name = sortDescriptor.keyPath.flatMap { keyPath in
      NamedPropertyList.of(Compared.self).name(of: keyPath) ?? keyPath.recordedKey
    }
    guard let name else {
      fatalError("\(sortDescriptor) names no property of \(Compared.self): use NSSortDescriptor(key:ascending:).")
    }
    self.init(key: name, ascending: sortDescriptor.order == .forward)
  }
}

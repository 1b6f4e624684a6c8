import Foundation

/// Lets an initializer of `NSSortDescriptor` make an object of a subclass, because only an initializer in a protocol's
/// extension may assign `self`. It has no requirements and is not meant for programs.
public protocol _KeyedSortDescriptor {}

extension NSSortDescriptor: _KeyedSortDescriptor {}

extension _KeyedSortDescriptor where Self: NSSortDescriptor {
  /// Makes a sort descriptor that orders objects by the values at a key path.
  ///
  /// - Parameters:
  ///   - key: the key path.
  ///   - ascending: whether lesser values come first; nil is less than everything.
  public init(key: String?, ascending: Bool) {
    self = Self.making(key, ascending, nil)
  }

  /// Makes a sort descriptor that orders objects by the strings at a key path.
  ///
  /// - Parameters:
  ///   - key: the key path.
  ///   - ascending: whether lesser values come first; nil is less than everything.
  ///   - selector: `compare:`, `caseInsensitiveCompare:`, `localizedCompare:`, `localizedCaseInsensitiveCompare:` or
  ///     `localizedStandardCompare:`; nil is `compare:`. With any other, a fetch throws `NSCoreDataError` (134060), and
  ///     `compare(_:to:)` traps.
  public init(key: String?, ascending: Bool, selector: Selector?) {
    self = Self.making(key, ascending, selector)
  }

  /// Makes a sort descriptor from a typed key path.
  ///
  /// The properties' accessors are run once or twice, on objects without properties, to learn the names that they read.
  /// Traps when one reads no property by name, or several, when it changes the value that it reads, or when the key
  /// path goes through another object and no context has used a model yet that has the classes on the way.
  ///
  /// - Parameters:
  ///   - keyPath: a key path of a managed object, whose properties read their values by name: of one property, or
  ///     through to-one relationships, as `\Track.album?.title`.
  ///   - ascending: whether lesser values come first; nil is less than everything.
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
  /// The key path that objects are ordered by; nil for the objects themselves, and where a typed key path reads no
  /// property by name: a fetch by that is an error.
  ///
  /// - Complexity: O(1), but for a descriptor that Foundation made from a typed key path: its accessor is run on each
  ///   call.
  public var key: String? {
    if let descriptor = self as? KeySortDescriptor { return descriptor.keyName }
    return keyPath.recordedKey
  }

  /// Whether the descriptor was made from a key, which may be nil: then it orders the objects themselves.
  package var isByKey: Bool { self is KeySortDescriptor }

  /// A descriptor of the same order by the same key, whatever made this one.
  package var madeByKey: NSSortDescriptor { KeySortDescriptor(key: key, ascending: ascending, method: selector) }

  /// How values are compared; nil is `compare:`.
  public var selector: Selector? { (self as? KeySortDescriptor)?.method }
}

extension _KeyedSortDescriptor where Self: NSSortDescriptor {
  /// Makes a sort descriptor from a typed one.
  ///
  /// The property is named by its class (see `NamedProperties`), else by the key that its accessor reads. Traps when
  /// neither names one property.
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

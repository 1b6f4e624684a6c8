import SectionedChanges

/// A type-erased identifier, for a list of elements of several kinds: an element's own identifier, and its kind.
///
/// The kind is part of the identifier, because book 1 and author 1 are two elements of such a list.
public struct AnyID: Hashable, Sendable {
  /// The name of the kind.
  public let kind: String
  /// The identifier of the element among those of its kind.
  public let value: any Hashable & Sendable

  /// Makes an identifier from the identifier of an element, and its kind.
  @inlinable
  public init(_ value: some Hashable & Sendable, kind: String) {
    self.kind = kind
    self.value = value
  }

  /// Returns the name of a type, with the types that contain it, but without its module. An optional type has the name
  /// of the type that it wraps. Generic types and function types have their full names.
  @usableFromInline
  static func kind(of type: Any.Type) -> String {
    var name = String(reflecting: type)
    let optional = "Swift.Optional<"
    while name.hasPrefix(optional) { name = String(name.dropFirst(optional.count).dropLast()) }
    if name.contains("<") || name.contains(" -> ") { return name }
    // The name of a private type has an additional component for its private context.
    return name.split(separator: ".").dropFirst().filter { !$0.hasPrefix("(unknown context") }.joined(separator: ".")
  }

  /// Whether two identifiers are equal. Values of different types are never equal, even if a cast would convert one to
  /// the other.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    func isEqual<Value: Hashable>(_ value: Value) -> Bool {
      type(of: rhs.value) == Value.self && rhs.value as? Value == value
    }
    return lhs.kind == rhs.kind && isEqual(lhs.value)
  }

  /// Feeds the kind and the value to a hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    value.hash(into: &hasher)
  }
}

extension AnyID: CustomStringConvertible {
  /// `Book(1)`: the kind and the value, which is unwrapped if it is optional.
  public var description: String { "\(kind)(\(named: value))" }
}

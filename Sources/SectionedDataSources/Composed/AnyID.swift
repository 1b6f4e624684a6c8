/// An identifier of any type, for a list of several kinds: what it identifies, and of which kind that is.
///
/// The book 1 and the author 1 are two elements of one list, so the kind belongs to the identifier.
public struct AnyID: Hashable, Sendable {
  /// Names the kind.
  public let kind: String
  /// The identifier among those of its kind.
  public let value: any Hashable & Sendable

  /// Makes an identifier of one of its kind.
  @inlinable
  public init(_ value: some Hashable & Sendable, kind: String) {
    self.kind = kind
    self.value = value
  }

  /// The name of a type without that of its module, but with those of the types that it stands in.
  @usableFromInline
  static func kind(of type: Any.Type) -> String {
    let name = String(reflecting: type)
    if name.contains("<") || name.contains(" -> ") { return name }
    // Between them a private type has where it is private.
    return name.split(separator: ".").dropFirst().filter { !$0.hasPrefix("(unknown context") }.joined(separator: ".")
  }

  /// Whether both identify the same element. Values of different types are different, also where a cast would make one
  /// of the other.
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
  /// `Book(1)`: the kind and the value.
  @inlinable
  public var description: String { "\(kind)(\(value))" }
}

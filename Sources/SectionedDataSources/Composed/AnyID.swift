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

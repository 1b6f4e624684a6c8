/// The section of a list that has one, and its identifier.
public struct OnlySection: Hashable, Sendable, Codable, Identifiable {
  /// Itself.
  public var id: Self { self }

  /// Makes it; all are equal.
  public init() {}
}

extension OnlySection: CustomStringConvertible {
  /// Says so.
  public var description: String { "the only section" }
}

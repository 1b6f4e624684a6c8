/// The section, and its identifier, of a list that has only one.
public struct OnlySection: Hashable, Sendable, Codable, Identifiable {
  /// The section itself.
  public var id: Self { self }

  /// Makes the section; all instances are equal.
  public init() {}
}

extension OnlySection: CustomStringConvertible {
  /// A constant text.
  public var description: String { "the only section" }
}

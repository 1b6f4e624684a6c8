/// The section of a list that has only one section. It is also the identifier of that section.
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

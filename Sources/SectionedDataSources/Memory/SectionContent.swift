/// A section of a memory source, with its items, to be inserted.
public struct SectionContent<Section, Item> {
  /// The section's model.
  public var section: Section
  /// The section's items in order; none for an empty section.
  public var items: [Item]

  /// Makes the content of a section.
  @inlinable
  public init(_ section: Section, items: [Item] = []) {
    self.section = section
    self.items = items
  }
}

extension SectionContent: Equatable where Section: Equatable, Item: Equatable {}
extension SectionContent: Hashable where Section: Hashable, Item: Hashable {}
extension SectionContent: Sendable where Section: Sendable, Item: Sendable {}
extension SectionContent: Codable where Section: Codable, Item: Codable {}

/// What a view counts by: a section's identifier and its number of items.
@frozen
public struct SectionOutline<SectionID: Hashable & Sendable>: Hashable, Sendable {
  /// The section's identifier.
  public var id: SectionID
  /// The section's number of items.
  public var count: Int

  /// Makes the outline of one section.
  @inlinable
  public init(_ id: SectionID, count: Int) {
    self.id = id
    self.count = count
  }
}

extension SectionOutline: CustomStringConvertible {
  /// `a: 3`
  public var description: String { "\(id): \(count)" }
}

extension SectionedSnapshot {
  /// Identifier and count of every section, in order.
  ///
  /// - Complexity: O(sections).
  public var outline: [SectionOutline<SectionID>] {
    sections.map { SectionOutline($0.element.id, count: $0.items.count) }
  }
}

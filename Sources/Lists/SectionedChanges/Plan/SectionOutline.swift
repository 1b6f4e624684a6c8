/// A section as a view counts it: its identifier and its number of items.
@frozen
public struct SectionOutline<SectionID: Hashable & Sendable>: Hashable, Sendable {
  /// The section's identifier.
  public var id: SectionID
  /// The number of items in the section.
  public var count: Int

  /// Creates the outline of a section.
  @inlinable
  public init(_ id: SectionID, count: Int) {
    self.id = id
    self.count = count
  }
}

extension SectionOutline: CustomStringConvertible {
  /// The outline as text, such as `a: 3`.
  public var description: String { "\(named: id): \(count)" }
}

extension SectionedSnapshot {
  /// The identifier and item count of every section, in order.
  ///
  /// - Complexity: O(sections).
  public var outline: [SectionOutline<SectionID>] {
    sections.map { SectionOutline($0.element.id, count: $0.items.count) }
  }
}

/// The outline of the list after a change set, shared by the stages of a plan.
@usableFromInline
enum NewOutline<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  case outline([SectionOutline<SectionID>])
  /// A list whose sections are read on demand, so that a plan does not read all of them.
  case snapshot(SectionedSnapshot<SectionID, ItemID>)

  @inlinable
  var count: Int {
    switch self {
    case .outline(let sections): sections.count
    case .snapshot(let list): list.numberOfSections
    }
  }

  @inlinable
  subscript(section: Int) -> SectionOutline<SectionID> {
    switch self {
    case .outline(let sections): sections[section]
    case .snapshot(let list):
      list.sections.withElement(at: section) { SectionOutline($0.id, count: $0.items.count) }
    }
  }
}

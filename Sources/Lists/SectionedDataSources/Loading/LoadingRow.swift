import SectionedChanges

/// A row of a ``PlaceholderDataSource``.
public enum LoadingRow<Item> {
  /// An item of the content.
  case item(Item)
  /// A row in place of the content, or the row of an empty section.
  case placeholder(Placeholder)
  /// The last row, after the content.
  case append(AppendRow)

  /// The item; nil for other rows.
  public var item: Item? { if case .item(let item) = self { item } else { nil } }
}

/// The identifier of a row of a ``PlaceholderDataSource``.
public enum LoadingRowID<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// An item of the content.
  case item(ItemID)
  /// The row in place of the content.
  case placeholder
  /// The row of an empty section.
  case emptySection(ListedID<SectionID>)
  /// The last row, after the content.
  case append

  /// Whether it is an item of the content.
  public var isContent: Bool { if case .item = self { true } else { false } }
}

/// A section of a ``PlaceholderDataSource``.
public enum LoadingSection<Section> {
  /// A section of the content.
  case section(Section)
  /// The section of the placeholder, which is then the only one.
  case placeholder
  /// The section of the last row, after all sections of the content.
  case append

  /// The section of the content; nil for other sections.
  public var section: Section? { if case .section(let section) = self { section } else { nil } }
}

/// The identifier of a section of a ``PlaceholderDataSource``.
public enum LoadingSectionID<SectionID: Hashable & Sendable>: Hashable, Sendable {
  /// A section of the content.
  case section(SectionID)
  /// The section of the placeholder.
  case placeholder
  /// The section of the last row.
  case append
}

extension LoadingRowID: CustomStringConvertible {
  /// `item(Task p7)`: the case, with the identifier.
  public var description: String {
    switch self {
    case .item(let id): "item(\(named: id))"
    case .placeholder: "placeholder"
    case .emptySection(let id): "emptySection(\(id))"
    case .append: "append"
    }
  }
}

extension LoadingSectionID: CustomStringConvertible {
  /// `section(List p2)`: the case, with the identifier.
  public var description: String {
    switch self {
    case .section(let id): "section(\(named: id))"
    case .placeholder: "placeholder"
    case .append: "append"
    }
  }
}

extension LoadingRow: Equatable where Item: Equatable {}
extension LoadingRow: Hashable where Item: Hashable {}
extension LoadingRow: Sendable where Item: Sendable {}
extension LoadingSection: Equatable where Section: Equatable {}
extension LoadingSection: Hashable where Section: Hashable {}
extension LoadingSection: Sendable where Section: Sendable {}

/// A model that wraps another one. Rules for the inner model also apply to the wrapping one.
package protocol WrappedModel {
  /// The wrapped model; nil if there is none.
  var innerModel: Any? { get }
}

extension LoadingRow: WrappedModel {
  package var innerModel: Any? {
    switch self {
    case .item(let item): item
    case .placeholder(let placeholder): placeholder
    case .append(let row): row
    }
  }
}

extension LoadingSection: WrappedModel {
  package var innerModel: Any? { section }
}

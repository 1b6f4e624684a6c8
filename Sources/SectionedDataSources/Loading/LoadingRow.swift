/// A row of a ``PlaceholderDataSource``.
public enum LoadingRow<Item> {
  /// An item of the content.
  case item(Item)
  /// What is shown in the place of content.
  case placeholder(Placeholder)
  /// What is shown behind the content.
  case append(AppendRow)

  /// The item; nil of other rows.
  public var item: Item? { if case .item(let item) = self { item } else { nil } }
}

/// What names a row of a ``PlaceholderDataSource``.
public enum LoadingRowID<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// An item of the content.
  case item(ItemID)
  /// What is shown in the place of the content.
  case placeholder
  /// What is shown in an empty section.
  case emptySection(ListedID<SectionID>)
  /// What is shown behind the content.
  case append

  /// Whether it is an item of the content.
  public var isContent: Bool { if case .item = self { true } else { false } }
}

/// A section of a ``PlaceholderDataSource``.
public enum LoadingSection<Section> {
  /// A section of the content.
  case section(Section)
  /// The section of the placeholder, the only one then.
  case placeholder
  /// The section of the last row, behind all others.
  case append

  /// The section of the content; nil of other ones.
  public var section: Section? { if case .section(let section) = self { section } else { nil } }
}

/// What names a section of a ``PlaceholderDataSource``.
public enum LoadingSectionID<SectionID: Hashable & Sendable>: Hashable, Sendable {
  /// A section of the content.
  case section(SectionID)
  /// The section of the placeholder.
  case placeholder
  /// The section of the last row.
  case append
}

extension LoadingRow: Equatable where Item: Equatable {}
extension LoadingRow: Hashable where Item: Hashable {}
extension LoadingRow: Sendable where Item: Sendable {}
extension LoadingSection: Equatable where Section: Equatable {}
extension LoadingSection: Hashable where Section: Hashable {}
extension LoadingSection: Sendable where Section: Sendable {}

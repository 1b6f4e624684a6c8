import SectionedChanges

/// A row of a ``MoreRowDataSource``.
public enum LimitedRow<Item> {
  /// An item.
  case item(Item)
  /// The row after the items of a section that does not show all of them.
  case more(MoreRow)

  /// The item; nil for a row that says how many more items there are.
  public var item: Item? { if case .item(let item) = self { item } else { nil } }
}

/// The identifier of a row of a ``MoreRowDataSource``.
public enum LimitedRowID<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// The identifier of an item.
  case item(ItemID)
  /// The identifier of the row after the items of a section.
  case more(ListedID<SectionID>)

  /// Whether the row is an item.
  public var isContent: Bool { if case .item = self { true } else { false } }
}

/// The last row of a section that does not show all its items: "9 more".
public struct MoreRow: Hashable, Sendable {
  /// The number of items of the section that are not shown.
  public var count: Int
  /// The section's identifier; nil for a row that a program made.
  let section: AnyID?
  /// The source that shows the row; nil for a row that a program made.
  let source: ObjectIdentifier?

  /// Makes a row without a section, as for a preview.
  ///
  /// - Parameter count: the number of items that are not shown.
  public init(count: Int) { self.init(count: count, section: nil, source: nil) }

  init(count: Int, section: AnyID?, source: ObjectIdentifier?) {
    (self.count, self.section, self.source) = (count, section, source)
  }
}

extension MoreRow: CustomStringConvertible {
  /// `9 more`
  public var description: String { "\(count) more" }
}

extension LimitedRowID: CustomStringConvertible {
  /// The case and the identifier, such as `item(Task p7)`.
  public var description: String {
    switch self {
    case .item(let id): "item(\(named: id))"
    case .more(let id): "more(\(id))"
    }
  }
}

extension LimitedRow: Equatable where Item: Equatable {}
extension LimitedRow: Hashable where Item: Hashable {}
extension LimitedRow: Sendable where Item: Sendable {}

extension LimitedRow: WrappedModel {
  package var innerModel: Any? {
    switch self {
    case .item(let item): item
    case .more(let row): row
    }
  }
}

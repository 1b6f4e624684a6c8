import SectionedChanges

extension PickerList {
  /// The number of rows, the blank one among them.
  public var numberOfRows: Int { numberOfItems(inSection: 0) }

  /// The item of a row; nil in the blank row, and where there is no row.
  public func item(atRow row: Int) -> Base.Item? { item(row, inSection: 0)?.item }

  /// The row of an item; nil when it has none.
  public func row(for id: ListedID<Base.ItemID>) -> Int? { place(of: Self.key(id))?.item }

  /// The row of the item with an identifier, its first appearance; nil when it has none.
  public func row(for id: Base.ItemID) -> Int? { row(for: ListedID(id)) }

  /// The index of the blank row; nil where there is none.
  public var blankRow: Int? { place(of: ListedID(.blank))?.item }

  /// A row; nil when it is not there.
  public func item(for id: ListedID<PickerRowID<Base.ItemID>>) -> PickerRow<Base.Item>? {
    guard let place = place(of: id), itemID(at: place) != nil else { return nil }
    guard case .item(let item) = id.id else { return .blank }
    return base.item(for: ListedID(item, occurrence: id.occurrence)).map { .item($0) }
  }

  /// The one section.
  public func section(for id: ListedID<OnlySection>) -> OnlySection? {
    index(ofSection: id).map { _ in OnlySection() }
  }

  /// Where a row is; nil when it is not there.
  ///
  /// - Complexity: O(log rows).
  public func place(of id: ListedID<PickerRowID<Base.ItemID>>) -> ItemPlace? { rowPlace(of: id) }

  /// 0 for the one section.
  public func index(ofSection id: ListedID<OnlySection>) -> Int? { id.occurrence == 0 ? 0 : nil }
}

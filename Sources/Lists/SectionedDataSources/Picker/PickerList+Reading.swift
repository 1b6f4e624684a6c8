import SectionedChanges

extension PickerList {
  /// The number of rows, including the blank row.
  public var numberOfRows: Int { numberOfItems(inSection: 0) }

  /// The item of a row; nil for the blank row, and if there is no such row.
  public func item(atRow row: Int) -> Base.Item? { item(row, inSection: 0)?.item }

  /// The index of an item's row; nil if it has none.
  public func row(for id: ListedID<Base.ItemID>) -> Int? { place(of: Self.key(id))?.item }

  /// The index of the row of the item with an identifier; of several, the one with the lowest occurrence number; nil if
  /// there is none.
  ///
  /// - Complexity: that of `place(of:)` for an identifier.
  public func row(for id: Base.ItemID) -> Int? { core.first(ofItem: .item(id)) { place(of: $0)?.item } }

  /// The index of the blank row; nil if there is none.
  public var blankRow: Int? { place(of: ListedID(.blank))?.item }

  /// The model of a row; nil when it is not in the list.
  public func item(for id: ListedID<PickerRowID<Base.ItemID>>) -> PickerRow<Base.Item>? {
    guard let place = place(of: id), itemID(at: place) != nil else { return nil }
    guard case .item(let item) = id.id else { return .blank }
    return base.item(for: ListedID(item, occurrence: id.occurrence)).map { .item($0) }
  }

  /// The model of the only section.
  public func section(for id: ListedID<OnlySection>) -> OnlySection? {
    index(ofSection: id).map { _ in OnlySection() }
  }

  /// The place of a row; nil when it is not in the list.
  ///
  /// - Complexity: O(log rows).
  public func place(of id: ListedID<PickerRowID<Base.ItemID>>) -> ItemPlace? { rowPlace(of: id) }

  /// The index of the only section, 0.
  public func index(ofSection id: ListedID<OnlySection>) -> Int? { id.occurrence == 0 ? 0 : nil }
}

/// A row of a picker: the blank one, with which nothing is picked, or an item.
public enum PickerRow<Item> {
  /// The blank row.
  case blank
  /// The row of an item.
  case item(Item)
}

extension PickerRow {
  /// The item; nil in the blank row.
  public var item: Item? { if case .item(let item) = self { item } else { nil } }
}

extension PickerRow: Equatable where Item: Equatable {}
extension PickerRow: Hashable where Item: Hashable {}
extension PickerRow: Sendable where Item: Sendable {}

/// What names a row of a picker.
public enum PickerRowID<ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// The blank row.
  case blank
  /// The row of an item.
  case item(ItemID)
}

extension PickerRowID: CustomStringConvertible {
  /// The item's identifier, or that the row is blank.
  public var description: String { if case .item(let id) = self { "\(id)" } else { "blank" } }
}

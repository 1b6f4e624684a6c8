import SectionedChanges

/// A row of a picker: an item, or the blank row, which selects no item.
public enum PickerRow<Item> {
  /// The blank row.
  case blank
  /// The row of an item.
  case item(Item)
}

extension PickerRow {
  /// The item; nil for the blank row.
  public var item: Item? { if case .item(let item) = self { item } else { nil } }
}

extension PickerRow: Equatable where Item: Equatable {}
extension PickerRow: Hashable where Item: Hashable {}
extension PickerRow: Sendable where Item: Sendable {}

/// The identifier of a row of a picker.
public enum PickerRowID<ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// The blank row.
  case blank
  /// The row of an item.
  case item(ItemID)
}

extension PickerRowID: CustomStringConvertible {
  /// The item's identifier, or `blank`.
  public var description: String { if case .item(let id) = self { "\(named: id)" } else { "blank" } }
}

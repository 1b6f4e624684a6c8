extension NSTableRowsView {
  /// The selected rows. The header: "-selectedRowIndexes is properly maintained based on the series of
  /// inserts/deletes/moves."
  public var selectedRowIndexes: IndexSet {
    IndexSet(entries.indices.filter { entries[$0].isSelected })
  }

  /// The first selected row; -1 if there is none.
  public var selectedRow: Int { entries.firstIndex { $0.isSelected } ?? -1 }
  /// The number of selected rows.
  public var numberOfSelectedRows: Int { selectedRowIndexes.count }
  /// Whether a row is selected.
  public func isRowSelected(_ row: Int) -> Bool { entries.indices.contains(row) && entries[row].isSelected }

  /// Selects rows without asking the delegate, also several rows if `allowsMultipleSelection` is false. A row that does
  /// not exist is refused with the double's own message, not AppKit's.
  public func selectRowIndexes(_ indexes: IndexSet, byExtendingSelection extend: Bool) {
    load()
    if let row = indexes.first(where: { !entries.indices.contains($0) }) {
      return refuse("Row \(row) cannot be selected (numberOfRows: \(entries.count)).")
    }
    select { $1 = indexes.contains($0) || extend && $1 }
  }

  /// Deselects a row.
  public func deselectRow(_ row: Int) { select { if $0 == row { $1 = false } } }
  /// Deselects all rows.
  public func deselectAll(_ sender: Any?) { select { $1 = false } }

  private func select(_ change: (Int, inout Bool) -> Void) {
    let old = selectedRowIndexes
    for row in entries.indices {
      change(row, &entries[row].isSelected)
      entries[row].rowView?.isSelected = entries[row].isSelected
    }
    if selectedRowIndexes != old { selectionChanged() }
  }
}

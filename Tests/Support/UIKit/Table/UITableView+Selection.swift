extension UITableView {
  /// The selected row; if several are selected, the one selected first.
  public var indexPathForSelectedRow: IndexPath? { selection.first }

  /// The selected rows, in the order of their selection; nil if there are none.
  public var indexPathsForSelectedRows: [IndexPath]? { selection.isEmpty ? nil : selection }

  /// Selects a row without notifying the delegate; nil deselects all rows.
  public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    guard let indexPath else { return deselectAll() }
    guard data.contains(indexPath.place) else { return }
    if !allowsSeveral { deselectAll() }
    if !selection.contains(indexPath) { selection.append(indexPath) }
    visible[indexPath]?.setSelected(true, animated: animated)
    if scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition, animated: animated) }
  }

  /// Deselects a row without notifying the delegate.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    selection.removeAll { $0 == indexPath }
    visible[indexPath]?.setSelected(false, animated: animated)
  }

  var allowsSeveral: Bool { isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection }

  func deselectAll() {
    for path in selection { deselectRow(at: path, animated: false) }
  }
}

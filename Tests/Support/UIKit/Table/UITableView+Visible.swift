extension UITableView {
  /// The cell of a row; nil if it is not visible.
  public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    if isUpdatingCells {
      refuse(
        "Attempted to call -cellForRowAtIndexPath: on the table view while it was in the process of updating its "
          + "visible cells, which is not allowed.")
      return nil
    }
    return visible[indexPath]
  }

  /// The row of a cell; nil if it is not visible.
  public func indexPath(for cell: UITableViewCell) -> IndexPath? { visible.first { $0.value === cell }?.key }

  /// The visible rows, in order.
  public var indexPathsForVisibleRows: [IndexPath]? { visible.keys.sorted() }

  /// The visible cells, in order.
  public var visibleCells: [UITableViewCell] {
    if isUpdatingCells {
      refuse(
        "Attempted to access the table view's visibleCells while they were in the process of being updated, which is "
          + "not allowed.")
      return []
    }
    return visible.sorted { $0.key < $1.key }.map { $0.value }
  }

  /// The header of a section; nil if it is not visible, or is no `UITableViewHeaderFooterView`.
  public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    (headers[section] ?? nil) as? UITableViewHeaderFooterView
  }

  /// The footer of a section; nil if it is not visible, or is no `UITableViewHeaderFooterView`.
  public func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    (footers[section] ?? nil) as? UITableViewHeaderFooterView
  }
}

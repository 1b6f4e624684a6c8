/// The delegate of a table. Optional methods have a default implementation with the effect of a missing method.
@MainActor
public protocol NSTableViewDelegate: NSObjectProtocol {
  /// Returns the view of a row in a column; the column is nil for a group row.
  func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView?
  /// Returns the row view of a row; nil for the default one.
  func tableView(_ tableView: NSTableView, rowViewForRow row: Int) -> NSTableRowView?
  /// Returns whether a row is a group row.
  func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool
  /// Returns the height of a row; -1 for the table's row height.
  func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat
  /// Returns whether the user may select a row.
  func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool
  /// Returns the actions that a swipe shows.
  func tableView(
    _ tableView: NSTableView, rowActionsForRow row: Int, edge: NSTableView.RowActionEdge
  )
    -> [NSTableViewRowAction]
  /// Returns the text that type select compares; nil to skip the row.
  func tableView(_ tableView: NSTableView, typeSelectStringFor tableColumn: NSTableColumn?, row: Int) -> String?
  /// Returns the first row that type select finds, from one row up to and not including another; -1 for none.
  func tableView(
    _ tableView: NSTableView, nextTypeSelectMatchFromRow startRow: Int, toRow endRow: Int, for searchString: String
  ) -> Int
  /// Called when the selection has changed.
  func tableViewSelectionDidChange(_ notification: Notification)
}

extension NSTableViewDelegate {
  public func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? { nil }
  public func tableView(_ tableView: NSTableView, rowViewForRow row: Int) -> NSTableRowView? { nil }
  public func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool { false }
  public func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat { -1 }
  public func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool { true }
  public func tableView(
    _ tableView: NSTableView, rowActionsForRow row: Int, edge: NSTableView.RowActionEdge
  )
    -> [NSTableViewRowAction]
  { [] }
  public func tableView(
    _ tableView: NSTableView, typeSelectStringFor tableColumn: NSTableColumn?, row: Int
  ) -> String? { nil }
  public func tableView(
    _ tableView: NSTableView, nextTypeSelectMatchFromRow startRow: Int, toRow endRow: Int, for searchString: String
  ) -> Int {
    tableView.typeSelectRows(from: startRow, to: endRow).first { row in
      self.tableView(tableView, typeSelectStringFor: tableView.tableColumns.first, row: row)?.hasPrefix(searchString)
        ?? false
    } ?? -1
  }
  public func tableViewSelectionDidChange(_ notification: Notification) {}
}

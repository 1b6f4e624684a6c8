/// Makes the views of a table, and is notified. Methods that may be left out have a default that means the same.
@MainActor
public protocol NSTableViewDelegate: NSObjectProtocol {
  /// The view of a row at a column; the column is nil for a group row.
  func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView?
  /// The row view of a row; nil for a plain one.
  func tableView(_ tableView: NSTableView, rowViewForRow row: Int) -> NSTableRowView?
  /// Whether a row is a group row.
  func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool
  /// The height of a row; -1 for the table's.
  func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat
  /// Whether the user may select a row.
  func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool
  /// The buttons that a swipe uncovers.
  func tableView(
    _ tableView: NSTableView, rowActionsForRow row: Int, edge: NSTableView.RowActionEdge
  )
    -> [NSTableViewRowAction]
  /// The text that a user's typing is compared with; nil for a row that is not found.
  func tableView(_ tableView: NSTableView, typeSelectStringFor tableColumn: NSTableColumn?, row: Int) -> String?
  /// The first row with a text from one row up to and not including another; -1 for none.
  func tableView(
    _ tableView: NSTableView, nextTypeSelectMatchFromRow startRow: Int, toRow endRow: Int, for searchString: String
  ) -> Int
  /// Another selection is there.
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

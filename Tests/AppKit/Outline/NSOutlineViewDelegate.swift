/// Makes the views of an outline, and is notified. Methods that may be left out have a default that means the same.
@MainActor
public protocol NSOutlineViewDelegate: NSObjectProtocol {
  /// The view of an item at a column; the column is nil for a group item.
  func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView?
  /// The row view of an item; nil for a plain one.
  func outlineView(_ outlineView: NSOutlineView, rowViewForItem item: Any) -> NSTableRowView?
  /// Whether an item is a group row.
  func outlineView(_ outlineView: NSOutlineView, isGroupItem item: Any) -> Bool
  /// The height of an item's row; -1 for the outline's.
  func outlineView(_ outlineView: NSOutlineView, heightOfRowByItem item: Any) -> CGFloat
  /// Whether the user may select an item.
  func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool
  /// The text that a user's typing is compared with; nil for an item that is not found.
  func outlineView(_ outlineView: NSOutlineView, typeSelectStringFor tableColumn: NSTableColumn?, item: Any) -> String?
  /// The first item with a text from one item up to and not including another; nil for none.
  func outlineView(
    _ outlineView: NSOutlineView, nextTypeSelectMatchFromItem startItem: Any, toItem endItem: Any,
    for searchString: String
  ) -> Any?
  /// Another selection is there.
  func outlineViewSelectionDidChange(_ notification: Notification)
  /// An item has been expanded: `NSObject` in the notification.
  func outlineViewItemDidExpand(_ notification: Notification)
  /// An item has been collapsed: `NSObject` in the notification.
  func outlineViewItemDidCollapse(_ notification: Notification)
}

extension NSOutlineViewDelegate {
  public func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView? {
    nil
  }
  public func outlineView(_ outlineView: NSOutlineView, rowViewForItem item: Any) -> NSTableRowView? { nil }
  public func outlineView(_ outlineView: NSOutlineView, isGroupItem item: Any) -> Bool { false }
  public func outlineView(_ outlineView: NSOutlineView, heightOfRowByItem item: Any) -> CGFloat { -1 }
  public func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool { true }
  public func outlineView(
    _ outlineView: NSOutlineView, typeSelectStringFor tableColumn: NSTableColumn?, item: Any
  ) -> String? { nil }
  public func outlineView(
    _ outlineView: NSOutlineView, nextTypeSelectMatchFromItem startItem: Any, toItem endItem: Any,
    for searchString: String
  ) -> Any? {
    outlineView.typeSelectRows(from: outlineView.row(forItem: startItem), to: outlineView.row(forItem: endItem))
      .compactMap { outlineView.item(atRow: $0) }
      .first { item in
        self.outlineView(outlineView, typeSelectStringFor: outlineView.outlineTableColumn, item: item)?
          .hasPrefix(searchString) ?? false
      }
  }
  public func outlineViewSelectionDidChange(_ notification: Notification) {}
  public func outlineViewItemDidExpand(_ notification: Notification) {}
  public func outlineViewItemDidCollapse(_ notification: Notification) {}
}

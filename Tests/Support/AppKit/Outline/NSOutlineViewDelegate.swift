/// The delegate of an outline. Optional methods have a default implementation with the effect of a missing method.
@MainActor
public protocol NSOutlineViewDelegate: NSObjectProtocol {
  /// Returns the view of an item in a column; the column is nil for a group item.
  func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView?
  /// Returns the row view of an item; nil for the default one.
  func outlineView(_ outlineView: NSOutlineView, rowViewForItem item: Any) -> NSTableRowView?
  /// Returns whether an item is a group row.
  func outlineView(_ outlineView: NSOutlineView, isGroupItem item: Any) -> Bool
  /// Returns the height of an item's row; -1 for the outline's row height.
  func outlineView(_ outlineView: NSOutlineView, heightOfRowByItem item: Any) -> CGFloat
  /// Returns whether the user may select an item.
  func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool
  /// Returns the text that type select compares; nil to skip the item.
  func outlineView(_ outlineView: NSOutlineView, typeSelectStringFor tableColumn: NSTableColumn?, item: Any) -> String?
  /// Returns the first item that type select finds, from one item up to and not including another; nil for none.
  func outlineView(
    _ outlineView: NSOutlineView, nextTypeSelectMatchFromItem startItem: Any, toItem endItem: Any,
    for searchString: String
  ) -> Any?
  /// Called when the selection has changed.
  func outlineViewSelectionDidChange(_ notification: Notification)
  /// Called when an item was expanded. The notification's user info has it under `NSObject`.
  func outlineViewItemDidExpand(_ notification: Notification)
  /// Called when an item was collapsed. The notification's user info has it under `NSObject`.
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

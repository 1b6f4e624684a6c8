/// A row of a table, with its views while it is visible. An operation moves the entry together with its state.
@MainActor
final class RowEntry {
  var rowView: NSTableRowView?
  var isSelected = false
  /// The height that the delegate has returned; nil before it is asked.
  var height: CGFloat?
  /// Whether it is a group row; nil before the delegate is asked.
  var isGroup: Bool?
  /// The node of an outline; nil in a table.
  var node: OutlineEntry?

  init(node: OutlineEntry? = nil) { self.node = node }
}

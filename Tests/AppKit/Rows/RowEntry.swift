/// A row of a table, with its views while it is visible. Operations move the entry, so that its state stays with it.
@MainActor
final class RowEntry {
  var rowView: NSTableRowView?
  var isSelected = false
  /// The height that the delegate has answered; nil until it is asked.
  var height: CGFloat?
  /// Whether it is a group row; nil until the delegate is asked.
  var isGroup: Bool?
  /// The item of an outline.
  var node: OutlineEntry?

  init(node: OutlineEntry? = nil) { self.node = node }
}

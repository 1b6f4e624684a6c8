/// A node of an outline: an item, with the children that the outline has asked for.
@MainActor
final class OutlineEntry {
  /// The item; nil after an insertion until the end of the updates, when the outline asks for it.
  var item: NSObject?
  weak var parent: OutlineEntry?
  /// The children; empty while the item is collapsed.
  var children: [OutlineEntry] = []
  var isExpanded = false
  /// Whether the row shows a disclosure triangle; nil before the row has views.
  var hasTriangle: Bool?

  init(_ item: NSObject?, in parent: OutlineEntry?) {
    self.item = item
    self.parent = parent
  }

  /// The number of rows of the item and its visible descendants.
  var rowCount: Int { children.reduce(1) { $0 + $1.rowCount } }
}

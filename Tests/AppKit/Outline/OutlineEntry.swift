/// An item of an outline, with the children that the outline knows.
@MainActor
final class OutlineEntry {
  /// Nil from an insertion to the end of the updates, when the data source is asked.
  var item: NSObject?
  weak var parent: OutlineEntry?
  /// The children; empty while it is collapsed.
  var children: [OutlineEntry] = []
  var isExpanded = false
  /// Whether its row shows a triangle; nil before the row has views.
  var hasTriangle: Bool?

  init(_ item: NSObject?, in parent: OutlineEntry?) {
    self.item = item
    self.parent = parent
  }

  /// The number of rows of it and of what is visible in it.
  var rowCount: Int { children.reduce(1) { $0 + $1.rowCount } }
}

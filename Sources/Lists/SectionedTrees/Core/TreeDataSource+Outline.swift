import OrderedRows
import SectionedChanges
import SectionedDataSources

extension TreeDataSource {
  /// Collapses a node if it is expanded, as the left arrow key does in an outline.
  ///
  /// - Returns: the node to select then: the node itself if it was expanded or is a root, otherwise its parent; nil if
  ///   the node is not shown.
  /// - Complexity: as that of ``collapse(_:)``.
  public func stepOut(of id: ItemID) -> ItemID? {
    guard let node = treeCore.shownNumber(of: ListedID(id)) else { return nil }
    if treeCore.rows.state(of: node).isExpanded {
      collapse(id)
      return id
    }
    return treeCore.rows.shown.parent(of: node).map { treeCore.tree.id(of: $0) } ?? id
  }

  /// Expands a node if it is collapsed, as the right arrow key does in an outline.
  ///
  /// - Returns: the node to select then: the first child if the node was expanded, otherwise the node itself; nil if
  ///   the node is not shown.
  /// - Complexity: as that of ``expand(_:)``.
  public func stepInto(_ id: ItemID) -> ItemID? {
    guard let node = treeCore.shownNumber(of: ListedID(id)) else { return nil }
    let state = treeCore.rows.state(of: node)
    if state.isExpanded { return treeCore.tree.id(of: treeCore.rows.shown.child(0, of: node)) }
    if state.numberOfChildren > 0 { expand(id) }
    return id
  }

  /// The lines that lead to a row in an outline of text, such as `│  └─ `, with three columns for each level. Empty for
  /// a root, and for a node that is not shown.
  ///
  /// - Complexity: O(depth · log nodes).
  public func treeLines(of id: ItemID) -> String {
    guard var node = treeCore.shownNumber(of: ListedID(id)) else { return "" }
    let rows = treeCore.rows.shown
    var parts: [String] = []
    while let parent = rows.parent(of: node) {
      let isLast = rows.childIndex(of: node) == rows.numberOfChildren(of: parent) - 1
      parts.append(parts.isEmpty ? (isLast ? "└─ " : "├─ ") : (isLast ? "   " : "│  "))
      node = parent
    }
    return parts.reversed().joined()
  }
}

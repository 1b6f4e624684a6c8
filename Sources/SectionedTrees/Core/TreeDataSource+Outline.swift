import OrderedRows
import SectionedChanges
import SectionedDataSources

extension TreeDataSource {
  /// Collapses an expanded node; of any other one returns the parent. This is what the left arrow does in an outline.
  ///
  /// - Returns: the node where the cursor is then: the node itself, its parent, or nil when it is not shown.
  /// - Complexity: as that of ``collapse(_:)``.
  public func stepOut(of id: ItemID) -> ItemID? {
    guard let node = treeCore.shownNumber(of: ListedID(id)) else { return nil }
    if treeCore.rows.state(of: node).isExpanded {
      collapse(id)
      return id
    }
    return treeCore.rows.shown.parent(of: node).map { treeCore.tree.id(of: $0) } ?? id
  }

  /// Expands a collapsed node; of an expanded one returns the first child. This is what the right arrow does in an
  /// outline.
  ///
  /// - Returns: the node where the cursor is then: the node itself, its first child, or nil when it is not shown.
  /// - Complexity: as that of ``expand(_:)``.
  public func stepInto(_ id: ItemID) -> ItemID? {
    guard let node = treeCore.shownNumber(of: ListedID(id)) else { return nil }
    let state = treeCore.rows.state(of: node)
    if state.isExpanded { return treeCore.tree.id(of: treeCore.rows.shown.child(0, of: node)) }
    if state.numberOfChildren > 0 { expand(id) }
    return id
  }

  /// The lines from the ancestors of a row to it, for a list of texts: `│  └─ `, with three columns for each level; an
  /// empty text for a root and for a node that is not shown.
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

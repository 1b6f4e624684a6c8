import OrderedRows
import SectionedChanges
import SectionedDataSources

/// The place of a row in the tree of rows, and the state that an outline shows of it, as of the last step.
package struct ShownNode<ID: Hashable & Sendable> {
  /// The parent; nil for a root.
  package var parent: ID?
  /// The index of the row.
  package var rank: Int
  /// Whether its children are shown.
  package var isExpanded: Bool
  /// Whether a user can expand it: whether it has children, even if a filter hides them.
  package var isExpandable: Bool
}

extension TreeDataSource {
  /// The row of a node in the tree of rows; nil if the node has no row.
  ///
  /// - Complexity: O(log nodes).
  package func shownNode(_ id: ItemID) -> ShownNode<ItemID>? {
    guard let node = treeCore.shownNumber(of: ListedID(id)) else { return nil }
    let (rows, state) = (treeCore.rows.shown, treeCore.rows.state(of: node))
    return ShownNode(
      parent: rows.parent(of: node).map { treeCore.tree.id(of: $0) }, rank: rows.rank(of: node),
      isExpanded: state.isExpanded, isExpandable: state.numberOfChildren > 0)
  }

  /// The children of a node that have rows, in order; empty if the node has no row.
  ///
  /// - Parameter id: the node; nil for the roots.
  /// - Complexity: O(children · log nodes).
  package func shownChildren(of id: ItemID?) -> [ItemID] {
    var number: Int32?
    if let id {
      guard let node = treeCore.shownNumber(of: ListedID(id)) else { return [] }
      number = node
    }
    return treeCore.rows.shown.children(of: number).map { treeCore.tree.id(of: $0) }
  }
}

// A view describes a drop by a gap between the shown children of a node, the dragged nodes included. A move has an
// index among all children, without the dragged nodes.
extension TreeDataSource {
  /// Converts a gap to the index of a move.
  ///
  /// - Parameters:
  ///   - gap: the index of the shown child that follows the gap; the number of shown children for the gap after the
  ///     last of them; nil for the end of all children.
  ///   - parent: the parent; nil for the roots.
  ///   - nodes: the nodes that move.
  /// - Returns: the index among the children of the parent without the nodes.
  /// - Complexity: O((shown children + nodes) · log nodes).
  package func index(ofGap gap: Int?, under parent: ItemID?, without nodes: [ItemID]) -> Int {
    let (tree, shown) = (self.tree, shownChildren(of: parent))
    var index = tree.numberOfChildren(of: parent)
    if let gap, gap < shown.count, gap >= 0 {
      index = tree.place(of: shown[gap])?.index ?? index
    } else if gap != nil, let last = shown.last, let place = tree.place(of: last) {
      index = place.index + 1
    }
    let before = nodes.filter { id in tree.place(of: id).map { $0.parent == parent && $0.index < index } ?? false }
    return index - before.count
  }

  /// Converts the index of a move to a gap: the inverse of ``index(ofGap:under:without:)``.
  ///
  /// - Complexity: O(children · log nodes).
  package func gap(ofIndex index: Int, under parent: ItemID?, without nodes: [ItemID]) -> Int {
    let (moved, shown) = (Set(nodes), shownChildren(of: parent))
    let rest = tree.children(of: parent).filter { !moved.contains($0) }
    let gaps = Dictionary(uniqueKeysWithValues: zip(shown, shown.indices))
    return rest.dropFirst(max(0, index)).lazy.compactMap { gaps[$0] }.first ?? shown.count
  }
}

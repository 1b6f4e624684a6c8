import OrderedRows
import SectionedChanges
import SectionedDataSources

extension TreeDataSource {
  /// The place in the tree for a row that a user drops between two rows.
  ///
  /// The node follows the node of the row above: it becomes the first child of that node if that node is expanded,
  /// otherwise its next sibling. A row that is dropped at index 0 becomes the first root.
  ///
  /// - Parameters:
  ///   - from: the index of the row, in the list before the drop.
  ///   - to: the index of the row after the drop, that is, in the list without the row, as views report it.
  /// - Returns: the parent, and the index among its children after the move; nil if there is no such row, or the node
  ///   would be in its own subtree.
  /// - Complexity: O(log nodes).
  public func dropPlace(ofRow from: Int, at to: Int) -> (parent: ItemID?, index: Int)? {
    let rows = treeCore.rows.shown
    guard from >= 0, from < rows.count, to >= 0, to < rows.count else { return nil }
    guard to > 0 else { return (nil, 0) }
    let node = rows.node(at: from)
    let above = rows.node(at: to <= from ? to - 1 : to)
    let (id, aboveID) = (treeCore.tree.id(of: node), treeCore.tree.id(of: above))
    let tree = self.tree
    guard let place = tree.place(of: aboveID), !tree.isNode(aboveID, inSubtreeOf: id) else { return nil }
    if treeCore.rows.state(of: above).isExpanded { return (aboveID, 0) }
    let isBefore = tree.place(of: id).map { $0.parent == place.parent && $0.index < place.index } ?? false
    return (place.parent, place.index + (isBefore ? 0 : 1))
  }
}

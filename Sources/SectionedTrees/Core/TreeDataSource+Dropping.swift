import OrderedRows
import SectionedChanges
import SectionedDataSources

extension TreeDataSource {
  /// The place in the tree at which a user drops a row among the other ones.
  ///
  /// The row comes behind the row above it: as the first child of that node if it is expanded, otherwise as its next
  /// sibling. The first row is the first root.
  ///
  /// - Parameters:
  ///   - from: the index of the row, in the list before the drop.
  ///   - to: the index where it is dropped, in the list without the row, as views give it.
  /// - Returns: the parent, and the index among its children after the move; nil where there is no such row, and where
  ///   the node would be in its own subtree.
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

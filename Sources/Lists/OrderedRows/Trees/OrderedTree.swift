/// An ordered forest with fast lookup of places. It is stored as a balanced binary tree of the nodes in depth-first
/// order. Each node has the difference between its depth and that of the previous node.
///
/// A subtree is a range of nodes, so it is moved by cutting out the range and inserting it elsewhere, regardless of its
/// size. A depth is a sum of differences. Each binary subtree stores its number of nodes, the sum of its differences,
/// its least depth, and the number of nodes with that depth. The parent of a node is the last earlier node with a lower
/// depth. Its children are the nodes with the least depth among its descendants.
///
/// The binary tree is a treap whose priorities are pseudo-random functions of the node numbers. So its height is O(log
/// n) for any depth of the forest, unless the order of the nodes was chosen to defeat the function. Every recursion is
/// at most that deep.
///
/// A detached node with its subtree is a separate piece until it is attached again. All operations accept nodes of
/// pieces. Ranks in a piece begin at the root of the piece.
///
/// Every operation takes O(log n), unless its documentation says otherwise. A node takes 32 bytes. Copies share
/// storage, and the first change of a copy copies all nodes.
package struct OrderedTree: Sendable {
  /// A node of the binary tree. Its index in `entries` is the node's number.
  struct Entry: Sendable {
    var left = OrderedTree.none
    var right = OrderedTree.none
    /// The parent in the binary tree; `none` for the root.
    var above = OrderedTree.none
    /// The depth minus the depth of the previous node. For the first node, its depth.
    var step: Int32 = 0
    /// The sum of the steps in the binary subtree, including this node.
    var sum: Int32 = 0
    /// The least sum of steps up to a node, over all nodes of the binary subtree including this one.
    var low: Int32 = 0
    /// The number of nodes with that least sum.
    var lows: Int32 = 0
    /// The number of nodes in the binary subtree, including this one; 0 for a number without a node.
    var size: Int32 = 0
  }

  static let none: Int32 = -1

  var entries: ContiguousArray<Entry> = []
  /// The root of the forest's binary tree. Pieces have their own roots.
  var root = OrderedTree.none
  /// The number of nodes, including those of pieces.
  var total = 0

  /// Creates an empty forest.
  package init() {}

  /// The number of nodes of the forest, without the nodes of pieces.
  ///
  /// - Complexity: O(1).
  package var count: Int { size(root) }

  /// The number of nodes, including those of pieces.
  ///
  /// - Complexity: O(1).
  package var countWithPieces: Int { total }

  /// Whether the forest or a piece contains a node.
  ///
  /// - Complexity: O(1).
  package func contains(_ node: Int32) -> Bool {
    node >= 0 && Int(node) < entries.count && entries[Int(node)].size > 0
  }

  /// Whether the forest itself contains a node.
  package func isAttached(_ node: Int32) -> Bool { contains(node) && top(of: node) == root }

  /// The entry of a node, which must exist.
  subscript(node: Int32) -> Entry {
    get { entries[Int(node)] }
    _modify { yield &entries[Int(node)] }
  }
}

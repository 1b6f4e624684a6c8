/// The nodes of an ordered forest with their places: a balanced binary tree of the nodes in depth-first order, each
/// with the difference of its depth from that of the node before it.
///
/// A subtree is a run of nodes, so that moving it cuts the run out and inserts it elsewhere, whatever its size. The
/// depths are sums of differences. Each part of the binary tree knows its number of nodes, its sum, the least depth in
/// it and how many nodes have that depth. The parent of a node is the last node before it that is less deep; its
/// children are the nodes of its run with the least depth.
///
/// The binary tree is a treap, whose priorities are a function of the nodes' numbers that looks random. So its height
/// is O(log n), however deep the nodes are, unless an order was made to defeat that function. Every recursion here is
/// as deep as that at most.
///
/// A node that was detached is the root of a piece of its own, with its subtree, until it is attached again. All
/// operations accept the nodes of pieces; a place in a piece counts from the root of the piece.
///
/// For n nodes every operation costs O(log n), unless its documentation says otherwise. A node takes 32 bytes. A copy
/// is a value of its own; the first change after it copies all nodes.
package struct OrderedTree: Sendable {
  /// A node of the binary tree, at the index that is the node's number.
  struct Entry: Sendable {
    var left = OrderedTree.none
    var right = OrderedTree.none
    /// The entry above; none for a root.
    var above = OrderedTree.none
    /// The depth less that of the node before; of a first node, the depth.
    var step: Int32 = 0
    /// The sum of the steps beneath and here.
    var sum: Int32 = 0
    /// The least sum of the steps up to a node, of the nodes beneath and here.
    var low: Int32 = 0
    /// The number of nodes at which the sum is the least.
    var lows: Int32 = 0
    /// The number of nodes beneath and here; 0 for a number without a node.
    var size: Int32 = 0
  }

  static let none: Int32 = -1

  var entries: ContiguousArray<Entry> = []
  /// The root of the binary tree of the forest, without the pieces.
  var root = OrderedTree.none
  /// The number of nodes, including those of pieces.
  var total = 0

  /// Makes an empty forest.
  package init() {}

  /// The number of nodes of the forest, without those of pieces.
  ///
  /// - Complexity: O(1).
  package var count: Int { size(root) }

  /// The number of nodes, including those of pieces.
  ///
  /// - Complexity: O(1).
  package var countWithPieces: Int { total }

  /// Whether a node is in the forest or in a piece.
  ///
  /// - Complexity: O(1).
  package func contains(_ node: Int32) -> Bool {
    node >= 0 && Int(node) < entries.count && entries[Int(node)].size > 0
  }

  /// Whether a node is in the forest itself.
  package func isAttached(_ node: Int32) -> Bool { contains(node) && top(of: node) == root }

  /// The entry of a node, which must exist.
  subscript(node: Int32) -> Entry {
    get { entries[Int(node)] }
    _modify { yield &entries[Int(node)] }
  }
}

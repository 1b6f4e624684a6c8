import Foundation
import OrderedRows
import SectionedChanges

extension TreeSnapshot {
  /// The number of nodes.
  ///
  /// - Complexity: O(1).
  public var count: Int { order.count }

  /// Whether there is no node.
  public var isEmpty: Bool { count == 0 }

  /// All nodes with their depths, in depth-first order.
  ///
  /// - Complexity: O(nodes).
  public var nodes: [(node: ListElement<ID>, depth: Int)] {
    var nodes: [(node: ListElement<ID>, depth: Int)] = []
    nodes.reserveCapacity(count)
    order.forEach { nodes.append((table[$0], $1)) }
    return nodes
  }

  /// The identifiers of all nodes, in depth-first order.
  ///
  /// - Complexity: O(nodes).
  public var ids: [ID] { order.nodes.map { table[$0].id } }

  /// Whether a node is in the tree.
  ///
  /// - Complexity: O(log nodes).
  public func contains(_ id: ID) -> Bool { number(of: id) != nil }

  /// The revision of a node; nil when it is not in the tree.
  ///
  /// - Complexity: O(log nodes).
  public func revision(of id: ID) -> Int? { number(of: id).map { table[$0].revision } }

  /// The parent of a node; nil for a root, and when the node is not in the tree.
  ///
  /// - Complexity: O(log nodes).
  public func parent(of id: ID) -> ID? { number(of: id).flatMap { order.parent(of: $0) }.map { table[$0].id } }

  /// The number of ancestors of a node: 0 for a root; nil if the node is not in the tree.
  ///
  /// - Complexity: O(log nodes).
  public func depth(of id: ID) -> Int? { number(of: id).map { order.depth(of: $0) } }

  /// The number of children of a node; 0 when it is not in the tree.
  ///
  /// - Parameter id: the node; nil for the roots.
  /// - Complexity: O(log nodes).
  public func numberOfChildren(of id: ID?) -> Int { parentNumber(id).map { order.numberOfChildren(of: $0) } ?? 0 }

  /// The number of descendants of a node; 0 if the node is not in the tree.
  ///
  /// - Complexity: O(log nodes).
  public func numberOfDescendants(of id: ID) -> Int { number(of: id).map { order.numberOfDescendants(of: $0) } ?? 0 }

  /// The child of a node at an index; nil if there is none.
  ///
  /// - Parameters:
  ///   - index: the index among the children of the node.
  ///   - id: the node; nil for the roots.
  /// - Complexity: O(log nodes).
  public func child(_ index: Int, of id: ID?) -> ID? {
    guard let parent = parentNumber(id), index >= 0, index < order.numberOfChildren(of: parent) else { return nil }
    return table[order.child(index, of: parent)].id
  }

  /// The children of a node in order; empty if the node is not in the tree.
  ///
  /// - Parameter id: the node; nil for the roots.
  /// - Complexity: O(children · log nodes).
  public func children(of id: ID?) -> [ID] {
    guard let parent = parentNumber(id) else { return [] }
    return order.children(of: parent).map { table[$0].id }
  }

  /// The roots in order.
  ///
  /// - Complexity: O(roots · log nodes).
  public var roots: [ID] { children(of: nil) }

  /// The place of a node; nil when it is not in the tree.
  ///
  /// - Complexity: O(log nodes).
  public func place(of id: ID) -> TreePlace<ID>? {
    guard let number = number(of: id) else { return nil }
    return TreePlace(
      parent: order.parent(of: number).map { table[$0].id }, index: order.childIndex(of: number),
      rank: order.rank(of: number))
  }

  /// The index of a node in depth-first order; nil when it is not in the tree.
  ///
  /// - Complexity: O(log nodes).
  public func rank(of id: ID) -> Int? { number(of: id).map { order.rank(of: $0) } }

  /// The node at an index in depth-first order; nil if there is none.
  ///
  /// - Complexity: O(log nodes).
  public func node(atRank rank: Int) -> ID? {
    rank >= 0 && rank < count ? table[order.node(at: rank)].id : nil
  }

  /// The node at an index path of any length; nil if there is none, and for the empty path.
  ///
  /// - Complexity: O(length · log nodes).
  public func node(at path: IndexPath) -> ID? {
    var node: Int32?
    for index in path {
      guard index >= 0, index < order.numberOfChildren(of: node) else { return nil }
      node = order.child(index, of: node)
    }
    return node.map { table[$0].id }
  }

  /// The index path of a node, one index for each level; nil when it is not in the tree.
  ///
  /// - Complexity: O(depth · log nodes).
  public func indexPath(of id: ID) -> IndexPath? {
    guard let number = number(of: id) else { return nil }
    var indices: [Int] = []
    var next: Int32? = number
    while let node = next {
      indices.append(order.childIndex(of: node))
      next = order.parent(of: node)
    }
    return IndexPath(indexes: indices.reversed())
  }

  /// The ancestors of a node, from its parent to its root; empty if the node is not in the tree.
  ///
  /// - Complexity: O(depth · log nodes).
  public func ancestors(of id: ID) -> [ID] {
    var ancestors: [ID] = []
    var next = number(of: id).flatMap { order.parent(of: $0) }
    while let node = next {
      ancestors.append(table[node].id)
      next = order.parent(of: node)
    }
    return ancestors
  }

  /// A node and its descendants, in depth-first order; empty if the node is not in the tree.
  ///
  /// - Complexity: O(log nodes + nodes of the subtree).
  public func subtree(of id: ID) -> [ID] { number(of: id).map { order.subtree(of: $0) }?.map { table[$0].id } ?? [] }

  /// Whether a node is another node or a descendant of it. False if one of them is not in the tree.
  ///
  /// - Complexity: O(log nodes).
  public func isNode(_ id: ID, inSubtreeOf other: ID) -> Bool {
    guard let number = number(of: id), let other = self.number(of: other) else { return false }
    return order.isNode(number, inSubtreeOf: other)
  }
}

import Foundation
import OrderedRows
import SectionedChanges

/// A version of a tree: identifiers and revisions, in order. It may have any number of roots.
///
/// ```swift
/// var folders = TreeSnapshot<String>()
/// try folders.insert("Mail")
/// try folders.insert("Drafts", under: "Mail")
/// folders.depth(of: "Drafts")          // 1
/// folders.node(at: [0, 0])             // Drafts
/// ```
///
/// An identifier is in a tree at most once. A node is found by its identifier, by its index path, or by its rank, the
/// index in depth-first order. Each of these is converted to the other two in O(log nodes), however deep the tree is;
/// an index path takes O(log nodes) for each of its levels. Nothing here recurses over levels, so that a deep tree does
/// not overflow the stack.
///
/// A copy shares its storage with the original until one of them is changed. That change copies all nodes.
public struct TreeSnapshot<ID: Hashable & Sendable>: Sendable {
  var order: OrderedTree
  var table: NodeTable<ID>

  /// Makes an empty tree.
  public init() {
    order = OrderedTree()
    table = NodeTable()
  }

  init(_ order: OrderedTree, _ table: NodeTable<ID>) {
    self.order = order
    self.table = table
  }

  /// Makes a tree of nodes in depth-first order.
  ///
  /// - Parameter nodes: the nodes with their depths. Each is at most one level deeper than the one before; the first
  ///   has depth 0.
  /// - Complexity: O(nodes).
  /// - Throws: ``TreeChangeError`` if an identifier occurs twice or a depth is impossible.
  public init(depthFirst nodes: [(node: ListElement<ID>, depth: Int)]) throws {
    table = NodeTable()
    var numbered: [(node: Int32, depth: Int)] = []
    for (node, depth) in nodes {
      guard table.number(of: node.id) == nil else { throw TreeChangeError.twice(node.id) }
      guard depth >= 0, depth <= (numbered.last?.depth ?? -1) + 1 else {
        throw TreeChangeError(
          .impossiblePlace, "Node \(named: node.id) has the depth \(depth), which cannot follow the node before it.")
      }
      numbered.append((table.add(node), depth))
    }
    order = OrderedTree(depthFirst: numbered)
  }

  /// The number of a node; nil if it is not in the tree, or only in a detached piece.
  func number(of id: ID) -> Int32? {
    guard let number = table.number(of: id), order.isAttached(number) else { return nil }
    return number
  }

  /// The number of a parent: `.some(nil)` as the parent of the roots, `nil` if the parent is not in the tree.
  func parentNumber(_ id: ID?) -> Int32?? {
    guard let id else { return .some(nil) }
    return number(of: id).map { .some($0) }
  }
}

extension TreeSnapshot: Equatable {
  /// Whether two trees have the same nodes at the same places, with the same revisions.
  ///
  /// - Complexity: O(nodes).
  public static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.count == rhs.count else { return false }
    return zip(lhs.nodes, rhs.nodes).allSatisfy { $0.node == $1.node && $0.depth == $1.depth }
  }
}

extension TreeSnapshot: CustomStringConvertible {
  /// `a(b c(d)) e`: nodes with their children in parentheses. A `·` and the revision follow a node whose revision is
  /// not 0.
  ///
  /// - Complexity: O(nodes).
  public var description: String {
    var text = ""
    var last = 0
    for (index, (node, depth)) in nodes.enumerated() {
      if index > 0 { text += depth > last ? "(" : String(repeating: ")", count: last - depth) + " " }
      text += "\(node)"
      last = depth
    }
    return text + String(repeating: ")", count: last)
  }
}

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
/// An identifier is in a tree once. A node is named by its identifier, by its index path, or by its rank, which is its
/// index in depth-first order. Each name leads to the other two in O(log nodes), however deep the tree is; an
/// index path takes that for each of its levels. Nothing here uses the stack for the levels of a tree.
///
/// A copy is a value of its own that shares its memory with the tree until one of them changes; that change copies all
/// nodes.
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
  /// - Throws: ``TreeChangeError`` for an identifier that comes twice and for a depth that is impossible.
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

  /// The number of a node that is in the tree.
  func number(of id: ID) -> Int32? {
    guard let number = table.number(of: id), order.isAttached(number) else { return nil }
    return number
  }

  /// The number of a parent: nil for the roots, and nil in an optional for one that is not in the tree.
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
  /// `a(b c(d)) e`: nodes with their children in parentheses, revisions that are not zero behind a `·`.
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

import SectionedChanges
import SectionedTrees

extension NaiveTree {
  /// The tree of a snapshot, read in depth-first order.
  init(_ snapshot: TreeSnapshot<Int>) {
    self.init()
    var path: [Int?] = [nil]
    for (node, depth) in snapshot.nodes {
      path.removeLast(path.count - depth - 1)
      insert(node.id, under: path[depth], at: children[path[depth]]?.count ?? 0)
      revisions[node.id] = node.revision
      path.append(node.id)
    }
  }

  /// The nodes and depths, without revisions.
  var shape: [NodeDepth] { nodes.map { NodeDepth(id: $0.node.id, depth: $0.depth) } }
}

struct NodeDepth: Hashable {
  var id: Int
  var depth: Int
}

import OrderedRows
import SectionedChanges

extension TreeChangeSet {
  /// Computes the least changes between two trees.
  ///
  /// - Parameters:
  ///   - old: the tree before.
  ///   - new: the tree after.
  ///   - keys: returns the names of the changed properties of a node; nil or an empty set if they are unknown. Called
  ///     for each node that is in both trees and has another revision.
  /// - Complexity: O(nodes + k · log nodes) for k nodes that left, entered or changed, or whose parent has another list
  ///   of children.
  public init(
    from old: TreeSnapshot<ID>, to new: TreeSnapshot<ID>, keys: (ID) -> Set<String>? = { _ in nil }
  ) {
    let (before, after) = (TreeChildren(old), TreeChildren(new))
    var touches: [ID: TreeTouch] = [:]
    for (parent, children) in after.children where before.children[parent] != children {
      for id in children { touches[id] = .placed }
    }
    for (parent, children) in before.children where after.children[parent] != children {
      for id in children { touches[id] = .placed }
    }
    for (id, revision) in after.revisions {
      if let former = before.revisions[id], former != revision {
        touches[id] = .revised(keys(id))
      }
    }
    do {
      self = try TreeDifference(touches, from: old, to: new).changes()
    } catch {
      fatalError("Two trees cannot be compared (\(error)). This is a fault of SectionedTrees; report it.")
    }
  }
}

/// The lists of children by parents, and the revisions of all nodes.
private struct TreeChildren<ID: Hashable & Sendable> {
  var children: [ID?: [ID]] = [:]
  var revisions: [ID: Int] = [:]

  init(_ tree: TreeSnapshot<ID>) {
    revisions.reserveCapacity(tree.count)
    var path: [ID?] = [nil]
    for (node, depth) in tree.nodes {
      path.removeLast(path.count - depth - 1)
      children[path[depth], default: []].append(node.id)
      revisions[node.id] = node.revision
      path.append(node.id)
    }
  }
}

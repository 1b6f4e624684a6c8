import CoreData
import SectionedChanges
import SectionedDataSources

/// The edits that a user may make to a tree in a view of it, and the closures that carry them out.
///
/// ```swift
/// binding.treeEditing = TreeViewEditing(TreeEditing(of: folders, position: "position"))
/// binding.treeEditing = TreeViewEditing(tasks)                     // a MemoryTree
/// ```
///
/// An index is that of the first node among the children of its parent after the move. A parent of nil means the
/// roots.
public struct TreeViewEditing<ID: Hashable & Sendable> {
  /// Whether a node may be moved. Asked only where ``move`` is there.
  public var canMove: (ID) -> Bool = { _ in true }
  /// The index at which nodes may be dropped: the proposed one, or another one near it; nil where they may not be
  /// dropped on the parent, as on one in their own subtrees.
  public var target: (_ nodes: [ID], _ parent: ID?, _ proposed: Int) -> Int? = { $2 }
  /// Moves nodes with their subtrees; nil where nodes cannot be moved.
  public var move: ((_ nodes: [ID], _ parent: ID?, _ index: Int) throws -> Void)?
  /// Whether a node may be deleted. Asked only where ``delete`` is there.
  public var canDelete: (ID) -> Bool = { _ in true }
  /// Deletes nodes; nil where nodes cannot be deleted.
  public var delete: ((_ nodes: [ID]) throws -> Void)?

  /// Makes an editing that allows nothing.
  public init() {}

  /// Makes the editing of a tree in memory: its verbs.
  ///
  /// - Parameter tree: the tree, kept alive.
  public init<Model>(_ tree: MemoryTree<Model, ID>) {
    target = { nodes, parent, proposed in
      (try? tree.tree.target(of: nodes, under: parent, at: proposed)) == nil ? nil : proposed
    }
    move = { try tree.move($0, under: $1, at: $2) }
    delete = { nodes in
      try tree.performUpdates {
        // One beneath another one of them leaves with it.
        for node in nodes where tree.tree.contains(node) { try tree.delete(node) }
      }
    }
  }
}

extension TreeViewEditing where ID == NSManagedObjectID {
  /// Makes the editing of a fetched tree. A deleted node takes its subtree with it.
  ///
  /// - Parameter editing: the editing of the objects, which keeps the tree alive.
  public init<Node: NSManagedObject>(_ editing: TreeEditing<Node>) {
    let tree = editing.controller
    func node(_ id: ID) throws -> Node {
      guard let node = tree.model(for: id) else { throw TreeChangeError.unknown(id) }
      return node
    }
    target = { nodes, parent, proposed in
      do {
        let (moved, target) = (try nodes.map(node), try parent.map(node))
        if moved.count == 1 { return editing.index(of: moved[0], under: target, proposed: proposed) }
        try editing.checkMove(moved, under: target)
        return proposed
      } catch { return nil }
    }
    move = { try editing.move(try $0.map(node), under: try $1.map(node), at: $2) }
    delete = { try editing.delete(try $0.map(node)) }
  }
}

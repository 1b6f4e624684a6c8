import CoreData
import SectionedChanges
import SectionedDataSources

/// The edits that a user may make in a view of a tree, and the closures that perform them.
///
/// ```swift
/// binding.treeEditing = TreeViewEditing(TreeEditing(of: folders, position: "position"))
/// binding.treeEditing = TreeViewEditing(tasks)                     // a MemoryTree
/// ```
///
/// Each index is the index of the first node among the children of its parent after the move. A parent of nil means the
/// roots.
public struct TreeViewEditing<ID: Hashable & Sendable> {
  /// Returns whether a node may be moved. Called only if ``move`` is not nil.
  public var canMove: (ID) -> Bool = { _ in true }
  /// Returns the index at which nodes may be dropped: the proposed one, or another one near it; nil if they may not be
  /// dropped on the parent, for example because it is in the subtree of one of them.
  public var target: (_ nodes: [ID], _ parent: ID?, _ proposed: Int) -> Int? = { $2 }
  /// Moves nodes with their subtrees; nil if nodes cannot be moved.
  public var move: ((_ nodes: [ID], _ parent: ID?, _ index: Int) throws -> Void)?
  /// Returns whether a node may be deleted. Called only if ``delete`` is not nil.
  public var canDelete: (ID) -> Bool = { _ in true }
  /// Deletes nodes; nil if nodes cannot be deleted.
  public var delete: ((_ nodes: [ID]) throws -> Void)?

  /// Makes an editing that allows nothing.
  public init() {}

  /// Makes the editing of a tree in memory, by its verbs.
  ///
  /// - Parameter tree: the tree, which is retained.
  public init<Model>(_ tree: MemoryTree<Model, ID>) {
    target = { nodes, parent, proposed in
      (try? tree.tree.target(of: nodes, under: parent, at: proposed)) == nil ? nil : proposed
    }
    move = { try tree.move($0, under: $1, at: $2) }
    delete = { nodes in
      try tree.performUpdates {
        // A node is gone if its ancestor was deleted before it.
        for node in nodes where tree.tree.contains(node) { try tree.delete(node) }
      }
    }
  }
}

extension TreeViewEditing where ID == NSManagedObjectID {
  /// Makes the editing of a fetched tree. Deleting a node deletes its subtree.
  ///
  /// - Parameter editing: the editing of the objects, which retains the tree.
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

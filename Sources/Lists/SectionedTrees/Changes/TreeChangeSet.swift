/// A deleted or inserted node: the root of a subtree that left or entered the tree, or a node beneath such a root.
public struct TreeRoot<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The node.
  public var id: ID
  /// The place in the old tree for a deletion, in the new tree for an insertion.
  public var place: TreePlace<ID>
  /// The number of nodes that were deleted or inserted with this root, including it. Nodes that moved out of the
  /// subtree or into it are not counted. 1 for a node beneath a root.
  public var size: Int

  /// Makes a deleted or inserted node from its parts.
  public init(_ id: ID, at place: TreePlace<ID>, size: Int = 1) {
    self.id = id
    self.place = place
    self.size = size
  }
}

/// A node that is in both trees, and has another parent or another order among its remaining siblings.
public struct TreeMove<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The node.
  public var id: ID
  /// Place in the old tree.
  public var from: TreePlace<ID>
  /// Place in the new tree.
  public var to: TreePlace<ID>
  /// The names of the changed properties; empty if only the place changed, nil if they are unknown.
  public var keys: Set<String>?

  /// Makes a move from an old to a new place.
  public init(_ id: ID, from: TreePlace<ID>, to: TreePlace<ID>, keys: Set<String>?) {
    self.id = id
    self.from = from
    self.to = to
    self.keys = keys
  }
}

/// A node that is in both trees, did not move, and changed.
public struct TreeUpdatedNode<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The node.
  public var id: ID
  /// Place in the old tree.
  public var old: TreePlace<ID>
  /// Place in the new tree.
  public var new: TreePlace<ID>
  /// The names of the changed properties; nil if they are unknown.
  public var keys: Set<String>?

  /// Makes an update of a node.
  public init(_ id: ID, old: TreePlace<ID>, new: TreePlace<ID>, keys: Set<String>?) {
    self.id = id
    self.old = old
    self.new = new
    self.keys = keys
  }
}

/// Everything that happened to a tree between two of its versions, as one value.
///
/// ```swift
/// let changes = try TreeChangeSet(from: old, to: new)
/// let next = try changes.apply(to: old) { new.revision(of: $0) ?? 0 }
/// ```
///
/// There are two index spaces, the *old* tree and the *new* tree, as in `SectionedChangeSet`. No place is relative to
/// another change.
///
/// - A subtree that left is one deletion, one that entered is one insertion, and one that moved is one move, whatever
///   their sizes. A node has moved if it has another parent, or another order among the siblings that are in both
///   trees.
/// - The other nodes of a deleted subtree are in ``taken``, those of an inserted subtree in ``brought``. A node that is
///   in both trees moved out of the deleted subtree, or into the inserted one.
/// - A node is not listed if its index or rank changed only because other nodes were inserted, deleted or moved.
///
/// The number of changes is the smallest possible. If several sets have that size, this is one with the fewest moves.
public struct TreeChangeSet<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The roots of the deleted subtrees, by ascending old places.
  public var deleted: [TreeRoot<ID>]
  /// The roots of the inserted subtrees, by ascending new places.
  public var inserted: [TreeRoot<ID>]
  /// The nodes that moved with their subtrees, by ascending old places.
  public var moved: [TreeMove<ID>]
  /// The nodes that changed without moving, by ascending old places.
  public var updated: [TreeUpdatedNode<ID>]
  /// The other nodes of the deleted subtrees, by ascending old places.
  public var taken: [TreeRoot<ID>]
  /// The other nodes of the inserted subtrees, by ascending new places.
  public var brought: [TreeRoot<ID>]

  /// Makes a change set from its parts, each in the order that its property has. Nothing is sorted or checked.
  public init(
    deleted: [TreeRoot<ID>] = [], inserted: [TreeRoot<ID>] = [], moved: [TreeMove<ID>] = [],
    updated: [TreeUpdatedNode<ID>] = [], taken: [TreeRoot<ID>] = [], brought: [TreeRoot<ID>] = []
  ) {
    self.deleted = deleted
    self.inserted = inserted
    self.moved = moved
    self.updated = updated
    self.taken = taken
    self.brought = brought
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty }

  /// The number of changes. ``taken`` and ``brought`` are not counted.
  public var count: Int { deleted.count + inserted.count + moved.count + updated.count }

  /// The number of deleted nodes, including ``taken``.
  public var numberOfDeletedNodes: Int { deleted.count + taken.count }

  /// The number of inserted nodes, including ``brought``.
  public var numberOfInsertedNodes: Int { inserted.count + brought.count }
}

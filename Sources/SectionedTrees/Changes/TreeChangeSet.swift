/// A root of a subtree that left the tree or entered it, or a node of such a subtree.
public struct TreeRoot<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The node.
  public var id: ID
  /// In the old tree for a deletion, in the new tree for an insertion.
  public var place: TreePlace<ID>
  /// The number of nodes that left or entered with it, itself included. Nodes of the subtree that are in both trees
  /// moved and are not counted.
  public var size: Int

  /// Makes it from its parts.
  public init(_ id: ID, at place: TreePlace<ID>, size: Int = 1) {
    self.id = id
    self.place = place
    self.size = size
  }
}

/// A node that is in both trees and has another parent, or another place among the children that stay.
public struct TreeMove<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The node.
  public var id: ID
  /// Place in the old tree.
  public var from: TreePlace<ID>
  /// Place in the new tree.
  public var to: TreePlace<ID>
  /// The properties that changed, empty when none did; nil when that cannot be known.
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
  /// The properties that changed; nil when that cannot be known.
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
///   their sizes. A node has moved if its parent is another one, or if it
///   changed its place among the children that stay.
/// - The other nodes of a subtree that left are in ``taken``, those of one that entered in ``brought``. A node that is
///   in both trees moved, also out of a deleted subtree or into an inserted one.
/// - A node whose index or rank differs only because other nodes came or went is not named.
///
/// The number of changes is the least. Of several answers, the one with the fewest moves.
public struct TreeChangeSet<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The roots of the subtrees that left, by ascending old places.
  public var deleted: [TreeRoot<ID>]
  /// The roots of the subtrees that entered, by ascending new places.
  public var inserted: [TreeRoot<ID>]
  /// The nodes that moved with their subtrees, by ascending old places.
  public var moved: [TreeMove<ID>]
  /// The nodes that changed without moving, by ascending old places.
  public var updated: [TreeUpdatedNode<ID>]
  /// The nodes that left with a parent, by ascending old places.
  public var taken: [TreeRoot<ID>]
  /// The nodes that entered with a parent, by ascending new places.
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

  /// The number of changes, without the nodes taken and brought.
  public var count: Int { deleted.count + inserted.count + moved.count + updated.count }

  /// The number of nodes that left, those taken included.
  public var numberOfDeletedNodes: Int { deleted.count + taken.count }

  /// The number of nodes that entered, those brought included.
  public var numberOfInsertedNodes: Int { inserted.count + brought.count }
}

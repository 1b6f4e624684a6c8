import SectionedChanges

/// The place of a node in one version of a tree.
///
/// ``parent`` and ``index`` are the place at which to insert the node. ``rank`` is the index of its row when all nodes
/// are expanded. Places are ordered by rank, that is, depth-first. The property that holds a place says whether the
/// place is in the *old* or the *new* tree.
public struct TreePlace<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The parent; nil for a root.
  public var parent: ID?
  /// The index among the children of the parent, or among the roots.
  public var index: Int
  /// The number of nodes before it in depth-first order.
  public var rank: Int

  /// Makes a place from its parts.
  public init(parent: ID?, index: Int, rank: Int) {
    self.parent = parent
    self.index = index
    self.rank = rank
  }
}

extension TreePlace: Comparable {
  /// Whether one place is before another in depth-first order.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }
}

extension TreePlace: CustomStringConvertible {
  /// `a[2]`: the parent and the index; of a root only the index, `[2]`.
  public var description: String { (parent.map { "\(named: $0)" } ?? "") + "[\(index)]" }
}

import SectionedChanges

/// The place of a node in one version of a tree.
///
/// Parent and index say where a node is inserted; the rank is the index of its row where all nodes are shown. Places
/// order by rank, which is depth-first. Whether a place is in the *old* or the *new* tree depends on what holds it.
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

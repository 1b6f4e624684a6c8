/// The treatment of nodes whose parents make no tree.
///
/// ```swift
/// var policies = TreePolicies()
/// policies.orphans = .hidden
/// ```
///
/// Each such node is reported once to the source's `AnomalyHandler`, which logs it in debug builds.
public struct TreePolicies: Hashable, Sendable {
  /// The place of a node that cannot be under its parent.
  public enum Place: String, Hashable, Sendable, CaseIterable {
    /// The node is a root, in its order among the roots.
    case root
    /// The node is not in the tree, and neither is its subtree.
    case hidden
  }

  /// Nodes whose parent is not in the tree, because a predicate excludes it, or because it is deleted or has not
  /// arrived yet. When it arrives, they move under it. By default they are roots.
  public var orphans = Place.root
  /// Nodes that are above each other. The first of them in the order of the list is separated from its parent; the
  /// other ones are beneath it. By default it is a root.
  public var cycles = Place.root
  /// Nodes that are their own parents. By default they are roots.
  public var ownParents = Place.root

  /// Makes the default policies: all of these nodes are roots.
  public init() {}
}

/// The treatment of nodes that cannot be under their parents.
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
    /// The node and its subtree are not in the tree.
    case hidden
  }

  /// The place of nodes whose parent is not in the tree, because a predicate excludes it, or because it is deleted or
  /// not inserted yet. When the parent is inserted, the nodes move under it. By default they are roots.
  public var orphans = Place.root
  /// The place of the first node of a cycle, in the order of the list. It is separated from its parent; the other nodes
  /// of the cycle are beneath it. By default it is a root.
  public var cycles = Place.root
  /// The place of nodes that are their own parents. By default they are roots.
  public var ownParents = Place.root

  /// Makes the default policies: all of these nodes are roots.
  public init() {}
}

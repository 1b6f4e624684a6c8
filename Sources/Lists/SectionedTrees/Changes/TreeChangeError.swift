import SectionedChanges

/// An error in a tree, or in changes of a tree. The description names the nodes and places.
public struct TreeChangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the error.
  public enum Reason: Hashable, Sendable {
    /// A node is in a tree twice, or would be.
    case duplicateNode
    /// The named node is not in the tree.
    case unknownNode
    /// There is no such place in the tree.
    case impossiblePlace
    /// A node would be in its own subtree.
    case ownSubtree
    /// The parent cannot have such a node as a child, because of its entity or because it is a group.
    case impossibleParent
    /// A node is at another place than the changes say.
    case wrongPlace
    /// The subtree to delete has another number of nodes than the changes say.
    case countMismatch
  }

  /// The kind of the error.
  public let reason: Reason
  /// A sentence that names the nodes and places.
  public let description: String

  init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }
}

extension TreeChangeError {
  static func twice(_ id: some Hashable) -> Self { Self(.duplicateNode, "Node \(named: id) is in the tree already.") }

  static func unknown(_ id: some Hashable) -> Self { Self(.unknownNode, "Node \(named: id) is not in the tree.") }

  static func intoItself<ID: Hashable>(_ id: ID, under parent: ID) -> Self {
    Self(
      .ownSubtree,
      id == parent
        ? "Node \(named: id) cannot be its own parent."
        : "Node \(named: id) cannot be moved under \(named: parent), which is in its subtree.")
  }

  static func impossible<ID>(_ id: ID, _ place: TreePlace<ID>, count: Int) -> Self {
    Self(.impossiblePlace, "Node \(named: id) cannot be at \(place): there are \(count) nodes.")
  }
}

/// A row of a tree shown as a list: a node whose ancestors are all expanded.
public struct TreeRow<Model> {
  /// The model of the node.
  public var model: Model
  /// The number of nodes above it: 0 for a root.
  public var depth: Int
  /// The number of its children, shown or not.
  public var numberOfChildren: Int
  /// Whether its children are shown.
  public var isExpanded: Bool
  /// Whether the node itself matches the filter; true without one.
  public var isMatch: Bool

  /// Makes a row from its parts.
  public init(model: Model, depth: Int, numberOfChildren: Int, isExpanded: Bool, isMatch: Bool = true) {
    self.model = model
    self.depth = depth
    self.numberOfChildren = numberOfChildren
    self.isExpanded = isExpanded
    self.isMatch = isMatch
  }

  /// Whether the node has no children.
  public var isLeaf: Bool { numberOfChildren == 0 }
}

extension TreeRow: Equatable where Model: Equatable {}
extension TreeRow: Hashable where Model: Hashable {}
extension TreeRow: Sendable where Model: Sendable {}

/// The facts of a row that a view shows, in addition to its node and its depth.
struct RowState: Hashable, Sendable {
  var numberOfChildren: Int32 = 0
  var isExpanded = false
  var isMatch = true
}

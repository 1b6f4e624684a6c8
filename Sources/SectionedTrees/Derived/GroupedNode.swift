/// A node of a tree whose nodes are grouped by a value.
public enum GroupedNode<Model, Value> {
  /// A node of the tree beneath.
  case node(Model)
  /// The nodes that have a value, under one parent; nil for those that have none.
  case group(Value?)

  /// The model of a node of the tree beneath; nil for a group.
  public var model: Model? { if case .node(let model) = self { model } else { nil } }
}

extension GroupedNode: Equatable where Model: Equatable, Value: Equatable {}
extension GroupedNode: Hashable where Model: Hashable, Value: Hashable {}
extension GroupedNode: Sendable where Model: Sendable, Value: Sendable {}

/// The identifier of a node in a grouped tree.
public enum GroupedNodeID<ID: Hashable & Sendable, Value: Hashable & Sendable>: Hashable, Sendable {
  /// A node of the tree beneath.
  case node(ID)
  /// The nodes that have a value, under one parent; nil for those that have none, and for the roots.
  case group(Value?, under: ID?)

  var isGroup: Bool { if case .group = self { true } else { false } }
}

/// The place of a node whose value is nil, where other nodes are grouped by theirs.
public enum TreeNilGroup: String, Hashable, Sendable, CaseIterable {
  /// A group of its own, behind all other ones.
  case last
  /// A child of its parent, before all groups.
  case ungrouped
  /// Not in the tree, and neither is its subtree.
  case hidden
}

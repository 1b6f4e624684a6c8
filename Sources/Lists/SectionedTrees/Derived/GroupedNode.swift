/// A node of a ``GroupedTree``.
public enum GroupedNode<Model, Value> {
  /// A node of the base tree.
  case node(Model)
  /// A group of the children of one parent that have the same value; nil for those without a value.
  case group(Value?)

  /// The model of a node of the base tree; nil for a group.
  public var model: Model? { if case .node(let model) = self { model } else { nil } }
}

extension GroupedNode: Equatable where Model: Equatable, Value: Equatable {}
extension GroupedNode: Hashable where Model: Hashable, Value: Hashable {}
extension GroupedNode: Sendable where Model: Sendable, Value: Sendable {}

/// The identifier of a node in a grouped tree.
public enum GroupedNodeID<ID: Hashable & Sendable, Value: Hashable & Sendable>: Hashable, Sendable {
  /// A node of the base tree.
  case node(ID)
  /// A group of the children of `under` that have the same value. The value is nil for children without one, `under`
  /// for roots.
  case group(Value?, under: ID?)

  var isGroup: Bool { if case .group = self { true } else { false } }
}

/// The place of nodes that are to be grouped, but whose value is nil.
public enum TreeNilGroup: String, Hashable, Sendable, CaseIterable {
  /// A separate group, after all other groups.
  case last
  /// Direct children of their parent, before all groups.
  case ungrouped
  /// Not in the tree. Their subtrees are hidden, too.
  case hidden
}

import SectionedChanges
import SectionedDataSources

/// A tree that groups the children of each node of another tree, the *base tree*, by a letter, a day or another value.
///
/// ```swift
/// let byLetter = GroupedTree(places, where: { $0.entity.name == "Street" }) { street in
///   (street.value(forKey: "name") as? String)?.first.map(String.init)
/// }
/// // Austria, Vienna, G, Graben
/// ```
///
/// Nodes that satisfy the condition are grouped under their parent. All other nodes stay direct children, before the
/// groups. Groups have the order of their values, and nodes in a group the order of the base tree. A group exists as
/// long as it has nodes. For several such levels, as year and month, group a grouped tree again.
///
/// A step of the base tree is one step of this tree, with the least changes. This tree has its own filter and
/// expansion.
public final class GroupedTree<Base: TreeDataSource, Value: Hashable & Comparable & Sendable>: TreeDataSource {
  /// The model of a node: a model of the base tree, or the value of a group.
  public typealias Model = GroupedNode<Base.Model, Value>
  /// The identifier of a node.
  public typealias ItemID = GroupedNodeID<Base.ItemID, Value>

  /// The tree, its rows, and the expansion.
  public let treeCore: TreeCore<ItemID>
  /// The base tree.
  public let base: Base
  /// The place of nodes whose value is nil.
  public let nilGroup: TreeNilGroup
  private let isGrouped: (Base.Model) -> Bool
  private let value: (Base.Model) -> Value?
  /// The steps of the base tree that are not applied yet.
  private var pending: [TreeChangeSet<Base.ItemID>] = []

  /// Makes a grouped tree, which follows the base tree.
  ///
  /// - Parameters:
  ///   - base: the base tree, which is retained.
  ///   - nilGroup: the place of nodes whose value is nil.
  ///   - isGrouped: returns whether a node is grouped. The result of both closures must depend on the model alone,
  ///     because they are called again only when a node is updated or moved.
  ///   - value: returns the value of a node that is grouped.
  /// - Complexity: O(nodes · log nodes).
  public init(
    _ base: Base, nilGroup: TreeNilGroup = .last, where isGrouped: @escaping (Base.Model) -> Bool = { _ in true },
    by value: @escaping (Base.Model) -> Value?
  ) {
    (self.base, self.nilGroup, self.isGrouped, self.value) = (base, nilGroup, isGrouped, value)
    treeCore = TreeCore(phase: base.phase, origin: base.treeCore.origin)
    base.treeCore.addFollower(self) { [weak self] in self?.pending.append($0) }
    base.treeCore.signal.core.attach(treeCore.signal.core) { _ in }
    // The rows have the phase. It may change without a step of the tree, as when a fetch finds nothing.
    base.core.attach(treeCore.signal.core) { _ in }
    treeCore.prepare = { [weak self] in self?.follow() }
    // Without the edits of a step that is still open, because its changes follow.
    treeCore.perform { replace(by: base.treeCore.tree.lastSnapshot) }
  }

  deinit {
    base.treeCore.removeFollower(ObjectIdentifier(self))
    base.treeCore.signal.core.detach(treeCore.signal.core)
    base.core.detach(treeCore.signal.core)
  }

  /// The handler to which the source reports anomalies: that of the base tree.
  public var anomalies: AnomalyHandler { base.anomalies }

  /// The model of a node, even if a policy hides the node; nil if the source does not have it.
  public func model(for id: ItemID) -> Model? {
    switch id {
    case .node(let id): base.model(for: id).map { .node($0) }
    case .group(let value, _): treeCore.tree.number(of: id).map { _ in .group(value) }
    }
  }

  private func follow() {
    treeCore.setPhase(base.phase)
    let steps = pending
    pending = []
    if steps.isEmpty { return }
    // Several steps cannot be applied one by one, because the trees between them no longer exist.
    if steps.count > 1 { replace(by: base.tree) } else { edit(by: steps[0], to: base.tree) }
    let changed = steps.flatMap { step in
      step.updated.map { ($0.id, $0.keys) } + step.moved.filter { $0.keys != [] }.map { ($0.id, $0.keys) }
    }
    for (id, keys) in changed {
      if let number = treeCore.tree.number(of: .node(id)) { treeCore.tree.revise(number, keys: keys) }
    }
  }

  /// The kind of place that a node has under its parent.
  enum Spot: Equatable {
    case ungrouped
    case group(Value?)
    case hidden
  }

  func spot(of id: Base.ItemID) -> Spot {
    guard let model = base.model(for: id), isGrouped(model) else { return .ungrouped }
    if let value = value(model) { return .group(value) }
    switch nilGroup {
    case .last: return .group(nil)
    case .ungrouped: return .ungrouped
    case .hidden: return .hidden
    }
  }
}

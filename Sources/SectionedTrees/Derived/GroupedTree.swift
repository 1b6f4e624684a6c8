import SectionedChanges
import SectionedDataSources

/// A tree with a level of values in between: the children of a node in a group for each letter, day or other value.
///
/// ```swift
/// let byLetter = GroupedTree(places, where: { $0.entity.name == "Street" }) { street in
///   (street.value(forKey: "name") as? String)?.first.map(String.init)
/// }
/// // Austria, Vienna, G, Graben
/// ```
///
/// The nodes for which the condition holds are grouped under their parent; all other ones stay where they are, before
/// the groups. Groups are in the order of their values, and nodes in a group in the order of the tree beneath. A group
/// is there as long as it has nodes. For several such levels, as year and month, group a grouped tree again.
///
/// A step of the tree beneath is one step here, with the least changes. Filter and expansion are of this tree.
public final class GroupedTree<Base: TreeDataSource, Value: Hashable & Comparable & Sendable>: TreeDataSource {
  /// The model of a node: that of the tree beneath, or a value.
  public typealias Model = GroupedNode<Base.Model, Value>
  /// The identifier of a node.
  public typealias ItemID = GroupedNodeID<Base.ItemID, Value>

  /// The tree, its rows, and the expansion.
  public let treeCore: TreeCore<ItemID>
  /// The tree beneath.
  public let base: Base
  /// The place of nodes whose value is nil.
  public let nilGroup: TreeNilGroup
  private let isGrouped: (Base.Model) -> Bool
  private let value: (Base.Model) -> Value?
  /// The steps of the tree beneath that were not followed yet.
  private var pending: [TreeChangeSet<Base.ItemID>] = []

  /// Makes a grouped tree, which follows the tree beneath.
  ///
  /// - Parameters:
  ///   - base: the tree beneath, kept alive.
  ///   - nilGroup: the place of nodes whose value is nil.
  ///   - isGrouped: whether a node is grouped. Both closures depend on the model alone: a node is asked again when it
  ///     is updated or moved.
  ///   - value: returns the value of a node that is grouped.
  /// - Complexity: O(nodes · log nodes).
  public init(
    _ base: Base, nilGroup: TreeNilGroup = .last, where isGrouped: @escaping (Base.Model) -> Bool = { _ in true },
    by value: @escaping (Base.Model) -> Value?
  ) {
    (self.base, self.nilGroup, self.isGrouped, self.value) = (base, nilGroup, isGrouped, value)
    treeCore = TreeCore(phase: base.phase)
    base.treeCore.addFollower(self) { [weak self] in self?.pending.append($0) }
    base.treeCore.signal.core.attach(treeCore.signal.core) { _ in }
    treeCore.prepare = { [weak self] in self?.follow() }
    // Without the edits of a step that is still open: its changes follow.
    treeCore.perform { replace(by: base.treeCore.tree.lastSnapshot) }
  }

  deinit {
    base.treeCore.removeFollower(ObjectIdentifier(self))
    base.treeCore.signal.core.detach(treeCore.signal.core)
  }

  /// The handler to which the source reports anomalies: that of the tree beneath.
  public var anomalies: AnomalyHandler { base.anomalies }

  /// The model of a node, also of one that a policy hides; nil when the source does not have it.
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
    // The first of several steps led to a tree that is not there any more.
    if steps.count > 1 { replace(by: base.tree) } else { edit(by: steps[0], to: base.tree) }
    let changed = steps.flatMap { step in
      step.updated.map { ($0.id, $0.keys) } + step.moved.filter { $0.keys != [] }.map { ($0.id, $0.keys) }
    }
    for (id, keys) in changed {
      if let number = treeCore.tree.number(of: .node(id)) { treeCore.tree.revise(number, keys: keys) }
    }
  }

  /// The place of a node under its parent.
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

import CoreData
import SectionedChanges
import SectionedDataSources

extension TreeViewEditing {
  /// Makes the editing of a grouped tree: a node that is dropped in a group gets the group's value.
  ///
  /// ```swift
  /// let editing = TreeViewEditing(byState, over: TreeViewEditing(tasks)) { task, state in
  ///   try tasks.update(task.with(state))
  /// }
  /// ```
  ///
  /// A dropped node gets the same neighbors in the base tree as in the group. Groups cannot be moved or deleted, and a
  /// node that the tree does not group cannot be dropped in one. The move is one step. Setting the new values may be
  /// another one.
  ///
  /// - Parameters:
  ///   - tree: the grouped tree, which is retained.
  ///   - base: the editing of the base tree.
  ///   - set: sets the value of a node; nil in the group of nodes without a value. Called after the move, for each node
  ///     that does not have the value of the group.
  public init<Base: TreeDataSource, Value>(
    _ tree: GroupedTree<Base, Value>, over base: TreeViewEditing<Base.ItemID>,
    set: @escaping (_ model: Base.Model, _ value: Value?) throws -> Void
  ) where ID == GroupedNodeID<Base.ItemID, Value> {
    self.init()
    let drops = GroupedDrops(tree, base)
    canMove = { id in drops.nodes([id]).map { base.canMove($0[0]) } ?? false }
    target = { drops.target(of: $0, under: $1, proposed: $2) }
    if base.move != nil {
      move = { nodes, parent, index in try drops.move(nodes, under: parent, at: index, set) }
    }
    canDelete = { id in drops.nodes([id]).map { base.canDelete($0[0]) } ?? false }
    if let delete = base.delete { self.delete = { ids in if let nodes = drops.nodes(ids) { try delete(nodes) } } }
  }
}

/// Converts drops in a grouped tree to moves in the base tree.
private struct GroupedDrops<Base: TreeDataSource, Value: Hashable & Comparable & Sendable> {
  typealias ID = GroupedNodeID<Base.ItemID, Value>

  private let tree: GroupedTree<Base, Value>
  private let base: TreeViewEditing<Base.ItemID>

  init(_ tree: GroupedTree<Base, Value>, _ base: TreeViewEditing<Base.ItemID>) { (self.tree, self.base) = (tree, base) }

  /// The nodes of the base tree; nil if one of the identifiers is that of a group.
  func nodes(_ ids: [ID]) -> [Base.ItemID]? {
    let nodes = ids.compactMap { id -> Base.ItemID? in if case .node(let node) = id { node } else { nil } }
    return nodes.count == ids.count ? nodes : nil
  }

  func target(of ids: [ID], under parent: ID?, proposed: Int) -> Int? {
    guard let nodes = nodes(ids), accepts(nodes, in: parent) else { return nil }
    let index = index(of: proposed, under: parent, without: ids)
    guard let target = base.target(nodes, home(of: parent), index) else { return nil }
    // If the base tree proposes another index, its neighbors may be in other groups, so the node goes to the end.
    return target == index ? proposed : tree.tree.numberOfChildren(of: parent) - siblings(ids, under: parent).count
  }

  func move(
    _ ids: [ID], under parent: ID?, at proposed: Int, _ set: (Base.Model, Value?) throws -> Void
  ) throws {
    guard let nodes = nodes(ids), accepts(nodes, in: parent) else {
      throw TreeChangeError(
        .impossibleParent, "A group cannot be moved, and only a node that is grouped can be in one.")
    }
    let index = index(of: proposed, under: parent, without: ids)
    try tree.base.performTogether {
      try base.move?(nodes, home(of: parent), index)
      guard case .group(let value, _)? = parent else { return }
      var context: NSManagedObjectContext?
      // Ends the context's event within the step instead of after it.
      defer { context?.processPendingChanges() }
      for node in nodes where tree.spot(of: node) != .group(value) {
        guard let model = tree.base.model(for: node) else { continue }
        try set(model, value)
        context = (model as? NSManagedObject)?.managedObjectContext
      }
    }
  }

  /// The parent in the base tree.
  private func home(of parent: ID?) -> Base.ItemID? {
    switch parent {
    case .node(let id): id
    case .group(_, let id): id
    case nil: nil
    }
  }

  private func accepts(_ nodes: [Base.ItemID], in parent: ID?) -> Bool {
    guard case .group? = parent else { return true }
    return nodes.allSatisfy { tree.spot(of: $0) != .ungrouped }
  }

  private func siblings(_ ids: [ID], under parent: ID?) -> [ID] {
    let moved = Set(ids)
    return tree.tree.children(of: parent).filter { moved.contains($0) }
  }

  /// The index among the children in the base tree, without the moved nodes: before the same next sibling, or after the
  /// same last one.
  private func index(of proposed: Int, under parent: ID?, without ids: [ID]) -> Int {
    let (moved, base) = (Set(ids), tree.base.tree)
    let shown = nodes(tree.tree.children(of: parent).filter { !moved.contains($0) && !$0.isGroup }) ?? []
    let rest = base.children(of: home(of: parent)).filter { !moved.contains(.node($0)) }
    if proposed < shown.count, proposed >= 0 { return rest.firstIndex(of: shown[proposed]) ?? rest.count }
    return shown.last.flatMap { rest.firstIndex(of: $0) }.map { $0 + 1 } ?? rest.count
  }
}

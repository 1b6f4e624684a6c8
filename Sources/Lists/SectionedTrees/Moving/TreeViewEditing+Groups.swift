import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

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
  /// node that the tree does not group cannot be dropped in one.
  ///
  /// A drop, with the new parent and the new values, is one step of the base tree and of this one, and one undo step. It
  /// may be two events of the context. If the context has unprocessed changes, they become an event before a drop in a
  /// group.
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
    let index = index(of: proposed, among: members(of: parent, without: ids), under: parent, without: ids)
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
    let members = members(of: parent, without: ids)
    func target() -> Int { index(of: proposed, among: members, under: parent, without: ids) }
    func moveNodes() throws { try base.move?(nodes, home(of: parent), target()) }
    guard case .group(let value, _)? = parent else { return try moveNodes() }
    let context = context(of: nodes)
    // Earlier changes become an event and an undo step of their own.
    if let context, context.hasChanges { context.processPendingChanges() }
    func perform() throws {
      try tree.performTogether {
        // Ends the context's event within the step instead of after it.
        defer { context?.processPendingChanges() }
        try moveNodes()
        for node in nodes where tree.spot(of: node) != .group(value) {
          if let model = tree.base.model(for: node) { try set(model, value) }
        }
      }
    }
    // Without new values, the move is an undo step by itself, or changes nothing. Nor does a move that will throw.
    guard let context, nodes.contains(where: { tree.spot(of: $0) != .group(value) }),
      base.target(nodes, home(of: parent), target()) != nil
    else { return try perform() }
    try context.performAsOneUndoStep(perform)
  }

  /// The context that the lowest tree follows, or that of the nodes if they are objects in a tree in memory.
  private func context(of nodes: [Base.ItemID]) -> NSManagedObjectContext? {
    let origin = tree.treeCore.origin.context
    return origin ?? nodes.lazy.compactMap { tree.base.model(for: $0) as? NSManagedObject }.first?.managedObjectContext
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

  /// The nodes that are children of a node or of a group, without the moved ones.
  private func members(of parent: ID?, without ids: [ID]) -> [Base.ItemID] {
    let moved = Set(ids)
    return nodes(tree.tree.children(of: parent).filter { !moved.contains($0) && !$0.isGroup }) ?? []
  }

  /// The index among the children in the base tree, without the moved nodes: before the next of the members that is
  /// still there, or after the last one.
  private func index(of proposed: Int, among members: [Base.ItemID], under parent: ID?, without ids: [ID]) -> Int {
    let moved = Set(ids)
    let rest = tree.base.tree.children(of: home(of: parent)).filter { !moved.contains(.node($0)) }
    let next = proposed < 0 ? [] : members.dropFirst(proposed)
    if let index = next.lazy.compactMap({ rest.firstIndex(of: $0) }).first { return index }
    return members.reversed().lazy.compactMap { rest.firstIndex(of: $0) }.first.map { $0 + 1 } ?? rest.count
  }
}

import OrderedRows
import SectionedChanges
import SectionedDataSources

extension GroupedTree {
  /// Rebuilds the grouped tree from a version of the base tree.
  ///
  /// - Complexity: O(nodes · log nodes).
  func replace(by base: TreeSnapshot<Base.ItemID>) {
    var (forest, pieces): ([(id: ItemID, depth: Int)], [(id: ItemID, depth: Int)]) = ([], [])
    var hidden: [Base.ItemID] = []
    func add(_ roots: [Branch], to nodes: inout [(id: ItemID, depth: Int)]) {
      var open = roots.reversed().map { ($0, 0) }
      while let (branch, depth) = open.popLast() {
        nodes.append((branch.id, depth))
        let children =
          switch branch {
          case .node(let id): branches(base.children(of: id), under: id, hidden: &hidden)
          case .group(_, let members): members.map { Branch.node($0) }
          }
        open += children.reversed().map { ($0, depth + 1) }
      }
    }
    add(branches(base.roots, under: nil, hidden: &hidden), to: &forest)
    while let id = hidden.popLast() { add([.node(id)], to: &pieces) }
    treeCore.tree.replace(by: forest, pieces: pieces)
  }

  /// A node, or a group with its nodes.
  private enum Branch {
    case node(Base.ItemID)
    case group(ItemID, members: [Base.ItemID])

    var id: ItemID {
      switch self {
      case .node(let id): .node(id)
      case .group(let id, _): id
      }
    }
  }

  /// The children of a node in order: those that are not grouped, then the groups. Appends hidden ones to `hidden`.
  private func branches(_ children: [Base.ItemID], under parent: Base.ItemID?, hidden: inout [Base.ItemID]) -> [Branch]
  {
    var single: [Branch] = []
    var groups: [Value?: [Base.ItemID]] = [:]
    for child in children {
      switch spot(of: child) {
      case .ungrouped: single.append(.node(child))
      case .group(let value): groups[value, default: []].append(child)
      case .hidden: hidden.append(child)
      }
    }
    let sorted = groups.sorted { Self.precedes($0.key, $1.key) }
    return single + sorted.map { Branch.group(ItemID.group($0.key, under: parent), members: $0.value) }
  }

  /// Whether a group is before another one: by its value, nil last.
  private static func precedes(_ left: Value?, _ right: Value?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): left < right
    case (_?, nil): true
    case (nil, _): false
    }
  }
}

extension GroupedTree {
  /// Applies a step of the base tree. Detaches each node whose place may have changed, then attaches each at its new
  /// place. They are attached in any order, because attached siblings are always in the order of the base tree.
  ///
  /// - Complexity: O(k · log² nodes) for k nodes that the changes list.
  func edit(by changes: TreeChangeSet<Base.ItemID>, to base: TreeSnapshot<Base.ItemID>) {
    var loose: [Base.ItemID] = []
    /// The groups that may be empty.
    var emptied: Set<ItemID> = []
    func find(_ id: Base.ItemID) -> Int32? { treeCore.tree.number(of: .node(id)) }
    func noteGroup(of number: Int32) {
      guard let parent = treeCore.tree.order.parent(of: number) else { return }
      let id = treeCore.tree.id(of: parent)
      if id.isGroup { emptied.insert(id) }
    }
    let revised = changes.updated.map(\.id).filter { isElsewhere($0, base) }
    for id in changes.moved.map(\.id) + revised {
      guard let number = find(id) else { continue }
      noteGroup(of: number)
      treeCore.tree.detach(number)
      loose.append(id)
    }
    for root in changes.deleted + changes.taken {
      // Descendants that are still in the base tree have other parents there, and are detached already.
      guard let number = find(root.id) else { continue }
      noteGroup(of: number)
      treeCore.tree.remove(number)
    }
    for root in changes.inserted + changes.brought where find(root.id) == nil {
      _ = treeCore.tree.add(.node(root.id))
      loose.append(root.id)
    }
    for id in loose { place(id, base) }
    for id in emptied {
      guard let number = treeCore.tree.number(of: id) else { continue }
      if treeCore.tree.order.numberOfChildren(of: number) == 0 { treeCore.tree.remove(number) }
    }
  }

  /// Whether an updated node belongs at another place, because its group changed.
  private func isElsewhere(_ id: Base.ItemID, _ base: TreeSnapshot<Base.ItemID>) -> Bool {
    guard let number = treeCore.tree.number(of: .node(id)) else { return false }
    let order = treeCore.tree.order
    let present = order.parent(of: number).map { treeCore.tree.id(of: $0) }
    let parent = base.parent(of: id)
    switch spot(of: id) {
    case .hidden: return present != nil || order.isAttached(number)
    case .group(let value): return present != ItemID.group(value, under: parent)
    case .ungrouped: return present != parent.map { ItemID.node($0) } || (present == nil && !order.isAttached(number))
    }
  }

  /// Attaches a detached node at its place, unless it is hidden.
  private func place(_ id: Base.ItemID, _ base: TreeSnapshot<Base.ItemID>) {
    guard let number = treeCore.tree.number(of: .node(id)), let place = base.place(of: id) else { return }
    let parent = place.parent.flatMap { treeCore.tree.number(of: .node($0)) }
    var target = parent
    switch spot(of: id) {
    case .hidden: return
    case .ungrouped: break
    case .group(let value): target = group(value, under: place.parent, parent)
    }
    treeCore.tree.attach(number, under: target, at: index(of: place.index, under: target, base))
  }

  /// The index for a node among the children of its parent or its group.
  ///
  /// - Parameter place: its index in the base tree.
  private func index(of place: Int, under target: Int32?, _ base: TreeSnapshot<Base.ItemID>) -> Int {
    let order = treeCore.tree.order
    return (0..<order.numberOfChildren(of: target)).partitionPoint { child in
      // Groups follow all nodes that are not grouped.
      guard case .node(let sibling) = treeCore.tree.id(of: order.child(child, of: target)) else { return true }
      return base.place(of: sibling).map { $0.index > place } ?? false
    }
  }

  /// The number of a group. Adds the group if it does not exist.
  private func group(_ value: Value?, under id: Base.ItemID?, _ parent: Int32?) -> Int32 {
    let group = ItemID.group(value, under: id)
    if let number = treeCore.tree.number(of: group) { return number }
    let index = index(ofGroup: value, under: parent)
    let number = treeCore.tree.add(group)
    treeCore.tree.attach(number, under: parent, at: index)
    return number
  }

  private func index(ofGroup value: Value?, under parent: Int32?) -> Int {
    let order = treeCore.tree.order
    return (0..<order.numberOfChildren(of: parent)).partitionPoint { child in
      guard case .group(let other, _) = treeCore.tree.id(of: order.child(child, of: parent)) else { return false }
      return Self.precedes(value, other)
    }
  }
}

import OrderedRows
import SectionedChanges

/// Keeps an `EditableTree` equal to a list of nodes with their parents.
///
/// The cost of a step depends on the changes of the list, not on the size of the tree. Each node whose place may have
/// changed is detached, then each is attached at its new place. They are attached in any order, because attached
/// siblings are always in the order of the list, or of their ranks. Binary search finds the place among the siblings.
struct LinkedTree<ID: Hashable & Sendable> {
  /// The changes of a list. A node is named once, but may be both reordered and relinked.
  struct Edit {
    var left: [ID] = []
    var arrived: [ID] = []
    /// The nodes whose parent may have changed.
    var relinked: [ID] = []
    /// The nodes that may have moved among the other nodes of the list.
    var reordered: [ID] = []
  }

  private(set) var links = ParentLinks<ID>()
  /// Returns the treatment of a node that cannot be under its parent.
  private let policies: (ID) -> TreePolicies
  /// The nodes whose place may have changed in this step, with their present parents.
  private var parents: [ID: ID?] = [:]

  init(policies: TreePolicies) { self.init(policies: { _ in policies }) }

  /// - Parameter policies: returns the treatment of a node that cannot be under its parent.
  init(policies: @escaping (ID) -> TreePolicies) { self.policies = policies }

  /// The rank of a node among the children of its parent, if the list does not order them.
  typealias Rank = (_ id: ID, _ parent: ID) -> Int

  /// Rebuilds the tree from a list.
  ///
  /// - Returns: the nodes that are not under their parents, without those that the last step had returned.
  /// - Complexity: O(nodes · log nodes).
  mutating func replace(
    _ tree: inout EditableTree<ID>, by list: [(id: ID, parent: ID?)], rank: Rank? = nil
  ) -> [Exception] {
    let grouping = ParentGrouping(list, policies: policies, rank: rank)
    let former = links
    links = ParentLinks(grouping)
    tree.replace(by: grouping.forest, pieces: grouping.hidden)
    return exceptions(since: former, among: grouping.orphans.map(\.id) + grouping.breakers.map(\.id))
  }

  /// Follows the changes of the list.
  ///
  /// - Parameters:
  ///   - edit: the changes.
  ///   - tree: the tree, which has followed all earlier changes.
  ///   - parent: returns the parent of a node of the list; nil for none.
  ///   - index: returns the index of a node in the list.
  ///   - rank: returns the rank of a node among the children of its parent; nil if these have the order of the list.
  ///     Siblings outside of `edit` must be in the order of their ranks.
  /// - Returns: the nodes that are not under their parents, without those that the last step had returned.
  /// - Complexity: O(k · log² nodes) for k nodes: those in `edit`, children of removed nodes, and orphans of inserted
  ///   ones. And O(log nodes) for each node of a new cycle, and for each known cycle.
  mutating func follow(
    _ edit: Edit, _ tree: inout EditableTree<ID>, parent: (ID) -> ID?, index: (ID) -> Int, rank: Rank? = nil
  ) -> [Exception] {
    let former = links
    collect(edit, tree, parent)
    detach(edit, &tree)
    detachOpened(&tree, parent)
    for id in edit.arrived where tree.number(of: id) == nil { _ = tree.add(id) }
    breakCycles(&tree, index)
    attach(&tree, index, rank)
    defer { parents = [:] }
    return exceptions(since: former, among: Array(parents.keys))
  }

  /// A node that is not under its parent.
  struct Exception {
    let id: ID
    let parent: ID
    /// Whether the two are in a cycle; otherwise the parent is not in the list.
    let isCycle: Bool
  }

  private func exceptions(since former: ParentLinks<ID>, among ids: [ID]) -> [Exception] {
    ids.compactMap { id in
      guard let parent = links.missedParent(of: id), former.missedParent(of: id) != parent else { return nil }
      return Exception(id: id, parent: parent, isCycle: links.breakers[id] != nil)
    }
  }
}

extension LinkedTree {
  /// Collects the nodes whose place may have changed.
  private mutating func collect(_ edit: Edit, _ tree: EditableTree<ID>, _ parent: (ID) -> ID?) {
    let left = Set(edit.left)
    func add(_ id: ID) { if !left.contains(id), parents[id] == nil { parents[id] = .some(parent(id)) } }
    for id in edit.left {
      guard let number = tree.number(of: id) else { continue }
      for child in tree.order.children(of: number) { add(tree.id(of: child)) }
    }
    for id in edit.arrived {
      add(id)
      for orphan in links.orphans(of: id) { add(orphan) }
    }
    for id in edit.reordered { add(id) }
    for id in edit.relinked where !left.contains(id) && parents[id] == nil {
      guard let number = tree.number(of: id) else { continue }
      let present = links.missedParent(of: id) ?? tree.order.parent(of: number).map { tree.id(of: $0) }
      if parent(id) != present { add(id) }
    }
  }

  private mutating func detach(_ edit: Edit, _ tree: inout EditableTree<ID>) {
    for id in parents.keys { detach(id, &tree) }
    for id in edit.left {
      // Its children that remain are detached already.
      if let number = tree.number(of: id) { tree.remove(number) }
      links.remove(id)
    }
  }

  /// Detaches the first node of each cycle from which a node was detached, because the cycle may be broken now, or have
  /// another first node. In any other cycle, the parent of the first node is still a descendant of it.
  private mutating func detachOpened(_ tree: inout EditableTree<ID>, _ parent: (ID) -> ID?) {
    for (id, above) in links.breakers {
      if let end = tree.number(of: above), let first = tree.number(of: id), tree.order.isNode(end, inSubtreeOf: first) {
        continue
      }
      parents[id] = .some(parent(id))
      detach(id, &tree)
    }
  }

  private mutating func detach(_ id: ID, _ tree: inout EditableTree<ID>) {
    if let number = tree.number(of: id) { tree.detach(number) }
    links.remove(id)
  }

  /// Separates the first node of each cycle from its parent. All collected nodes are roots of detached pieces, so that
  /// a cycle leads from piece to piece.
  private mutating func breakCycles(_ tree: inout EditableTree<ID>, _ index: (ID) -> Int) {
    var walks: [ID: Int] = [:]
    for (walk, start) in parents.keys.enumerated() where walks[start] == nil {
      var next: ID? = start
      while let id = next, walks[id] == nil {
        walks[id] = walk
        next = pieceAbove(id, tree)
      }
      guard let end = next, walks[end] == walk else { continue }
      let first = firstOfCycle(through: end, tree, index)
      if let number = tree.number(of: first), parents[first] == nil {
        parents[first] = .some(tree.order.parent(of: number).map { tree.id(of: $0) })
        tree.detach(number)
      }
      if case .some(.some(let parent)) = parents[first] { links.addBreaker(first, under: parent) }
    }
  }

  /// The root of the piece that contains the parent of a node; nil if the parent is in the tree or not in the list, or
  /// if the root was not collected, so that its piece does not change.
  private func pieceAbove(_ id: ID, _ tree: EditableTree<ID>) -> ID? {
    guard let parent = parents[id] ?? nil, let number = tree.number(of: parent) else { return nil }
    if tree.order.isAttached(number) { return nil }
    let root = tree.id(of: tree.order.pieceRoot(of: number))
    return parents[root] == nil ? nil : root
  }

  /// The node of a cycle that is the first in the list.
  private func firstOfCycle(through end: ID, _ tree: EditableTree<ID>, _ index: (ID) -> Int) -> ID {
    var first = (id: end, index: index(end))
    var piece = end
    repeat {
      guard let parent = parents[piece] ?? nil, var number = tree.number(of: parent) else { break }
      while true {
        let id = tree.id(of: number)
        let place = index(id)
        if place < first.index { first = (id, place) }
        guard let above = tree.order.parent(of: number) else {
          piece = id
          break
        }
        number = above
      }
    } while piece != end
    return first.id
  }

  private mutating func attach(_ tree: inout EditableTree<ID>, _ index: (ID) -> Int, _ rank: Rank?) {
    for (id, parent) in parents {
      guard let number = tree.number(of: id) else { continue }
      var target: Int32?
      if let parent {
        if let breaker = links.breakers[id] {
          let policies = policies(id)
          if (breaker == id ? policies.ownParents : policies.cycles) == .hidden { continue }
        } else if let found = tree.number(of: parent) {
          target = found
        } else {
          links.addOrphan(id, of: parent)
          if policies(id).orphans == .hidden { continue }
        }
      }
      let place = { (id: ID) in
        if let rank, let parent, target != nil { rank(id, parent) } else { index(id) }
      }
      tree.attach(number, under: target, at: Self.position(of: id, under: target, tree, place))
    }
  }

  /// The index at which to attach a node. `index` gives the order of the children.
  ///
  /// - Complexity: O(log children · log nodes).
  private static func position(
    of id: ID, under parent: Int32?, _ tree: EditableTree<ID>, _ index: (ID) -> Int
  ) -> Int {
    let (order, place) = (tree.order, index(id))
    return (0..<order.numberOfChildren(of: parent)).partitionPoint { child in
      index(tree.id(of: order.child(child, of: parent))) > place
    }
  }
}

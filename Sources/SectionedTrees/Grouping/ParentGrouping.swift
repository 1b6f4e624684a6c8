/// The forest that a list of nodes with their parents forms.
///
/// Children have the order of the list, or of their ranks. Nothing recurses, so that a deep tree does not overflow the
/// stack.
struct ParentGrouping<ID: Hashable & Sendable> {
  /// The nodes of the tree with their depths, in depth-first order.
  private(set) var forest: [(id: ID, depth: Int)] = []
  /// The hidden nodes, in the same form.
  private(set) var hidden: [(id: ID, depth: Int)] = []
  /// Nodes whose parent is not in the list, with that parent.
  private(set) var orphans: [(id: ID, parent: ID)] = []
  /// Nodes that were separated from their parents to break a cycle, with these parents: the first node of each cycle,
  /// and nodes that are their own parents.
  private(set) var breakers: [(id: ID, parent: ID)] = []
  /// Identifiers that the list has more than once. The first entry counts.
  private(set) var duplicates: [ID] = []

  private static var root: Int { -1 }

  /// - Complexity: O(nodes).
  init(_ list: [(id: ID, parent: ID?)], policies: TreePolicies) { self.init(list, policies: { _ in policies }) }

  /// - Parameters:
  ///   - list: the nodes with their parents.
  ///   - policies: returns the treatment of a node that cannot be under its parent.
  ///   - rank: returns the rank of a node among the children of its parent; nil for the order of the list.
  /// - Complexity: O(nodes); with ranks O(nodes · log nodes).
  init(
    _ list: [(id: ID, parent: ID?)], policies: (ID) -> TreePolicies, rank: ((_ id: ID, _ parent: ID) -> Int)? = nil
  ) {
    var indices: [ID: Int] = [:]
    indices.reserveCapacity(list.count)
    var isListed = Array(repeating: true, count: list.count)
    for (index, node) in list.enumerated() where indices.updateValue(index, forKey: node.id) != nil {
      duplicates.append(node.id)
    }
    if !duplicates.isEmpty {
      indices = [:]
      for (index, node) in list.enumerated() {
        if indices[node.id] == nil { indices[node.id] = index } else { isListed[index] = false }
      }
    }
    var parents = list.map { $0.parent.map { indices[$0] ?? Self.root } ?? Self.root }
    var isHidden = Array(repeating: false, count: list.count)
    for (index, node) in list.enumerated() where isListed[index] {
      guard let parent = node.parent else { continue }
      if parents[index] == Self.root {
        orphans.append((node.id, parent))
        isHidden[index] = policies(node.id).orphans == .hidden
      } else if parents[index] == index {
        breakers.append((node.id, parent))
        parents[index] = Self.root
        isHidden[index] = policies(node.id).ownParents == .hidden
      }
    }
    for index in Self.cycleHeads(parents) where isListed[index] {
      if let parent = list[index].parent { breakers.append((list[index].id, parent)) }
      parents[index] = Self.root
      isHidden[index] = policies(list[index].id).cycles == .hidden
    }
    emit(list, parents, isListed, isHidden, rank.map { Self.order(list, parents, $0) })
  }

  /// The indices of the list, sorted so that siblings are in the order of their ranks. Roots keep the order of the
  /// list.
  private static func order(
    _ list: [(id: ID, parent: ID?)], _ parents: [Int], _ rank: (_ id: ID, _ parent: ID) -> Int
  ) -> [Int] {
    let ranks = list.indices.map { index in
      if parents[index] != root, let parent = list[index].parent { rank(list[index].id, parent) } else { index }
    }
    return list.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
  }

  /// The first node of each cycle.
  private static func cycleHeads(_ parents: [Int]) -> [Int] {
    /// 0 for a node that was not visited, otherwise the number of the walk that visited it first.
    var visits = Array(repeating: 0, count: parents.count)
    var heads: [Int] = []
    for start in parents.indices where visits[start] == 0 {
      var node = start
      while node != root, visits[node] == 0 {
        visits[node] = start + 1
        node = parents[node]
      }
      guard node != root, visits[node] == start + 1 else { continue }
      var (first, next) = (node, parents[node])
      while next != node {
        first = min(first, next)
        next = parents[next]
      }
      heads.append(first)
    }
    return heads
  }

  private mutating func emit(
    _ list: [(id: ID, parent: ID?)], _ parents: [Int], _ isListed: [Bool], _ isHidden: [Bool],
    _ order: [Int]?
  ) {
    var firstChildren = Array(repeating: Self.root, count: list.count)
    var siblings = firstChildren
    var roots: [Int] = []
    for place in list.indices.reversed() {
      let index = order?[place] ?? place
      guard isListed[index] else { continue }
      let parent = parents[index]
      if parent == Self.root {
        roots.append(index)
      } else {
        (siblings[index], firstChildren[parent]) = (firstChildren[parent], index)
      }
    }
    forest.reserveCapacity(list.count)
    for root in roots.reversed() {
      var open = [(root, 0)]
      while let (index, depth) = open.popLast() {
        if isHidden[root] { hidden.append((list[index].id, depth)) } else { forest.append((list[index].id, depth)) }
        if depth > 0, siblings[index] != Self.root { open.append((siblings[index], depth)) }
        if firstChildren[index] != Self.root { open.append((firstChildren[index], depth + 1)) }
      }
    }
  }
}

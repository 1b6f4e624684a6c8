extension OrderedTree {
  /// The nodes of the forest in depth-first order.
  ///
  /// - Complexity: O(n).
  package var nodes: [Int32] {
    var nodes: [Int32] = []
    nodes.reserveCapacity(count)
    forEach { node, _ in nodes.append(node) }
    return nodes
  }

  /// The nodes of the forest and of all pieces, in ascending order of their numbers.
  ///
  /// - Complexity: O(greatest node number).
  package var allNodes: [Int32] { entries.indices.map { Int32($0) }.filter { contains($0) } }

  /// Calls a closure with each node of the forest and its depth, in depth-first order.
  ///
  /// - Complexity: O(n).
  package func forEach(_ body: (_ node: Int32, _ depth: Int) -> Void) {
    walk(root) { node, level in
      body(node, Int(level))
      return true
    }
  }

  /// A node and its descendants, in depth-first order.
  ///
  /// - Complexity: O(log n + nodes of the subtree).
  package func subtree(of node: Int32) -> [Int32] {
    var nodes = [node]
    walk(behind: node) { next, rise in
      if rise <= 0 { return false }
      nodes.append(next)
      return true
    }
    return nodes
  }

  /// Calls a closure with the nodes of a binary tree and their levels until it returns false.
  private func walk(_ part: Int32, _ body: (Int32, Int32) -> Bool) {
    var open: [Int32] = []
    var (part, level) = (part, Int32(0))
    while part != Self.none || !open.isEmpty {
      while part != Self.none {
        open.append(part)
        part = self[part].left
      }
      let node = open.removeLast()
      level += self[node].step
      guard body(node, level) else { return }
      part = self[node].right
    }
  }

  /// Calls a closure with the nodes after a node, and the difference of their levels, until it returns false.
  private func walk(behind node: Int32, _ body: (Int32, Int32) -> Bool) {
    var rise: Int32 = 0
    var next = successor(of: node)
    while let node = next {
      rise += self[node].step
      guard body(node, rise) else { return }
      next = successor(of: node)
    }
  }

  /// The next node in depth-first order.
  ///
  /// - Complexity: O(log n); O(1) on average during a walk.
  private func successor(of node: Int32) -> Int32? {
    var node = node
    if self[node].right != Self.none {
      node = self[node].right
      while self[node].left != Self.none { node = self[node].left }
      return node
    }
    while self[node].above != Self.none {
      let above = self[node].above
      if self[above].left == node { return above }
      node = above
    }
    return nil
  }
}

extension OrderedTree {
  /// Creates a forest from nodes in depth-first order.
  ///
  /// - Parameter nodes: the nodes and their depths. The first must be a root, and each may be at most one level deeper
  ///   than the previous one. Node numbers must be small. Traps if a number occurs twice, or if a depth is impossible.
  /// - Complexity: O(n).
  package init(depthFirst nodes: [(node: Int32, depth: Int)]) {
    self.init()
    // The right spine of the treap built so far.
    var edge: [Int32] = []
    var last = -1
    for (node, depth) in nodes {
      guard depth >= 0, depth <= last + 1 else {
        fatalError("A node of depth \(depth) cannot follow one of depth \(last) in an ordered tree.")
      }
      add(node)
      self[node].step = Int32(last < 0 ? depth : depth - last)
      last = depth
      var beneath = Self.none
      while let top = edge.last, Self.priority(top) < Self.priority(node) {
        update(top)
        beneath = top
        edge.removeLast()
      }
      self[node].left = beneath
      if beneath != Self.none { self[beneath].above = node }
      if let top = edge.last {
        self[top].right = node
        self[node].above = top
      }
      edge.append(node)
    }
    for node in edge.reversed() { update(node) }
    root = edge.first ?? Self.none
  }
}

extension OrderedTree {
  /// The number of nodes before a node in depth-first order.
  package func rank(of node: Int32) -> Int {
    var rank = size(self[node].left)
    var node = node
    while self[node].above != Self.none {
      let above = self[node].above
      if self[above].right == node { rank += size(self[above].left) + 1 }
      node = above
    }
    return rank
  }

  /// The node at a depth-first rank of the forest, which must exist.
  package func node(at rank: Int) -> Int32 { node(at: rank, of: root) }

  func node(at rank: Int, of part: Int32) -> Int32 {
    var (part, rank) = (part, rank)
    while true {
      let before = size(self[part].left)
      if rank < before {
        part = self[part].left
      } else if rank == before {
        return part
      } else {
        rank -= before + 1
        part = self[part].right
      }
    }
  }

  /// The number of ancestors of a node; 0 for a root.
  package func depth(of node: Int32) -> Int { Int(level(of: node)) }

  func level(of node: Int32) -> Int32 {
    var level = sum(self[node].left) + self[node].step
    var node = node
    while self[node].above != Self.none {
      let above = self[node].above
      if self[above].right == node { level += sum(self[above].left) + self[above].step }
      node = above
    }
    return level
  }

  /// The parent of a node; nil for a root of the forest or of a piece.
  package func parent(of node: Int32) -> Int32? {
    let level = level(of: node)
    return level == 0 ? nil : lastNode(before: node, atMost: level - 1)
  }

  /// The number of descendants of a node, at any depth.
  package func numberOfDescendants(of node: Int32) -> Int { end(of: node) - rank(of: node) - 1 }

  /// The rank after the last node of a subtree.
  func end(of node: Int32) -> Int {
    firstNode(after: node, atMost: level(of: node)).map { rank(of: $0) } ?? size(top(of: node))
  }

  /// Whether a node is the given node or one of its descendants.
  package func isNode(_ node: Int32, inSubtreeOf other: Int32) -> Bool {
    guard top(of: node) == top(of: other) else { return false }
    return (rank(of: other)..<end(of: other)).contains(rank(of: node))
  }

  /// The first root of the forest, or the root of the piece, that contains a node. A piece has only one root.
  package func pieceRoot(of node: Int32) -> Int32 { self.node(at: 0, of: top(of: node)) }
}

extension OrderedTree {
  /// The first node after a node whose level is at most the limit.
  func firstNode(after node: Int32, atMost limit: Int32) -> Int32? {
    let level = level(of: node)
    let right = self[node].right
    if right != Self.none, level + self[right].low <= limit { return first(in: right, behind: level, atMost: limit) }
    // The level of the node before the first node of `part`, while the loop climbs up.
    var start = level - self[node].step - sum(self[node].left)
    var part = node
    while self[part].above != Self.none {
      let above = self[part].above
      if self[above].left == part {
        let level = start + self[part].sum + self[above].step
        if level <= limit { return above }
        let right = self[above].right
        if right != Self.none, level + self[right].low <= limit {
          return first(in: right, behind: level, atMost: limit)
        }
      } else {
        start -= self[above].step + sum(self[above].left)
      }
      part = above
    }
    return nil
  }

  private func first(in part: Int32, behind start: Int32, atMost limit: Int32) -> Int32 {
    var (part, start) = (part, start)
    while true {
      let left = self[part].left
      if left != Self.none, start + self[left].low <= limit {
        part = left
        continue
      }
      start += sum(left) + self[part].step
      if start <= limit { return part }
      part = self[part].right
    }
  }

  /// The last node before a node whose level is at most the limit.
  func lastNode(before node: Int32, atMost limit: Int32) -> Int32? {
    var start = level(of: node) - self[node].step - sum(self[node].left)
    let left = self[node].left
    if left != Self.none, start + self[left].low <= limit { return last(in: left, behind: start, atMost: limit) }
    var part = node
    while self[part].above != Self.none {
      let above = self[part].above
      if self[above].right == part {
        if start <= limit { return above }
        let left = self[above].left
        start -= self[above].step + sum(left)
        if left != Self.none, start + self[left].low <= limit { return last(in: left, behind: start, atMost: limit) }
      }
      part = above
    }
    return nil
  }

  private func last(in part: Int32, behind start: Int32, atMost limit: Int32) -> Int32 {
    var (part, start) = (part, start)
    while true {
      let here = start + sum(self[part].left) + self[part].step
      let right = self[part].right
      if right != Self.none, here + self[right].low <= limit {
        (part, start) = (right, here)
        continue
      }
      if here <= limit { return part }
      part = self[part].left
    }
  }
}

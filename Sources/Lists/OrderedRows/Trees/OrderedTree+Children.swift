extension OrderedTree {
  /// The number of children of a node.
  ///
  /// - Parameter parent: the node; nil for the roots of the forest.
  package func numberOfChildren(of parent: Int32?) -> Int {
    guard let parent else { return root == Self.none ? 0 : Int(self[root].lows) }
    let run = run(beneath: parent)
    return count(in: top(of: parent), behind: 0, run, at: level(of: parent) + 1)
  }

  /// The child of a node at an index, which must exist.
  ///
  /// - Parameter parent: the node; nil for the roots of the forest.
  package func child(_ index: Int, of parent: Int32?) -> Int32 {
    var left = index
    let found =
      if let parent {
        select(in: top(of: parent), behind: 0, run(beneath: parent), at: level(of: parent) + 1, &left)
      } else {
        select(in: root, behind: 0, 0..<count, at: 0, &left)
      }
    guard let found else { fatalError("A node of an ordered tree has no child \(index).") }
    return found
  }

  /// The index of a node among the children of its parent, or among the roots.
  package func childIndex(of node: Int32) -> Int {
    let start = parent(of: node).map { rank(of: $0) + 1 } ?? 0
    return count(in: top(of: node), behind: 0, start..<rank(of: node), at: level(of: node))
  }

  /// The children of a node in order.
  ///
  /// - Parameter parent: the node; nil for the roots of the forest.
  /// - Complexity: O(children · log n).
  package func children(of parent: Int32?) -> [Int32] {
    var children: [Int32] = []
    guard let parent else {
      guard root != Self.none else { return [] }
      var next: Int32? = node(at: 0)
      while let node = next {
        children.append(node)
        next = firstNode(after: node, atMost: 0)
      }
      return children
    }
    let (level, end) = (level(of: parent) + 1, end(of: parent))
    guard rank(of: parent) + 1 < end else { return [] }
    var next: Int32? = node(at: rank(of: parent) + 1, of: top(of: parent))
    while let node = next, rank(of: node) < end {
      children.append(node)
      next = firstNode(after: node, atMost: level)
    }
    return children
  }

  private func run(beneath node: Int32) -> Range<Int> { rank(of: node) + 1..<end(of: node) }
}

extension OrderedTree {
  /// The number of nodes at the given level in a range of ranks. No node in the range may have a lower level.
  ///
  /// - Parameters:
  ///   - part: the root of a part of the binary tree.
  ///   - start: the level of the node before its first node.
  ///   - range: the range of ranks within the part.
  private func count(in part: Int32, behind start: Int32, _ range: Range<Int>, at level: Int32) -> Int {
    guard part != Self.none, !range.isEmpty else { return 0 }
    let entry = self[part]
    if range.lowerBound <= 0, range.upperBound >= Int(entry.size) {
      return start + entry.low == level ? Int(entry.lows) : 0
    }
    let before = size(entry.left)
    let here = start + sum(entry.left) + entry.step
    var count = 0
    if range.lowerBound < before {
      let end = min(range.upperBound, before)
      count += self.count(in: entry.left, behind: start, range.lowerBound..<end, at: level)
    }
    if range.contains(before), here == level { count += 1 }
    if range.upperBound > before + 1 {
      let rest = max(0, range.lowerBound - before - 1)..<range.upperBound - before - 1
      count += self.count(in: entry.right, behind: here, rest, at: level)
    }
    return count
  }

  /// The node at the given level that follows a number of such nodes in a range of ranks.
  ///
  /// - Parameter left: the number of nodes to skip. Skipped nodes are subtracted.
  private func select(
    in part: Int32, behind start: Int32, _ range: Range<Int>, at level: Int32, _ left: inout Int
  ) -> Int32? {
    guard part != Self.none, !range.isEmpty else { return nil }
    let entry = self[part]
    if range.lowerBound <= 0, range.upperBound >= Int(entry.size) {
      let count = start + entry.low == level ? Int(entry.lows) : 0
      if count <= left {
        left -= count
        return nil
      }
    }
    let before = size(entry.left)
    let here = start + sum(entry.left) + entry.step
    if range.lowerBound < before {
      let end = min(range.upperBound, before)
      let found = select(in: entry.left, behind: start, range.lowerBound..<end, at: level, &left)
      if let found { return found }
    }
    if range.contains(before), here == level {
      if left == 0 { return part }
      left -= 1
    }
    guard range.upperBound > before + 1 else { return nil }
    let rest = max(0, range.lowerBound - before - 1)..<range.upperBound - before - 1
    return select(in: entry.right, behind: here, rest, at: level, &left)
  }
}

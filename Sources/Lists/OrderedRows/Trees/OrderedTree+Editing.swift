extension OrderedTree {
  /// Adds a node as a separate piece.
  ///
  /// - Parameter node: a small number, because memory is used for all numbers up to it. Traps if the tree contains it.
  /// - Complexity: O(1).
  package mutating func add(_ node: Int32) {
    guard !contains(node) else { fatalError("Node \(node) is in the ordered tree already.") }
    if Int(node) >= entries.count {
      entries.append(contentsOf: repeatElement(Entry(), count: Int(node) + 1 - entries.count))
    }
    self[node] = Entry()
    update(node)
    total += 1
  }

  /// Detaches a node with its subtree, which becomes a separate piece. Detaching the root of a piece does nothing.
  package mutating func detach(_ node: Int32) {
    let top = top(of: node)
    let (start, end, level) = (rank(of: node), end(of: node), level(of: node))
    if start == 0, end == size(top) {
      if top == root { root = Self.none }
      return
    }
    let wasAttached = top == root
    if end < size(top) {
      let next = self.node(at: end, of: top)
      setStep(self.level(of: next) - (level - self[node].step), of: next)
    }
    let (before, tail) = divide(top, after: start)
    let (_, behind) = divide(tail, after: end - start)
    let rest = join(before, behind)
    if wasAttached { root = rest }
    setStep(0, of: node)
  }

  /// Attaches a piece to a parent.
  ///
  /// - Parameters:
  ///   - node: the root of a piece. Traps if it is not.
  ///   - parent: the new parent, in the forest or in another piece; nil for a root of the forest.
  ///   - index: the index among the parent's children after the insertion. Traps if it is greater than their number.
  package mutating func attach(_ node: Int32, under parent: Int32?, at index: Int) {
    let piece = top(of: node)
    guard piece != root, rank(of: node) == 0 else { fatalError("Node \(node) is not detached.") }
    let host = parent.map { top(of: $0) } ?? root
    guard host != piece else { fatalError("Node \(node) cannot be in its own subtree.") }
    let children = numberOfChildren(of: parent)
    guard index >= 0, index <= children else { fatalError("There is no index \(index) among \(children) children.") }
    let level = parent.map { self.level(of: $0) + 1 } ?? 0
    let start =
      index < children ? rank(of: child(index, of: parent)) : parent.map { end(of: $0) } ?? size(host)
    let before = start == 0 ? 0 : self.level(of: self.node(at: start - 1, of: host))
    if start < size(host) {
      let next = self.node(at: start, of: host)
      setStep(self.level(of: next) - (level + self[piece].sum), of: next)
    }
    let isInForest = host == root
    setStep(level - before, of: node)
    let (first, second) = divide(host, after: start)
    let joined = join(join(first, piece), second)
    self[joined].above = Self.none
    if isInForest { root = joined }
  }

  /// Removes a node with its subtree.
  ///
  /// - Complexity: O(log n + nodes of the subtree).
  package mutating func remove(_ node: Int32) {
    detach(node)
    let nodes = subtree(of: node)
    for node in nodes { self[node] = Entry() }
    total -= nodes.count
  }
}

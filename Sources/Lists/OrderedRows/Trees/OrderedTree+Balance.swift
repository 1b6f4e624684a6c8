// The underlying binary tree: summaries of its subtrees, joining and splitting.
extension OrderedTree {
  func size(_ part: Int32) -> Int { part == Self.none ? 0 : Int(self[part].size) }
  func sum(_ part: Int32) -> Int32 { part == Self.none ? 0 : self[part].sum }

  /// The priority of a node in the treap. Different nodes have different priorities, because every step of the mixing
  /// is invertible.
  static func priority(_ node: Int32) -> UInt64 {
    var mixed = UInt64(truncatingIfNeeded: node) &* 0x9E37_79B9_7F4A_7C15 &+ 0x632B_E59B_D9B4_E019
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Computes the summary of a node and its binary subtree.
  mutating func update(_ node: Int32) {
    let (left, right) = (self[node].left, self[node].right)
    let here = sum(left) + self[node].step
    var (low, lows) = (here, Int32(1))
    if left != Self.none {
      let beneath = self[left]
      if beneath.low < low {
        (low, lows) = (beneath.low, beneath.lows)
      } else if beneath.low == low {
        lows += beneath.lows
      }
    }
    if right != Self.none {
      let beneath = self[right]
      let lowest = here + beneath.low
      if lowest < low { (low, lows) = (lowest, beneath.lows) } else if lowest == low { lows += beneath.lows }
    }
    let whole = (here + sum(right), Int32(size(left) + 1 + size(right)))
    (self[node].sum, self[node].low, self[node].lows, self[node].size) = (whole.0, low, lows, whole.1)
  }

  /// Sets the step of a node, and updates the summaries of its ancestors in the binary tree.
  mutating func setStep(_ step: Int32, of node: Int32) {
    self[node].step = step
    var node = node
    while node != Self.none {
      update(node)
      node = self[node].above
    }
  }

  mutating func setLeft(_ left: Int32, of node: Int32) {
    self[node].left = left
    if left != Self.none { self[left].above = node }
    update(node)
  }

  mutating func setRight(_ right: Int32, of node: Int32) {
    self[node].right = right
    if right != Self.none { self[right].above = node }
    update(node)
  }

  /// Joins two binary trees. The nodes of the first come before those of the second.
  ///
  /// - Returns: the root of the joined tree.
  mutating func join(_ first: Int32, _ second: Int32) -> Int32 {
    if first == Self.none { return second }
    if second == Self.none { return first }
    if Self.priority(first) > Self.priority(second) {
      let right = join(self[first].right, second)
      setRight(right, of: first)
      return first
    }
    let left = join(first, self[second].left)
    setLeft(left, of: second)
    return second
  }

  /// Splits a binary tree after a number of nodes.
  ///
  /// - Returns: the roots of the two parts.
  mutating func divide(_ part: Int32, after count: Int) -> (Int32, Int32) {
    guard part != Self.none else { return (Self.none, Self.none) }
    self[part].above = Self.none
    let before = size(self[part].left)
    if before >= count {
      let (first, second) = divide(self[part].left, after: count)
      setLeft(second, of: part)
      return (first, part)
    }
    let (first, second) = divide(self[part].right, after: count - before - 1)
    setRight(first, of: part)
    return (part, second)
  }

  /// The root of the binary tree that contains a node, either that of the forest or of a piece.
  func top(of node: Int32) -> Int32 {
    var node = node
    while self[node].above != Self.none { node = self[node].above }
    return node
  }
}

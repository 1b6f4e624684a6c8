extension OrderedTree {
  /// The address of the node storage. It changes when the nodes are copied or their storage grows. For tests.
  package var address: Int { entries.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }

  /// Checks the invariants of `Entry`. For tests.
  package func checkInvariants() {
    var counted = 0
    for node in entries.indices.map({ Int32($0) }) where contains(node) {
      counted += 1
      var copy = self
      copy.update(node)
      let (entry, other) = (self[node], copy[node])
      guard (entry.sum, entry.low, entry.lows, entry.size) == (other.sum, other.low, other.lows, other.size) else {
        fatalError("Node \(node) of an ordered tree does not know what is beneath it.")
      }
      for child in [entry.left, entry.right] where child != Self.none {
        guard self[child].above == node, Self.priority(child) < Self.priority(node) else {
          fatalError("Node \(child) of an ordered tree is not where it belongs.")
        }
      }
    }
    guard counted == total else { fatalError("An ordered tree counts \(total) nodes, but has \(counted).") }
  }
}

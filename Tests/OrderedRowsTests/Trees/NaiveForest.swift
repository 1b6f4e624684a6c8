/// The naive twin of `OrderedTree`: arrays of children, and a set of the roots of pieces.
struct NaiveForest {
  private(set) var children: [Int32?: [Int32]] = [nil: []]
  private(set) var parents: [Int32: Int32?] = [:]
  private(set) var pieces: Set<Int32> = []

  var nodes: [Int32] { parents.keys.sorted() }

  func subtree(of node: Int32) -> [(node: Int32, depth: Int)] {
    var found: [(node: Int32, depth: Int)] = []
    var open = [(node, 0)]
    while let (next, depth) = open.popLast() {
      found.append((next, depth))
      open += (children[next] ?? []).reversed().map { ($0, depth + 1) }
    }
    return found
  }

  var forest: [(node: Int32, depth: Int)] { (children[nil] ?? []).flatMap { subtree(of: $0) } }

  mutating func add(_ node: Int32) {
    parents[node] = .some(nil)
    children[node] = []
    pieces.insert(node)
  }

  mutating func detach(_ node: Int32) {
    guard !pieces.contains(node), let parent = parents[node] else { return }
    children[parent]?.removeAll { $0 == node }
    parents[node] = .some(nil)
    pieces.insert(node)
  }

  mutating func attach(_ node: Int32, under parent: Int32?, at index: Int) {
    pieces.remove(node)
    parents[node] = .some(parent)
    children[parent]?.insert(node, at: index)
  }

  mutating func remove(_ node: Int32) {
    detach(node)
    for (node, _) in subtree(of: node) {
      parents[node] = nil
      children[node] = nil
      pieces.remove(node)
    }
  }
}

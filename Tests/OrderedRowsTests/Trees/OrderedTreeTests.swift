import OrderedRows
import SectionedTesting
import TestTraits
import Testing

@Suite("An ordered tree against arrays of children")
struct OrderedTreeTests {
  @Test("after random insertions, moves, detachments and removals", arguments: TestSeeds.seeds(200))
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (tree, twin) = (OrderedTree(), NaiveForest())
    var next: Int32 = 0
    for _ in 0..<80 {
      let nodes = twin.nodes
      if nodes.isEmpty || random.below(20) < 9 {
        let parent = random.oneIn(5) || nodes.isEmpty ? nil : random.one(of: nodes)
        let index = random.below((twin.children[parent]?.count ?? 0) + 1)
        tree.add(next)
        tree.attach(next, under: parent, at: index)
        twin.add(next)
        twin.attach(next, under: parent, at: index)
        next += 1
      } else {
        edit(random.one(of: nodes), &tree, &twin, &random)
      }
      compare(tree, twin)
    }
    tree.checkInvariants()
    compare(OrderedTree(depthFirst: twin.forest), NaiveForest(forestOf: twin))
  }

  private func edit(_ node: Int32, _ tree: inout OrderedTree, _ twin: inout NaiveForest, _ random: inout SeededRandom) {
    switch random.below(10) {
    case 0, 1:
      tree.remove(node)
      twin.remove(node)
    case 2:
      tree.detach(node)
      twin.detach(node)
    default:
      let subtree = Set(twin.subtree(of: node).map(\.node))
      let parents: [Int32?] = [nil] + twin.nodes.filter { !subtree.contains($0) }
      let parent = random.one(of: parents)
      tree.detach(node)
      twin.detach(node)
      let index = random.below((twin.children[parent]?.count ?? 0) + 1)
      tree.attach(node, under: parent, at: index)
      twin.attach(node, under: parent, at: index)
    }
  }

  private func compare(_ tree: OrderedTree, _ twin: NaiveForest) {
    #expect(tree.nodes == twin.forest.map(\.node))
    #expect(tree.countWithPieces == twin.nodes.count)
    #expect(tree.numberOfChildren(of: nil) == twin.children[nil]?.count)
    #expect(tree.children(of: nil) == twin.children[nil])
    compare(tree, twin, twin.forest, isAttached: true)
    for piece in twin.pieces { compare(tree, twin, twin.subtree(of: piece), isAttached: false) }
  }

  private func compare(
    _ tree: OrderedTree, _ twin: NaiveForest, _ nodes: [(node: Int32, depth: Int)], isAttached: Bool
  ) {
    for (rank, (node, depth)) in nodes.enumerated() {
      #expect(tree.contains(node) && tree.isAttached(node) == isAttached)
      #expect(tree.rank(of: node) == rank)
      #expect(tree.depth(of: node) == depth)
      #expect(tree.parent(of: node) == twin.parents[node])
      #expect(tree.subtree(of: node) == twin.subtree(of: node).map(\.node))
      #expect(tree.numberOfDescendants(of: node) == twin.subtree(of: node).count - 1)
      #expect(tree.children(of: node) == twin.children[node])
      #expect(tree.numberOfChildren(of: node) == twin.children[node]?.count)
      for (index, child) in (twin.children[node] ?? []).enumerated() {
        #expect(tree.child(index, of: node) == child)
        #expect(tree.childIndex(of: child) == index)
        #expect(tree.isNode(child, inSubtreeOf: node) && !tree.isNode(node, inSubtreeOf: child))
      }
      if isAttached { #expect(tree.node(at: rank) == node) } else { #expect(tree.pieceRoot(of: node) == nodes[0].node) }
    }
  }

  @Test("ten thousand levels need no stack")
  func deep() {
    var tree = OrderedTree(depthFirst: (0..<10_000).map { (Int32($0), $0) })
    #expect(tree.depth(of: 9_999) == 9_999)
    #expect(tree.numberOfDescendants(of: 0) == 9_999)
    tree.detach(5_000)
    tree.attach(5_000, under: nil, at: 0)
    #expect(tree.depth(of: 9_999) == 4_999)
    #expect(tree.depth(of: 4_999) == 4_999)
    #expect(tree.node(at: 0) == 5_000)
    #expect(tree.subtree(of: 5_000).count == 5_000)
    tree.remove(5_000)
    #expect(tree.nodes == Array(0..<5_000))
  }

  #if os(macOS) || os(Linux)
    @Test("a node cannot be attached under itself", .startsProcesses)
    func ownSubtree() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var tree = OrderedTree(depthFirst: [(0, 0), (1, 1)])
        tree.detach(0)
        tree.attach(0, under: 1, at: 0)
      }
      let message = try #require(result).standardErrorContent
      #expect(String(decoding: message, as: UTF8.self).contains("cannot be in its own subtree"))
    }
  #endif
}

extension NaiveForest {
  /// Copies the forest of another one, without its pieces.
  init(forestOf other: NaiveForest) {
    self.init()
    var path: [Int32?] = [nil]
    for (node, depth) in other.forest {
      path.removeLast(path.count - depth - 1)
      add(node)
      attach(node, under: path[depth], at: children[path[depth]]?.count ?? 0)
      path.append(node)
    }
  }
}

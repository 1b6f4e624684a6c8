import OrderedRows
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedTrees

@Suite("A tree that follows a list change by change, against a fresh grouping")
struct LinkedTreeTests {
  /// A node of the list. Nodes are ordered by position, then by identifier.
  struct Node {
    var parent: Int?
    var position: Int
  }

  /// The nodes from a position on, in order.
  private func listed(_ nodes: [Int: Node], from least: Int) -> [Int] {
    nodes.filter { $0.value.position >= least }.sorted { ($0.value.position, $0.key) < ($1.value.position, $1.key) }
      .map(\.key)
  }

  /// Edits the list. A node may be under any node, itself included, and parents may be missing from the list.
  private func edit(_ nodes: inout [Int: Node], _ nextID: inout Int, _ random: inout SeededRandom) {
    let ids = nodes.keys.sorted()
    guard !ids.isEmpty, !random.oneIn(3) else {
      nextID += 1
      let parent = ids.isEmpty || random.oneIn(4) ? nil : random.one(of: ids)
      nodes[nextID] = Node(parent: parent, position: random.below(10))
      return
    }
    let id = random.one(of: ids)
    switch random.below(5) {
    case 0, 1: nodes[id]?.parent = random.oneIn(5) ? nil : random.one(of: ids)
    case 2, 3: nodes[id]?.position = random.below(10)
    default: nodes[id] = nil
    }
  }

  @Test("orphans, cycles, hidden nodes and moved siblings", arguments: TestSeeds.seeds(200))
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var policies = TreePolicies()
    if random.oneIn(2) { policies.orphans = .hidden }
    if random.oneIn(2) { policies.cycles = .hidden }
    if random.oneIn(2) { policies.ownParents = .hidden }
    var (tree, linked) = (EditableTree<Int>(), LinkedTree<Int>(policies: policies))
    tree.verifiesChanges = true
    var (nodes, nextID): ([Int: Node], Int) = ([:], 0)
    var (list, parents): ([Int], [Int: Int?]) = ([], [:])
    for _ in 0..<25 {
      for _ in 0...random.below(5) { edit(&nodes, &nextID, &random) }
      let new = listed(nodes, from: random.oneIn(4) ? 3 : 0)
      let indices = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1, $0) })
      let stay = list.filter { indices[$0] != nil }
      var changes = LinkedTree<Int>.Edit()
      changes.left = list.filter { indices[$0] == nil }
      changes.arrived = new.filter { parents[$0] == nil }
      // Names the nodes outside of an ascending subsequence of the list as reordered, and further ones at random.
      var last = -1
      for id in stay {
        let index = indices[id] ?? 0
        if index > last, !random.oneIn(6) { last = index } else { changes.reordered.append(id) }
      }
      changes.relinked = stay.filter { parents[$0] != .some(nodes[$0]?.parent) || random.oneIn(4) }
      _ = linked.follow(changes, &tree, parent: { nodes[$0]?.parent }, index: { indices[$0] ?? .max })
      _ = tree.commit()
      tree.forgetEdits()
      list = new
      parents = Dictionary(uniqueKeysWithValues: new.map { ($0, nodes[$0]?.parent) })

      let grouping = ParentGrouping(new.map { (id: $0, parent: nodes[$0]?.parent) }, policies: policies)
      let found = tree.snapshot.nodes.map { NodeDepth(id: $0.node.id, depth: $0.depth) }
      #expect(found == grouping.forest.map { NodeDepth(id: $0.id, depth: $0.depth) })
      #expect(linked.links.orphans == Dictionary(uniqueKeysWithValues: grouping.orphans.map { ($0.id, $0.parent) }))
      #expect(linked.links.breakers == Dictionary(uniqueKeysWithValues: grouping.breakers.map { ($0.id, $0.parent) }))
      #expect(tree.order.countWithPieces == new.count)
    }
    tree.order.checkInvariants()
  }

  @Test("a cycle that an event does not concern is left as it is, and opens with the event that opens it")
  func knownCycle() throws {
    var (tree, linked) = (EditableTree<Int>(), LinkedTree<Int>(policies: TreePolicies()))
    tree.verifiesChanges = true
    var parents: [Int: Int] = [1: 2, 2: 1]
    func follow(_ edit: LinkedTree<Int>.Edit) -> [NodeDepth] {
      _ = linked.follow(edit, &tree, parent: { parents[$0] }, index: { $0 })
      _ = tree.commit()
      return tree.snapshot.nodes.map { NodeDepth(id: $0.node.id, depth: $0.depth) }
    }
    #expect(follow(.init(arrived: [1, 2])) == [NodeDepth(id: 1, depth: 0), NodeDepth(id: 2, depth: 1)])
    tree.forgetEdits()
    #expect(follow(.init(arrived: [3])).map(\.id) == [1, 2, 3])
    #expect(tree.placed == [try #require(tree.number(of: 3))])
    tree.forgetEdits()
    // Node 1, the first of the cycle, is not in the edit.
    parents[2] = 3
    #expect(follow(.init(relinked: [2])).map(\.depth) == [0, 1, 2])
    #expect(tree.snapshot.ids == [3, 2, 1] && linked.links.breakers.isEmpty)
  }
}

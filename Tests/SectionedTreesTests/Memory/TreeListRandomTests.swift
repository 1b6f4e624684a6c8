import OrderedRows
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@testable import SectionedTrees

/// One step may set a list and perform verbs. Nodes are removed and inserted again, also while they are hidden, and
/// with another title.
@Suite("A tree in memory of flat lists, against a fresh grouping")
struct TreeListRandomTests {
  struct Task: Identifiable, Equatable {
    var id: Int
    var parent: Int?
    var title: Int
  }

  /// The titles of each node by revision. A revision must belong to only one version of a node.
  struct Versions {
    private var titles: [Int: [Int: Int]] = [:]

    mutating func check(_ id: Int, revision: Int, title: Int) {
      let known = titles[id]?[revision]
      #expect(known == nil || known == title, "node \(id) changed, and its revision \(revision) did not")
      titles[id, default: [:]][revision] = title
    }
  }

  private func list(_ random: inout SeededRandom) -> [Task] {
    (0..<9).filter { _ in !random.oneIn(4) }.map { id in
      Task(id: id, parent: random.oneIn(3) ? nil : random.below(9), title: random.below(3))
    }
  }

  /// Performs verbs on any node. Verbs that are impossible throw.
  private func edit(_ tree: MemoryTree<Task, Int>, _ random: inout SeededRandom) {
    let id = random.below(9)
    switch random.below(4) {
    case 0: try? tree.delete(id)
    case 1: try? tree.move(id, under: random.oneIn(3) ? nil : random.below(9))
    case 2: try? tree.update(Task(id: id, title: random.below(3)))
    default: try? tree.insert(Task(id: id, title: random.below(3)))
    }
  }

  @Test("lists and verbs in one step, with nodes that leave and come back", arguments: TestSeeds.seeds(80))
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let tree = MemoryTree<Task, Int>(anomalies: AnomalyHandler { _ in })
    tree.treeCore.verifiesChanges = true
    if random.oneIn(2) { tree.policies.orphans = .hidden }
    if random.oneIn(2) { tree.policies.cycles = .hidden }
    if random.oneIn(2) { tree.policies.ownParents = .hidden }
    let (watcher, totals, updates) = (TreeWatcher(tree), TreeTotals(tree) { $0.title }, tree.treeUpdates)
    var seen = try #require(updates.takeWaiting())
    var (nodes, rows) = (Versions(), Versions())
    tree.expandedIDs = Set((0..<9).filter { _ in !random.oneIn(4) })
    for _ in 0..<30 {
      let last = list(&random)
      tree.performUpdates {
        for _ in 0..<random.below(4) { edit(tree, &random) }
        if random.oneIn(3) { tree.setModels(list(&random), parent: \.parent) }
        for _ in 0..<random.below(3) { edit(tree, &random) }
        tree.setModels(last, parent: \.parent)
      }
      watcher.checkAtRest()
      let grouping = ParentGrouping(last.map { (id: $0.id, parent: $0.parent) }, policies: tree.policies)
      let found = tree.tree.nodes.map { NodeDepth(id: $0.node.id, depth: $0.depth) }
      #expect(found == grouping.forest.map { NodeDepth(id: $0.id, depth: $0.depth) })
      for task in last { #expect(tree.model(for: task.id) == task) }
      for (node, _) in tree.tree.nodes {
        nodes.check(node.id, revision: node.revision, title: try #require(tree.model(for: node.id)).title)
      }
      for element in tree.snapshot.sections[0].items {
        rows.check(
          element.id.id, revision: element.revision, title: try #require(tree.item(for: element.id)).model.title)
      }
      compare(totals, TreeTotals(tree) { $0.title })
      if random.oneIn(2), let next = updates.takeWaiting() {
        #expect(next.changes == TreeChangeSet(from: seen.tree, to: next.tree))
        seen = next
      }
    }
  }

  private func compare(
    _ totals: TreeTotals<MemoryTree<Task, Int>, Int>, _ fresh: TreeTotals<MemoryTree<Task, Int>, Int>
  ) {
    #expect(totals.total == fresh.total && totals.total(ofChildrenOf: nil) == fresh.total(ofChildrenOf: nil))
    for id in 0..<9 {
      #expect(totals.value(of: id) == fresh.value(of: id) && totals.total(of: id) == fresh.total(of: id))
      #expect(totals.total(ofChildrenOf: id) == fresh.total(ofChildrenOf: id))
    }
  }
}

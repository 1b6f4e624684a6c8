import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

@Suite("A node that is dropped in a group of a grouped tree")
struct GroupedDropTests {
  struct Task: Identifiable, Equatable {
    var id: Int
    /// Tasks are grouped by the digit. A negative one is not grouped.
    var digit: Int
  }

  private typealias Base = MemoryTree<Task, Int>
  private typealias Grouped = GroupedTree<Base, Int>

  private func drops(_ grouped: Grouped) -> TreeViewEditing<Grouped.ItemID> {
    let base = grouped.base
    return TreeViewEditing(grouped, over: TreeViewEditing(base)) { task, digit in
      try base.update(Task(id: task.id, digit: digit ?? 0))
    }
  }

  @Test("it gets the value of the group, beside the same members")
  func values() throws {
    let base = Base(anomalies: AnomalyHandler { _ in })
    for (id, digit) in [(1, 2), (2, 1), (3, 2), (4, 1), (5, -1)] { try base.insert(Task(id: id, digit: digit)) }
    let grouped = Grouped(base, where: { $0.digit >= 0 }) { $0.digit }
    let drops = drops(grouped)
    func members(_ digit: Int) -> [Grouped.ItemID] { grouped.tree.children(of: .group(digit, under: nil)) }
    let watcher = TreeWatcher(grouped)
    #expect(drops.target([.node(2)], .group(2, under: nil), 1) == 1)
    try drops.move?([.node(2)], .group(2, under: nil), 1)
    #expect(members(2) == [.node(1), .node(2), .node(3)] && members(1) == [.node(4)])
    #expect(base.model(for: 2)?.digit == 2 && watcher.steps == 1)
    // The group is removed when its last member leaves.
    try drops.move?([.node(4)], .group(2, under: nil), 3)
    #expect(members(2) == [.node(1), .node(2), .node(3), .node(4)] && members(1) == [])
    // A group cannot be moved, and a node that is not grouped cannot be dropped in a group.
    #expect(!drops.canMove(.group(2, under: nil)) && drops.target([.node(5)], .group(2, under: nil), 0) == nil)
    #expect(throws: TreeChangeError.self) { try drops.move?([.node(5)], .group(2, under: nil), 0) }
    #expect(drops.target([.node(1)], .node(1), 0) == nil)
    watcher.checkAtRest()
  }

  @Test(
    "random drops are a step for the parent and one for the value, and lead to the place where they were",
    arguments: TestSeeds.seeds(40))
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let base = Base(anomalies: AnomalyHandler { _ in })
    for id in 0..<12 {
      let parent = id == 0 || random.oneIn(2) ? nil : random.below(id)
      try base.insert(Task(id: id, digit: random.below(5) - 1), under: parent)
    }
    let grouped = Grouped(base, where: { $0.digit >= 0 }) { $0.digit }
    let (drops, watcher) = (drops(grouped), TreeWatcher(grouped))
    var accepted = 0
    for _ in 0..<60 {
      let ids = grouped.tree.ids
      let (id, parent) = (random.one(of: ids), random.oneIn(5) ? nil : random.one(of: ids))
      let (before, steps) = (grouped.tree, watcher.steps)
      let rest = before.children(of: parent).filter { $0 != id }
      let index = random.below(rest.count + 1)
      guard let target = drops.target([id], parent, index), drops.canMove(id) else { continue }
      accepted += 1
      try drops.move?([id], parent, target)
      #expect(watcher.steps <= steps + 2)
      watcher.checkAtRest()
      guard case .group(let digit, let home) = parent else { continue }
      guard case .node(let node) = id else {
        Issue.record("a group was moved")
        continue
      }
      #expect(base.model(for: node)?.digit == digit && base.tree.parent(of: node) == home)
      var wanted = rest
      wanted.insert(id, at: target)
      #expect(grouped.tree.children(of: parent) == wanted, "seed \(seed): \(before)")
    }
    #expect(accepted > 5)
  }
}

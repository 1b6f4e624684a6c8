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
    let (watcher, below) = (TreeWatcher(grouped), TreeWatcher(base))
    #expect(drops.target([.node(2)], .group(2, under: nil), 1) == 1)
    try drops.move?([.node(2)], .group(2, under: nil), 1)
    #expect(members(2) == [.node(1), .node(2), .node(3)] && members(1) == [.node(4)])
    #expect(base.model(for: 2)?.digit == 2 && watcher.steps == 1 && below.steps == 1)
    // The group is removed when its last member leaves.
    try drops.move?([.node(4)], .group(2, under: nil), 3)
    #expect(members(2) == [.node(1), .node(2), .node(3), .node(4)] && members(1) == [])
    // A group cannot be moved, and a node that is not grouped cannot be dropped in a group.
    #expect(!drops.canMove(.group(2, under: nil)) && drops.target([.node(5)], .group(2, under: nil), 0) == nil)
    #expect(throws: TreeChangeError.self) { try drops.move?([.node(5)], .group(2, under: nil), 0) }
    #expect(drops.target([.node(1)], .node(1), 0) == nil)
    watcher.checkAtRest()
  }

  @Test("another parent and another value are one step, and so are several drops", arguments: TestSeeds.all(6))
  func together(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let base = Base(anomalies: AnomalyHandler { _ in })
    let tasks: [(id: Int, digit: Int, parent: Int?)] = [
      (1, 2, nil), (2, 2, 1), (3, 1, nil), (4, 1, 3), (5, 3, 3), (6, 1, nil),
    ]
    for task in tasks { try base.insert(Task(id: task.id, digit: task.digit), under: task.parent) }
    let grouped = Grouped(base, where: { $0.digit >= 0 }) { $0.digit }
    let (drops, watcher, below) = (drops(grouped), TreeWatcher(grouped), TreeWatcher(base))
    try drops.move?([.node(4)], .group(2, under: 1), 0)
    #expect(watcher.steps == 1 && below.steps == 1)
    #expect(grouped.tree.children(of: .group(2, under: 1)) == [.node(4), .node(2)])
    // At the second drop, the group does not show the node of the first one yet.
    let moves: [() throws -> Void] = [
      { try drops.move?([.node(5)], .group(2, under: 1), 1) }, { try drops.move?([.node(6)], .group(2, under: 1), 1) },
    ]
    let order = moves.shuffled(using: &random)
    if random.oneIn(2) {
      try grouped.performTogether { for move in order { try move() } }
    } else {
      // The outer call may be that of the base tree, and the inner one that of the rows.
      try base.performTogether { try grouped.performTogether { for move in order { try move() } } }
    }
    #expect(watcher.steps == 2 && below.steps == 2 && below.updates == 2)
    #expect(Set(grouped.tree.children(of: .group(2, under: 1))) == [.node(4), .node(5), .node(6), .node(2)])
    #expect(grouped.tree.children(of: .group(2, under: 1)).last == .node(2))
    for each in [4, 5, 6] { #expect(base.model(for: each)?.digit == 2 && base.tree.parent(of: each) == 1) }
    watcher.checkAtRest()
    below.checkAtRest()
  }

  @Test("a drop in a group of a group sets both values, and is one step of all trees")
  func tower() throws {
    let base = Base(anomalies: AnomalyHandler { _ in })
    for (id, digit) in [(1, 11), (2, 22), (3, 13)] { try base.insert(Task(id: id, digit: digit)) }
    let tens = GroupedTree(base) { $0.digit / 10 }
    let ones = GroupedTree(tens, where: { $0.model != nil }) { $0.model.map { $0.digit % 10 } }
    let inner = TreeViewEditing(tens, over: TreeViewEditing(base)) { task, ten in
      try base.update(Task(id: task.id, digit: (ten ?? 0) * 10 + task.digit % 10))
    }
    let outer = TreeViewEditing(ones, over: inner) { node, one in
      guard let task = node.model else { return }
      try base.update(Task(id: task.id, digit: task.digit / 10 * 10 + (one ?? 0)))
    }
    let (top, middle, below) = (TreeWatcher(ones), TreeWatcher(tens), TreeWatcher(base))
    try outer.move?([.node(.node(1))], .group(2, under: .group(2, under: nil)), 1)
    #expect(base.model(for: 1)?.digit == 22)
    #expect(ones.tree.children(of: .group(2, under: .group(2, under: nil))) == [.node(.node(2)), .node(.node(1))])
    #expect(tens.tree.children(of: .group(1, under: nil)) == [.node(3)])
    #expect(top.steps == 1 && middle.steps == 1 && below.steps == 1)
    // Edits within a step of the highest tree are one step of all trees, too.
    try ones.performTogether {
      try base.update(Task(id: 3, digit: 31))
      try base.insert(Task(id: 4, digit: 31), at: 0)
      try base.delete(4)
      try base.update(Task(id: 3, digit: 32))
    }
    #expect(top.steps == 2 && middle.steps == 2 && below.steps == 2)
    #expect(ones.tree.parent(of: .node(.node(3))) == .group(2, under: .group(3, under: nil)))
    top.checkAtRest()
    middle.checkAtRest()
    below.checkAtRest()
  }

  @Test("random drops are one step, and lead to the place where they were", arguments: TestSeeds.seeds(40))
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let base = Base(anomalies: AnomalyHandler { _ in })
    for id in 0..<12 {
      let parent = id == 0 || random.oneIn(2) ? nil : random.below(id)
      try base.insert(Task(id: id, digit: random.below(5) - 1), under: parent)
    }
    let grouped = Grouped(base, where: { $0.digit >= 0 }) { $0.digit }
    let (drops, watcher, below) = (drops(grouped), TreeWatcher(grouped), TreeWatcher(base))
    var accepted = 0
    for _ in 0..<60 {
      let ids = grouped.tree.ids
      let (id, parent) = (random.one(of: ids), random.oneIn(5) ? nil : random.one(of: ids))
      let (before, steps) = (grouped.tree, watcher.steps)
      let (beforeBelow, stepsBelow) = (base.tree, below.steps)
      let rest = before.children(of: parent).filter { $0 != id }
      let index = random.below(rest.count + 1)
      guard let target = drops.target([id], parent, index), drops.canMove(id) else { continue }
      accepted += 1
      try drops.move?([id], parent, target)
      #expect(watcher.steps == steps + (grouped.tree == before ? 0 : 1), "seed \(seed): \(before)")
      #expect(below.steps == stepsBelow + (base.tree == beforeBelow ? 0 : 1), "seed \(seed): \(before)")
      watcher.checkAtRest()
      below.checkAtRest()
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

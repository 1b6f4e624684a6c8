import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

@Suite("A node that leaves and comes back, and a step that is still open")
struct TreeStepTests {
  struct Task: Identifiable, Equatable {
    var id: String
    var parent: String?
    var title = 0
  }

  /// A tree of `a(b)` whose steps are checked.
  private func tree(_ policies: TreePolicies = TreePolicies()) -> MemoryTree<Task, String> {
    let tree = MemoryTree(
      [Task(id: "a"), Task(id: "b", parent: "a")], parent: \.parent, policies: policies,
      anomalies: AnomalyHandler { _ in })
    tree.treeCore.verifiesChanges = true
    return tree
  }

  @Test("a node that left, and is set again in the same step, is updated")
  func setAgain() throws {
    let tree = tree()
    tree.expandAll()
    var (changes, rows): ([String], [[Int]]) = ([], [])
    let tokens = [
      tree.observeTree { changes.append("\($0)") },
      tree.observe { rows.append($0.changes.items.updated.map(\.new.item)) },
    ]
    try tree.performUpdates {
      try tree.delete("b")
      tree.setModels([Task(id: "a"), Task(id: "b", parent: "a", title: 1)], parent: \.parent)
    }
    tree.performUpdates {
      tree.setModels([Task(id: "a")], parent: \.parent)
      tree.setModels([Task(id: "a"), Task(id: "b", parent: "a", title: 2)], parent: \.parent)
    }
    #expect(changes == ["updated a[0]→a[0] (b) {?}", "updated a[0]→a[0] (b) {?}"])
    #expect(rows == [[1], [1]])
    for token in tokens { token.cancel() }
  }

  @Test("a node that changed while it was hidden is another version for a slow consumer")
  func changedWhileHidden() throws {
    var policies = TreePolicies()
    policies.orphans = .hidden
    let tree = tree(policies)
    let updates = tree.treeUpdates
    let first = try #require(updates.takeWaiting())
    tree.setModels([Task(id: "b", parent: "a")], parent: \.parent)
    #expect(tree.tree.isEmpty && tree.model(for: "b")?.title == 0)
    tree.setModels([Task(id: "b", parent: "a", title: 1)], parent: \.parent)
    tree.setModels([Task(id: "a"), Task(id: "b", parent: "a", title: 1)], parent: \.parent)
    let next = try #require(updates.takeWaiting())
    let changes = try #require(next.changes)
    #expect(changes.description == "updated [0]→[0] (a) {?}, updated a[0]→a[0] (b) {?}")
    try changes.check(old: first.tree, new: next.tree)
  }

  @Test("a change without keys is a change whose keys are unknown")
  func emptyKeys() throws {
    let tree = tree()
    var changes: [String] = []
    let token = tree.observeTree { changes.append("\($0)") }
    try tree.update(Task(id: "b", parent: "a", title: 1), keys: [])
    try tree.performUpdates {
      try tree.update(Task(id: "b", parent: "a", title: 2), keys: [])
      try tree.move("b", under: nil)
    }
    #expect(changes == ["updated a[0]→a[0] (b) {?}", "moved a[0]→[1] (b) {?}"])
    token.cancel()
  }

  @Test("edits, the expansion and the filter are one step of the tree and of its rows, whoever asks for it")
  func together() throws {
    /// Knows only that the source is one.
    func perform<Source: SectionedDataSource>(in source: Source, _ edits: () throws -> Void) rethrows {
      try source.performTogether(edits)
    }
    let tree = tree()
    let watcher = TreeWatcher(tree)
    var rows: [[String]] = []
    let token = tree.treeCore.observeFilter { rows.append(tree.snapshot.sections[0].items.map(\.id.id)) }
    try perform(in: tree) {
      try tree.insert(Task(id: "c", parent: nil, title: 1))
      try tree.performUpdates { try tree.move("b", under: "c") }
      tree.setFilter { $0.title == 7 }
      try perform(in: tree) { try tree.insert(Task(id: "d", parent: "c", title: 1), under: "c") }
      tree.setFilter { $0.title == 1 }
      tree.collapse("a")
      #expect(tree.tree.ids == ["a", "c", "b", "d"] && tree.numberOfItems == 1)
      #expect(watcher.steps == 0 && watcher.updates == 0 && rows.isEmpty)
    }
    #expect(watcher.steps == 1 && watcher.updates == 1)
    #expect(rows == [["c", "d"]] && tree.treeCore.filterNumber == 1)
    watcher.checkAtRest()
    tree.setFilter(nil)
    #expect(watcher.steps == 1 && watcher.updates == 2 && rows == [["c", "d"], ["a", "c"]])
    token.cancel()
  }

  @Test("totals and a sequence that begin within a step begin with the last one", arguments: TestSeeds.seeds(20))
  func openStep(seed: UInt64) throws {
    typealias Driver = MemoryTreeRandomTests.Driver
    let driver = Driver(seed: seed)
    let source = driver.source
    for _ in 0..<30 {
      let before = source.tree
      let (totals, updates, seen) = try source.performUpdates {
        for _ in 0...driver.random.below(4) { try driver.edit() }
        let (totals, updates) = (TreeTotals(source) { $0.title }, source.treeUpdates)
        let seen = try #require(updates.takeWaiting())
        for _ in 0..<driver.random.below(3) { try driver.edit() }
        return (totals, updates, seen)
      }
      #expect(seen.tree == before && seen.changes == nil)
      if let next = updates.takeWaiting() {
        try #require(next.changes).check(old: seen.tree, new: next.tree)
        #expect(next.tree == source.tree)
      } else {
        #expect(before.ids == source.tree.ids)
      }
      let fresh = TreeTotals(source) { $0.title }
      #expect(totals.total == fresh.total)
      for id in source.tree.ids {
        #expect(totals.total(of: id) == fresh.total(of: id) && totals.value(of: id) == fresh.value(of: id))
        #expect(totals.total(ofChildrenOf: id) == fresh.total(ofChildrenOf: id))
      }
    }
  }

  @Test("a copy takes a node that the source has hidden, or has just deleted")
  func copies() throws {
    var policies = TreePolicies()
    policies.orphans = .hidden
    let tree = tree(policies)
    try tree.performUpdates {
      try tree.delete("b")
      var copy = tree.tree
      try copy.insert("b", under: "a")
      #expect(copy.description == "a(b)" && tree.tree.description == "a")
      #expect(throws: TreeChangeError.self) { try copy.insert("b") }
    }
    tree.setModels([Task(id: "a"), Task(id: "o", parent: "x"), Task(id: "p", parent: "o")], parent: \.parent)
    var copy = tree.tree
    #expect(copy.description == "a")
    try copy.insert("o")
    #expect(copy.description == "a o")
    try copy.insert("p", under: "o")
    #expect(copy.description == "a o(p)" && copy.count == 3 && tree.tree.description == "a")
  }

  /// Counts the hashes of identifiers.
  final class Counter: @unchecked Sendable {
    // Used by one task only.
    var hashes = 0
  }

  struct CountedID: Hashable, Sendable {
    var number: Int
    var counter: Counter

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }

    func hash(into hasher: inout Hasher) {
      counter.hashes += 1
      hasher.combine(number)
    }
  }

  @Test("a large subtree that leaves its deleted parent costs as little as a small one")
  func survivor() throws {
    let counter = Counter()
    func id(_ number: Int) -> CountedID { CountedID(number: number, counter: counter) }
    let tree = MemoryTree<Int, CountedID>(id: { id($0) }, anomalies: AnomalyHandler { _ in })
    tree.setModels(Array(0..<3_000)) { $0 == 0 ? nil : id($0 == 1 ? 0 : 1 + ($0 - 2) / 3) }
    #expect(tree.tree.numberOfDescendants(of: id(1)) == 2_998)
    var changes: [TreeChangeSet<CountedID>] = []
    let token = tree.observeTree { changes.append($0) }
    // The first step after all nodes were replaced copies the nodes, so it is not counted.
    try tree.update(2_999)
    let before = counter.hashes
    try tree.performUpdates {
      try tree.move(id(1), under: nil)
      try tree.delete(id(0))
    }
    #expect(counter.hashes - before < 500)
    #expect(changes.last?.deleted.map(\.size) == [1] && changes.last?.moved.map(\.id.number) == [1])
    token.cancel()
  }
}

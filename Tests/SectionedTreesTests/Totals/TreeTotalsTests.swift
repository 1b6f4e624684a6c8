import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

@Suite("Totals of a tree against sums, over random events")
struct TreeTotalsTests {
  typealias Driver = MemoryTreeRandomTests.Driver

  @Test("over children, subtrees and all nodes", arguments: TestSeeds.seeds(40))
  func random(seed: UInt64) throws {
    let driver = Driver(seed: seed)
    for _ in 0..<4 { try driver.edit() }
    let totals = TreeTotals(driver.source) { $0.title }
    // The totals must be right already when an observer is notified.
    driver.watcher.during = { [unowned driver] _ in check(totals, driver, isAtRest: false) }
    for _ in 0..<50 {
      try driver.source.performUpdates {
        for _ in 0...driver.random.below(5) { try driver.edit() }
      }
      check(totals, driver, isAtRest: true)
    }
  }

  /// All totals that an observer may know of.
  private struct Known: Equatable {
    var own: Int?
    var beneath: Int?
    var children: Int?
  }

  @Test("an observer is notified of the totals that changed, and of no others", arguments: TestSeeds.seeds(40))
  func observed(seed: UInt64) throws {
    let driver = Driver(seed: seed)
    for _ in 0..<4 { try driver.edit() }
    let totals = TreeTotals(driver.source, counting: { $0.title % 2 == 0 })
    func known() -> [Int: Known] {
      let ids = driver.source.tree.ids
      return Dictionary(
        uniqueKeysWithValues: ids.map { id in
          (
            id,
            Known(
              own: totals.value(of: id), beneath: totals.total(beneath: id), children: totals.total(ofChildrenOf: id))
          )
        })
    }
    var calls: [Set<Int>] = []
    let token = totals.observe { calls.append($0) }
    var number = 0
    for _ in 0..<50 {
      let (before, total, ofRoots) = (known(), totals.total, totals.total(ofChildrenOf: nil))
      var inserted: Set<Int> = []
      driver.watcher.during = { changes in inserted = Set((changes.inserted + changes.brought).map(\.id)) }
      calls = []
      try driver.source.performUpdates {
        for _ in 0...driver.random.below(5) { try driver.edit() }
      }
      let after = known()
      let changed = Set(after.keys.filter { !inserted.contains($0) && before[$0] != nil && before[$0] != after[$0] })
      let isChanged = !changed.isEmpty || total != totals.total || ofRoots != totals.total(ofChildrenOf: nil)
      #expect(calls == (isChanged ? [changed] : []))
      number += calls.count
    }
    #expect(number > 5)
    token.cancel()
    calls = []
    for _ in 0..<20 { try driver.edit() }
    #expect(calls.isEmpty)
  }

  @Test("an observer that edits the tree is notified of that step, too, and has the totals of the last one")
  func editing() throws {
    let tree = MemoryTree<MemoryTreeRandomTests.Task, Int>()
    for id in 1...3 { try tree.insert(.init(id: id, title: 1), under: id == 1 ? nil : id - 1) }
    let totals = TreeTotals(tree) { $0.title }
    var calls: [String] = []
    let token = totals.observe { ids in
      calls.append("\(ids.sorted()) \(totals.total)")
      if totals.total < 10 { try? tree.update(.init(id: 2, title: 8)) }
    }
    try tree.update(.init(id: 3, title: 4))
    // The last step changes the children of the roots, and no node that was there.
    try tree.insert(.init(id: 4, title: 1))
    #expect(calls == ["[1, 2, 3] 6", "[1, 2] 13", "[] 14"])
    token.cancel()
  }

  @Test("steps that one observer makes are one call of the next one, without the nodes that have left the tree")
  func deletedInBetween() throws {
    let tree = MemoryTree<MemoryTreeRandomTests.Task, Int>()
    for id in 1...4 { try tree.insert(.init(id: id, title: 1), under: id == 1 ? nil : id - 1) }
    let totals = TreeTotals(tree) { $0.title }
    var calls: [String] = []
    let tokens = [
      totals.observe { ids in
        calls.append("first \(ids.sorted())")
        if ids.contains(4) { try? tree.delete(3) }
      },
      totals.observe { ids in
        #expect(ids.allSatisfy { totals.total(of: $0) != nil })
        calls.append("second \(ids.sorted())")
      },
    ]
    try tree.update(.init(id: 4, title: 5))
    #expect(calls == ["first [1, 2, 3, 4]", "second [1, 2]", "first [1, 2]"])
    for token in tokens { token.cancel() }
  }

  private func check(
    _ totals: TreeTotals<MemoryTree<MemoryTreeRandomTests.Task, Int>, Int>, _ driver: Driver, isAtRest: Bool
  ) {
    let (tree, titles) = (driver.twin.tree, driver.twin.titles)
    // Skips a notification in the middle of an edit, when the twin and the tree differ.
    guard isAtRest || driver.source.tree.ids == tree.ids else { return }
    func sum(_ ids: [Int]) -> Int { ids.reduce(0) { $0 + (titles[$1] ?? 0) } }
    #expect(totals.total == sum(tree.ids))
    #expect(totals.total(ofChildrenOf: nil) == sum(tree.children[nil] ?? []))
    for id in tree.ids {
      #expect(totals.value(of: id) == titles[id])
      #expect(totals.total(of: id) == sum(tree.subtree(of: id)))
      #expect(totals.total(beneath: id) == sum(tree.subtree(of: id)) - sum([id]))
      #expect(totals.total(ofChildrenOf: id) == sum(tree.children[id] ?? []))
    }
    #expect(totals.total(of: -1) == nil && totals.total(ofChildrenOf: -1) == nil)
  }
}

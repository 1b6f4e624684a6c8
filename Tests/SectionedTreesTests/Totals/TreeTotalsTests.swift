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

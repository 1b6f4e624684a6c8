import OrderedRows
import SectionedDataSources
import SectionedTesting
import Testing

@testable import SectionedTrees

/// These tests compare the addresses of the storage, because a tree that copies its nodes at each step gives the right
/// results, but slowly.
@Suite("A step copies no nodes")
struct TreeCopyTests {
  struct Item: Identifiable {
    var id: Int
  }

  private func addresses(_ tree: MemoryTree<Item, Int>) -> [Int] {
    let core = tree.treeCore
    return [core.tree.order.address, core.tree.shown.address, core.rows.twin.old.address, core.rows.twin.new.address]
  }

  @Test("of moves, updates and expansions", arguments: TestSeeds.all(4))
  func stepsInPlace(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let tree = MemoryTree<Item, Int>((0..<500).map { Item(id: $0) }, parent: { $0.id == 0 ? nil : ($0.id - 1) / 3 })
    tree.expandAll()
    let token = tree.observeTree { _ in }
    // After all nodes were replaced, the old and the new tree share their storage until the first step.
    try tree.move(499, under: nil)
    try tree.move(498, under: nil)
    let before = addresses(tree)
    for _ in 0..<60 {
      let id = 1 + random.below(499)
      switch random.below(4) {
      case 0: tree.isExpanded(id) ? tree.collapse(id) : tree.expand(id)
      case 1: try tree.update(Item(id: id))
      default:
        let parent = random.below(500)
        if !tree.tree.isNode(parent, inSubtreeOf: id) { try tree.move(id, under: parent, at: 0) }
      }
      #expect(addresses(tree) == before)
    }
    token.cancel()
  }
}

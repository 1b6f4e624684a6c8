import SectionedDataSources
import SectionedTesting
import SectionedTrees

/// Makes random changes of a tree of chores. It draws numbers before each call, because observers of the call may draw,
/// too.
@MainActor
final class ChoreHand {
  let tree = Chores(anomalies: AnomalyHandler { _ in })
  private var random: SeededRandom
  private var nextID = 0

  init(seed: UInt64) {
    random = SeededRandom(seed: seed &* 31)
    tree.treeCore.verifiesChanges = true
  }

  /// Performs a verb of the tree. A verb that is impossible throws, and has no effect.
  func edit() {
    let id = tree.tree.ids.randomElement(using: &random)
    let parent = random.oneIn(4) ? nil : tree.tree.ids.randomElement(using: &random)
    let index = random.oneIn(2) ? nil : random.below(4)
    switch random.below(9) {
    case 0, 1, 2: if let id { try? tree.move(id, under: parent, at: index) }
    case 3:
      let several = Array(tree.tree.ids.shuffled(using: &random).prefix(3))
      try? tree.move(several, under: parent, at: index)
    case 4: if let id, tree.tree.count > 5 { try? tree.delete(id) }
    case 5, 6:
      let title = "\(random.below(9))"
      if let id { try? tree.update(Chore(id: id, title: title)) }
    default:
      nextID += 1
      try? tree.insert(Chore(id: nextID), under: parent, at: index)
    }
  }

  /// Expands or collapses nodes, or sets the filter, as a program does.
  func show() {
    let id = tree.tree.ids.randomElement(using: &random)
    let depth = random.below(4)
    switch random.below(9) {
    case 0: tree.expandAll()
    case 1: tree.expand(toDepth: depth)
    case 2: if let id { tree.expand(toShow: id) }
    case 3: tree.setFilter { $0.id % (2 + depth) == 0 }
    case 4: tree.setFilter(nil)
    default: if let id { if tree.isExpanded(id) { tree.collapse(id) } else { tree.expand(id) } }
    }
  }
}

import AppKit
import SectionedAppKit
import SectionedTesting
import SectionedTrees
import Testing

@Suite("The outline of a tree is never refused, and shows the tree's rows", .serialized)
@MainActor
struct TreeOutlineRandomTests {
  @Test("edits, expansion by both, filters, drags, selection and editing", arguments: ViewRuns.seeds(60))
  func random(seed: UInt64) async {
    let player = TreePlayer(seed: seed)
    let refusals = await Refusals.recorded { await player.play(120) }
    ViewRuns.count(player.updates, "AppKit tree")
    #expect(refusals == [], "seed \(seed)")
    #expect(player.faults == [], "seed \(seed)")
    #expect(player.updates > 3)
  }

  /// Each step has one verb, so a row and its parent are never inserted in one step, and no row's view is made again. A
  /// filter could insert both, because an edit may list a parent that did not match. Each edit therefore removes the
  /// filter first.
  @Test("rows keep their views, selection, editing and scroll position", arguments: ViewRuns.seeds(40))
  func rows(seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    let hand = ChoreHand(seed: seed)
    let outline = NSOutlineView(frame: .zero)
    let binding = TreeOutlineBinding(hand.tree, rules: TextRules.rules())
    binding.treeEditing = TreeViewEditing(hand.tree)
    let player = RowsPlayer(hand.tree, binding, outline, { binding.show(in: outline) }, nil, &random, {})
    let refusals = await Refusals.recorded {
      for _ in 0..<30 { hand.edit() }
      hand.tree.expandAll()
      for number in 0..<120 {
        switch random.below(4) {
        case 0: hand.show()
        case 1: player.act(&random)
        default:
          hand.tree.setFilter(nil)
          hand.edit()
        }
        if random.oneIn(4) { await nextTurn() }
        player.check("step \(number)")
      }
    }
    #expect(refusals == [], "seed \(seed)")
    #expect(player.faults == [], "seed \(seed)")
  }
}

import AppKit
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import SectionedViews

@testable import SectionedAppKit

/// Performs random actions on a tree and its outline. Compares the outline with the tree's rows, which other tests
/// compare with naive ones.
@MainActor
final class TreePlayer {
  typealias ID = ListedID<Int>

  private let hand: ChoreHand
  private var tree: Chores { hand.tree }
  private let binding: TreeOutlineBinding<Chores>
  private let outline = NSOutlineView(frame: .zero)
  private let scroll = NSScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
  private let window = NSWindow(
    contentRect: CGRect(x: 0, y: 0, width: 320, height: 800), styleMask: [.titled], backing: .buffered, defer: false)
  private let content = NSView(frame: .zero)
  private var random: SeededRandom
  private(set) var updates = 0
  private(set) var drops = 0
  private(set) var faults: [String] = []
  private var moment = ""
  /// Whether callbacks of the outline also change the tree.
  private let meddles: Bool
  private var isMeddling = false

  private var selected: Set<Int> = []
  private var edited: Int?

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    meddles = random.oneIn(3)
    hand = ChoreHand(seed: seed)
    self.random = random
    let proxy = Proxy()
    binding = TreeOutlineBinding(hand.tree, rules: TextRules.rules { proxy.player?.meddle() })
    proxy.player = self
    outline.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
    outline.allowsMultipleSelection = true
    window.contentView = content
    content.addSubview(scroll)
    scroll.documentView = outline
    binding.treeEditing = TreeViewEditing(tree)
    binding.show(in: outline)
    binding.presenter.animationLimit = self.random.one(of: [1_000, 1_000, 6])
    binding.presenter.willUpdate = { [weak self] _, _ in
      self?.note()
      self?.meddle()
    }
    binding.presenter.didUpdate = { [weak self] update, presentation in
      if case .nothing = presentation { return }
      self?.updates += 1
      self?.outline.layoutSubtreeIfNeeded()
      self?.compare(update)
      self?.meddle()
    }
    for _ in 0..<self.random.below(12) { hand.edit() }
  }

  /// A reference for a closure that is made before the player.
  @MainActor
  private final class Proxy {
    weak var player: TreePlayer?
  }

  private func fault(_ text: String) { if faults.count < 5 { faults.append("\(moment): \(text)") } }

  // MARK: What happens

  private func meddle() {
    guard meddles, !isMeddling, random.oneIn(12) else { return }
    isMeddling = true
    if random.oneIn(2) { hand.edit() } else { hand.show() }
    isMeddling = false
  }

  /// Performs an action of the user, or of a program that bypasses the binding.
  private func act() {
    let row = outline.numberOfRows > 0 ? random.below(outline.numberOfRows) : nil
    let visible = outline.shownRows.randomElement(using: &random)
    switch random.below(14) {
    case 0: outline.scroll(CGPoint(x: 0, y: CGFloat(random.below(400))))
    case 1: if scroll.superview == nil { content.addSubview(scroll) } else { scroll.removeFromSuperview() }
    case 2, 3: if let visible { outline.click(visible, extending: random.oneIn(2)) }
    case 4, 5:
      if random.oneIn(4) {
        _ = window.makeFirstResponder(nil)
      } else if let visible {
        outline.beginEditing(visible)
      }
    case 6, 7: if let row { drag(row) }
    case 8: if random.oneIn(2) { binding.presenter.reload() } else { outline.reloadData() }
    case 9: binding.deleteSelectedItems()
    default:
      guard let row, let item = outline.item(atRow: row) else { return }
      if outline.isItemExpanded(item) {
        outline.collapseItem(item)
      } else if outline.isExpandable(item) {
        outline.expandItem(item)
      }
    }
    if random.oneIn(2) { outline.layoutSubtreeIfNeeded() }
  }

  /// Drags a row to a random place. The drop must place the node before the sibling of the gap, or be refused if the
  /// target is in the node's own subtree.
  private func drag(_ row: Int) {
    guard binding.presenter.shown == tree.snapshot, let node = binding.node(atRow: row) else { return }
    let target = random.oneIn(5) ? nil : random.below(outline.numberOfRows)
    let parent = target.flatMap { binding.node(atRow: $0) }
    let siblings = tree.shownChildren(of: parent)
    let gap = random.oneIn(3) ? -1 : random.below(siblings.count + 1)
    let before = tree.tree
    let isInside = parent.map { before.isNode($0, inSubtreeOf: node) } ?? false
    let isAccepted = outline.dragRow(row, into: target.flatMap { outline.item(atRow: $0) }, at: gap)
    if meddles { return }
    if isAccepted == isInside { fault("\(node) under \(String(describing: parent)): accepted \(isAccepted)") }
    guard isAccepted else {
      if tree.tree != before { fault("a refused drop changed the tree") }
      return
    }
    drops += 1
    let after = tree.tree
    if after.parent(of: node) != parent { fault("\(node) was dropped on \(String(describing: parent))") }
    // The sibling after the gap, other than the node itself.
    let next = gap < 0 ? nil : siblings[gap...].first { $0 != node }
    let children = after.children(of: parent)
    let index = children.firstIndex(of: node) ?? 0
    if let next, gap < siblings.count, siblings[gap] != node, children.dropFirst(index + 1).first != next {
      fault("\(node) was dropped before \(next): \(children)")
    }
    if gap < 0, children.last != node { fault("\(node) was dropped on \(String(describing: parent)): \(children)") }
  }

  // MARK: Checks

  private func node(ofRow row: Int) -> Int? { binding.node(atRow: row) }
  private var editedRow: Int? {
    outline.shownRows.first { row in
      outline.rowView(atRow: row, makeIfNecessary: false)?.inputs.contains { $0.isEdited } ?? false
    }
  }

  private func note() {
    selected = Set(outline.selectedRowIndexes.compactMap { node(ofRow: $0) })
    edited = editedRow.flatMap { node(ofRow: $0) }
  }

  private func compare(_ update: Chores.Update) {
    let there = Set(update.new.sections[0].items.map(\.id.id))
    let now = Set(outline.selectedRowIndexes.compactMap { node(ofRow: $0) })
    if !meddles, now != selected.intersection(there) {
      fault("selected \(now), not \(selected.intersection(there))")
    }
    let nowEdited = editedRow.flatMap { node(ofRow: $0) }
    guard !meddles, outline.window != nil else { return }
    if let edited, there.contains(edited), let row = binding.row(ofNode: edited), outline.shownRows.contains(row) {
      if nowEdited != edited { fault("\(edited) is not edited any more, \(String(describing: nowEdited)) is") }
    } else if let nowEdited {
      fault("\(nowEdited) is edited")
    }
  }

  func check() {
    outline.layoutSubtreeIfNeeded()
    guard binding.presenter.shown == tree.snapshot else { return }
    let rows = tree.allItems
    if outline.numberOfRows != rows.count { return fault("\(outline.numberOfRows) rows, not \(rows.count)") }
    for (index, row) in rows.enumerated() {
      let id = row.model.id
      if node(ofRow: index) != id {
        return fault("row \(index) is \(String(describing: node(ofRow: index))), not \(id)")
      }
      if outline.level(forRow: index) != row.depth { fault("the level of \(id) is \(outline.level(forRow: index))") }
      let isExpanded = outline.isItemExpanded(outline.item(atRow: index))
      if isExpanded != row.isExpanded { fault("\(id) is expanded: \(isExpanded)") }
    }
    for index in outline.shownRows {
      let (row, wanted) = (rows[index], ModelText.text(rows[index]))
      let cell = outline.view(atColumn: 0, row: index, makeIfNecessary: false) as? TextCell
      if cell?.text != wanted { fault("row \(index) shows \(cell?.text ?? "nothing"), not \(wanted)") }
      if ModelText.isFirst(wanted) != (cell is FirstCell) { fault("row \(index) has another cell") }
      if outline.showsTriangle(index) == row.isLeaf { fault("row \(index) has a triangle: \(row.isLeaf)") }
    }
  }

  func play(_ steps: Int) async {
    for number in 0..<steps {
      moment = "step \(number)"
      switch random.below(5) {
      case 0, 1: act()
      case 2: hand.show()
      default:
        let count = random.below(4)
        tree.performUpdates { for _ in 0...count { if random.oneIn(6) { hand.show() } else { hand.edit() } } }
      }
      if random.oneIn(3) { await nextTurn() }
      check()
    }
    moment = "at last"
    await nextTurn()
    binding.presenter.reload()
    check()
    if binding.presenter.shown != tree.snapshot { fault("the outline is behind") }
  }
}

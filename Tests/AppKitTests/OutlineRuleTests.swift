import AppKit
import SectionedTesting
import Testing

/// A naive tree of two levels.
@MainActor
final class Tree: NSObject, NSOutlineViewDataSource, NSOutlineViewDelegate {
  final class Node: NSObject {
    let name: String
    var children: [Node]
    init(_ name: String, _ children: [Node] = []) {
      self.name = name
      self.children = children
    }
    override var description: String { name }
  }

  var nodes: [Node]
  /// The nodes that cannot be expanded.
  var closed: Set<Node> = []
  private(set) var notices: [String] = []
  let outline = NSOutlineView(frame: .zero)
  let window: NSWindow

  init(_ nodes: [Node]) {
    self.nodes = nodes
    window = NSWindow(scrolling: outline)
    super.init()
    outline.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("name")))
    outline.dataSource = self
    outline.delegate = self
    window.layoutIfNeeded()
  }

  var shown: [String] {
    window.layoutIfNeeded()
    return outline.shownRows.map {
      (outline.view(atColumn: 0, row: $0, makeIfNecessary: false) as? NSTextField)?.stringValue ?? "-"
    }
  }

  private func children(_ item: Any?) -> [Node] { (item as? Node)?.children ?? nodes }

  func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int { children(item).count }
  func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any { children(item)[index] }
  func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool {
    nodes.contains { $0 == item as? Node && !closed.contains($0) }
  }
  func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView? {
    NSTextField(labelWithString: "\(item)")
  }
  func outlineView(_ outlineView: NSOutlineView, persistentObjectForItem item: Any?) -> Any? { (item as? Node)?.name }
  func outlineView(_ outlineView: NSOutlineView, itemForPersistentObject object: Any) -> Any? {
    nodes.first { $0.name == object as? String }
  }
  func outlineViewItemDidExpand(_ notification: Notification) {
    notices.append("expanded \(notification.userInfo?["NSObject"] ?? "-")")
  }
  func outlineViewSelectionDidChange(_ notification: Notification) { notices.append("selection") }
}

@Suite("The double's outlines keep the rules of NSOutlineView.h")
@MainActor
struct OutlineRuleTests {
  /// Returns the tree `A: a b | B: c` with A expanded.
  private func tree() -> Tree {
    let tree = Tree([Tree.Node("A", [Tree.Node("a"), Tree.Node("b")]), Tree.Node("B", [Tree.Node("c")])])
    tree.outline.expandItem(tree.nodes[0])
    return tree
  }

  @Test("An item is asked for its children when it is expanded")
  func expansion() {
    let tree = tree()
    #expect(tree.shown == ["A", "a", "b", "B"])
    #expect(tree.notices == ["expanded A"])
    tree.outline.collapseItem(tree.nodes[0])
    #expect(tree.shown == ["A", "B"])
  }

  @Test("Operations apply one after the other; an item moves with its children, and stays expanded")
  func operations() {
    let tree = tree()
    tree.outline.selectRowIndexes([2], byExtendingSelection: false)
    let (a, b) = (tree.nodes[0], tree.nodes[1])
    let refusals = Refusals.recorded {
      tree.outline.beginUpdates()
      tree.outline.removeItems(at: [0], inParent: a)
      tree.outline.moveItem(at: 0, inParent: nil, to: 1, inParent: nil)
      tree.outline.insertItems(at: [0], inParent: a)
      a.children = [Tree.Node("x"), a.children[1]]
      tree.nodes = [b, a]
      tree.outline.endUpdates()
    }
    #expect(refusals == [])
    #expect(tree.shown == ["B", "A", "x", "b"])
    #expect(tree.outline.selectedRowIndexes == [3])
  }

  @Test("In a collapsed parent nothing is inserted or removed, and nothing can be moved")
  func collapsed() {
    let tree = tree()
    let (a, b) = (tree.nodes[0], tree.nodes[1])
    let refusals = Refusals.recorded {
      b.children.append(Tree.Node("d"))
      tree.outline.insertItems(at: [1], inParent: b)
      tree.outline.moveItem(at: 0, inParent: a, to: 0, inParent: b)
    }
    #expect(refusals == ["NSOutlineView error moving child indexes 0 in parent B (which has 0 children)."])
    #expect(tree.shown == ["A", "a", "b", "B"])
  }

  @Test("Counts and items are compared at the end of the updates")
  func checks() {
    let tree = tree()
    let refusals = Refusals.recorded {
      tree.outline.insertItems(at: [2], inParent: tree.nodes[0])
      tree.nodes[0].children.swapAt(0, 1)
      tree.outline.beginUpdates()
      tree.outline.endUpdates()
      window(tree)
      tree.nodes[0].children.swapAt(0, 1)
      tree.outline.beginUpdates()
      tree.outline.endUpdates()
      tree.outline.removeItems(at: [5], inParent: nil)
    }
    #expect(
      refusals == [
        "A has 2 children after the updates, and in the outline 3.",
        "The child 0 of A is another item than the outline's.",
        "NSOutlineView error removing child indexes 5 in parent (null) (which has 2 children).",
      ])
  }

  private func window(_ tree: Tree) { tree.window.layoutIfNeeded() }

  @Test("A reload expands equal items again, and loses the selection")
  func reload() {
    let tree = tree()
    tree.outline.click(1)
    tree.outline.reloadData()
    #expect(tree.shown == ["A", "a", "b", "B"])
    #expect(tree.outline.selectedRowIndexes == [])
  }

  @Test("The expanded items are saved by their names")
  func autosave() {
    let tree = tree()
    tree.outline.autosaveName = "tree \(#line)"
    tree.outline.autosaveExpandedItems = true
    tree.outline.expandItem(tree.nodes[1])
    tree.outline.collapseItem(tree.nodes[0])
    let other = Tree([Tree.Node("B", [Tree.Node("c")]), Tree.Node("A", [Tree.Node("a")])])
    other.outline.autosaveName = tree.outline.autosaveName
    other.outline.autosaveExpandedItems = true
    #expect(other.shown == ["B", "c", "A"])
  }

  @Test("A row's triangle is asked for with its views, and when the item is reloaded")
  func triangle() {
    let tree = tree()
    func triangles() -> [Bool] {
      tree.window.layoutIfNeeded()
      return (0..<tree.outline.numberOfRows).map { tree.outline.showsTriangle($0) }
    }
    #expect(triangles() == [true, false, false, true])
    #expect((0..<4).map { tree.outline.level(forRow: $0) } == [0, 1, 1, 0])
    tree.closed = [tree.nodes[1]]
    #expect(triangles() == [true, false, false, true])
    tree.outline.reloadItem(tree.nodes[1])
    #expect(triangles() == [true, false, false, false])
    tree.outline.expandItem(tree.nodes[1])
    #expect(!tree.outline.isItemExpanded(tree.nodes[1]))
  }

  @Test("Collapsing loses the selection in an item")
  func selection() {
    let tree = tree()
    tree.outline.click(1)
    tree.outline.collapseItem(tree.nodes[0])
    #expect(tree.outline.selectedRowIndexes == [])
    #expect(tree.notices == ["expanded A", "selection", "selection"])
  }
}

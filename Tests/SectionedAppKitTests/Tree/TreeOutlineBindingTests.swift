import AppKit
import Foundation
import SectionedAppKit
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import SectionedViews
import Testing

@Suite("An outline shows a tree")
@MainActor
struct TreeOutlineBindingTests {
  @Test("the expansion is that of the tree, whoever changes it")
  func expansion() throws {
    let stage = TreeStage()
    let refusals = try Refusals.recorded {
      #expect(stage.shown == ["1+", "6"])
      stage.tree.expand(1)
      #expect(stage.shown == ["1-", ".2+", ".5", "6"])
      stage.outline.expandItem(stage.item(2))
      #expect(stage.tree.expandedIDs == [1, 2])
      #expect(stage.shown == ["1-", ".2-", "..3", "..4", ".5", "6"])
      stage.outline.collapseItem(stage.item(1))
      #expect(stage.tree.expandedIDs == [2])
      // Expanding 1 shows 2 expanded again. A node that is deleted and inserted is expanded again, too.
      stage.tree.expand(1)
      #expect(stage.shown == ["1-", ".2-", "..3", "..4", ".5", "6"])
      try stage.tree.delete(2)
      try stage.tree.performUpdates {
        try stage.tree.insert(Chore(id: 2), under: 6)
        try stage.tree.insert(Chore(id: 7), under: 2)
      }
      #expect(stage.shown == ["1-", ".5", "6+"])
      stage.tree.expandAll()
      #expect(stage.shown == ["1-", ".5", "6-", ".2-", "..7"])
      stage.tree.collapseAll()
      #expect(stage.shown == ["1+", "6+"])
    }
    #expect(refusals == [])
  }

  @Test("a subtree that left is kept until the next update, because AppKit does not retain its items")
  func leavingNodes() throws {
    let stage = TreeStage()
    stage.tree.expandAll()
    #expect(stage.shown == ["1-", ".2-", "..3", "..4", ".5", "6"])
    weak var item: NSObject?
    item = stage.item(3) as? NSObject
    try stage.tree.delete(2)
    #expect(stage.shown == ["1-", ".5", "6"] && item != nil)
    try stage.tree.delete(5)
    #expect(stage.shown == ["1", "6"] && item == nil)
  }

  @Test("a subtree moves with its rows, which keep selection, views and editing; nothing is reloaded")
  func moves() throws {
    let stage = TreeStage()
    let refusals = try Refusals.recorded {
      stage.tree.expandAll()
      _ = stage.shown
      stage.outline.click(3)
      #expect(stage.outline.beginEditing(2))
      let view = stage.outline.view(atColumn: 0, row: 2, makeIfNecessary: false)
      let reloads = stage.outline.reloads
      try stage.tree.performUpdates {
        try stage.tree.insert(Chore(id: 7), at: 0)
        try stage.tree.move(2, under: nil, at: 1)
        try stage.tree.move(1, under: 2, at: 0)
      }
      #expect(stage.shown == ["7", "2-", ".1-", "..5", ".3", ".4", "6"])
      #expect(stage.binding.selectedItems.map(\.model.id) == [4])
      #expect(stage.outline.view(atColumn: 0, row: 4, makeIfNecessary: false) === view)
      #expect((view as? TextCell)?.input.currentEditor() != nil)
      #expect(stage.outline.reloads == reloads)
    }
    #expect(refusals == [])
  }

  @Test("a parent and its child change places in one step")
  func exchanged() throws {
    let stage = TreeStage()
    let refusals = try Refusals.recorded {
      stage.tree.expandAll()
      try stage.tree.performUpdates {
        try stage.tree.move(2, under: nil, at: 0)
        try stage.tree.move(1, under: 3)
        stage.tree.expand(3)
      }
      #expect(stage.shown == ["2-", ".3-", "..1-", "...5", ".4", "6"])
    }
    #expect(refusals == [])
  }

  @Test("a filter shows the matches and those above them; afterwards the expansion is as before")
  func filter() throws {
    let stage = TreeStage()
    let refusals = Refusals.recorded {
      stage.tree.expand(1)
      stage.tree.setFilter { $0.id == 4 || $0.id == 6 }
      #expect(stage.shown == ["1-", ".2-", "..4", "6"])
      stage.outline.collapseItem(stage.item(2))
      #expect(stage.shown == ["1-", ".2+", "6"])
      // The expansion of 2 does not show its child, which the filter hides.
      stage.tree.setFilter { $0.id == 2 }
      stage.outline.expandItem(stage.item(2))
      #expect(stage.shown == ["1-", ".2+"])
      stage.tree.setFilter(nil)
      #expect(stage.shown == ["1-", ".2+", ".5", "6"])
    }
    #expect(refusals == [])
  }

  @Test("nodes are dropped on others and between them, and never in their own subtrees")
  func dragging() throws {
    let stage = TreeStage()
    stage.binding.treeEditing = TreeViewEditing(stage.tree)
    let refusals = Refusals.recorded {
      stage.tree.expandAll()
      _ = stage.shown
      // Drops 5 on 6, then after 4, then before 3.
      #expect(stage.outline.dragRow(4, into: stage.item(6), at: -1))
      stage.tree.expand(6)
      #expect(stage.shown == ["1-", ".2-", "..3", "..4", "6-", ".5"])
      #expect(stage.outline.dragRow(5, into: stage.item(2), at: 2))
      #expect(stage.outline.dragRow(4, into: stage.item(2), at: 0))
      #expect(stage.shown == ["1-", ".2-", "..5", "..3", "..4", "6"])
      // The index of the drop counts the dragged node, so 2 is after the next sibling.
      #expect(stage.outline.dragRow(2, into: stage.item(2), at: 2))
      #expect(stage.shown == ["1-", ".2-", "..3", "..5", "..4", "6"])
      #expect(stage.outline.dragRow(1, into: nil, at: 2))
      #expect(stage.shown == ["1", "6", "2-", ".3", ".5", ".4"])
      let tree = stage.tree.tree
      #expect(!stage.outline.dragRow(2, into: stage.item(5), at: -1))
      #expect(!stage.outline.dragRow(2, into: stage.item(2), at: 0))
      stage.binding.treeEditing.canMove = { $0 != 6 }
      #expect(!stage.outline.dragRow(1, into: stage.item(1), at: -1))
      #expect(stage.tree.tree == tree)
    }
    #expect(refusals == [])
  }

  @Test("a node with data for other programs is also moved within the outline, if the user may move it")
  func draggingData() {
    let stage = TreeStage()
    stage.binding.pasteboardWriter = { row in
      let item = NSPasteboardItem()
      item.setString("\(row.model.id)", forType: .string)
      return item
    }
    var foreign: [String?] = []
    stage.binding.validateNodeDrop = { info, _, _ in
      foreign.append(info.draggingPasteboard.string(forType: .string))
      return []
    }
    #expect(stage.outline.registeredDraggedTypes.count == 1)
    #expect(!stage.outline.dragRow(1, into: stage.item(1), at: -1), "no edit is allowed")
    stage.binding.treeEditing = TreeViewEditing(stage.tree)
    stage.binding.treeEditing.canMove = { $0 == 6 }
    #expect(!stage.outline.dragRow(0, into: stage.item(6), at: -1))
    #expect(stage.outline.dragRow(1, into: stage.item(1), at: -1))
    stage.tree.expand(1)
    #expect(stage.shown == ["1-", ".2+", ".5", ".6"])
    stage.outline.registerForDraggedTypes(stage.outline.registeredDraggedTypes + [.string])
    #expect(!stage.outline.dragRow(1, into: nil, at: 0))
    #expect(foreign == [], "the program's closure is for drops from other views")
  }

  @Test("several nodes are dropped together, and none of them if the user may not move one")
  func draggingSeveral() {
    let stage = TreeStage()
    stage.binding.treeEditing = TreeViewEditing(stage.tree)
    stage.binding.treeEditing.canMove = { $0 != 1 }
    // The outline drags 1, too, because it has data for other programs.
    stage.binding.pasteboardWriter = { row in
      let item = NSPasteboardItem()
      item.setString("\(row.model.id)", forType: .string)
      return item
    }
    let refusals = Refusals.recorded {
      stage.tree.expandAll()
      #expect(stage.shown == ["1-", ".2-", "..3", "..4", ".5", "6"])
      #expect(!stage.outline.dragRows([0, 4], into: stage.item(6), at: -1))
      #expect(stage.shown == ["1-", ".2-", "..3", "..4", ".5", "6"])
      #expect(stage.outline.dragRows([2, 4], into: stage.item(6), at: -1))
      stage.tree.expand(6)
      #expect(stage.shown == ["1-", ".2-", "..4", "6-", ".3", ".5"])
    }
    #expect(refusals == [])
  }

  @Test("a node that the program deletes during its drag is not dropped, and the others are")
  func deletedDuringTheDrag() async throws {
    let stage = TreeStage()
    stage.binding.treeEditing = TreeViewEditing(stage.tree)
    let target = stage.binding.treeEditing.target
    var dropped: [[Int]] = []
    stage.binding.treeEditing.target = { nodes, parent, proposed in
      dropped.append(nodes)
      defer { if nodes.contains(5) { try? stage.tree.delete(5) } }
      return target(nodes, parent, proposed)
    }
    stage.tree.expandAll()
    let refusals = Refusals.recorded {
      #expect(stage.shown == ["1-", ".2-", "..3", "..4", ".5", "6"])
      #expect(stage.outline.dragRows([2, 4], into: stage.item(6), at: -1))
    }
    await nextTurn()
    let later = Refusals.recorded {
      stage.tree.expand(6)
      #expect(stage.shown == ["1-", ".2-", "..4", "6-", ".3"])
    }
    #expect(dropped == [[3, 5], [3]])
    #expect(refusals + later == [])
  }

  @Test("a drop among the matches of a filter is beside the same shown sibling")
  func droppingInAFilter() throws {
    let stage = TreeStage(
      Chores((1...5).map { Chore(id: $0) }, parent: \.parent, anomalies: AnomalyHandler { _ in }))
    stage.binding.treeEditing = TreeViewEditing(stage.tree)
    stage.tree.setFilter { $0.id % 2 == 1 }
    #expect(stage.shown == ["1", "3", "5"])
    #expect(stage.outline.dragRow(0, into: nil, at: 2))
    #expect(stage.shown == ["3", "1", "5"])
    #expect(stage.tree.tree.roots == [2, 3, 4, 1, 5])
    #expect(stage.outline.dragRow(0, into: nil, at: 3))
    #expect(stage.tree.tree.roots == [2, 4, 1, 5, 3])
  }

  @Test("selected nodes are deleted, those beneath others with them")
  func deleting() {
    let stage = TreeStage()
    stage.binding.treeEditing = TreeViewEditing(stage.tree)
    stage.tree.expandAll()
    _ = stage.shown
    stage.outline.selectRowIndexes([1, 2, 4], byExtendingSelection: false)
    stage.binding.deleteSelectedItems()
    #expect(stage.shown == ["1", "6"])
  }

  @Test("typing and menus find nodes, and not those beneath collapsed ones")
  func typing() {
    let stage = TreeStage(isShown: false)
    stage.binding.contextMenu = { menu, rows in
      let title = rows.map { "\($0.model.id)" }.joined(separator: ", ")
      menu.addItem(NSMenuItem(title: title, action: nil, keyEquivalent: ""))
    }
    func typed(_ text: String) -> [Int] {
      stage.outline.type(text)
      return stage.binding.selectedItems.map(\.model.id)
    }
    stage.show()
    stage.tree.expand(1)
    #expect(stage.shown == ["1-", ".2+", ".5", "6"])
    #expect(stage.outline.contextMenu(1) == ["2"])
    stage.outline.selectRowIndexes([1, 3], byExtendingSelection: false)
    #expect(stage.outline.contextMenu(3) == ["2, 6"])
    #expect(stage.outline.contextMenu(0) == ["1"])
    stage.outline.deselectAll(nil)
    #expect(typed("node") == [], "rows have no texts yet")
    stage.binding.typeSelectText = { "node \($0.model.id)" }
    #expect(typed("node") == [1])
    #expect(typed("NODE") == [2])
    #expect(typed("node 3") == [2], "3 has no row")
    stage.tree.expand(2)
    #expect(stage.shown == ["1-", ".2-", "..3", "..4", ".5", "6"])
    #expect(typed("node 3") == [3])
    stage.binding.canSelect = { $0.model.id != 4 }
    #expect(typed("node") == [5])
    #expect(typed("node 1") == [1], "the search goes on at the beginning")
  }

  @Test("a menu goes with its binding, and a menu of the program's stays")
  func menus() {
    let stage = TreeStage()
    func fill(_ menu: NSMenu, _: Any) { menu.addItem(NSMenuItem(title: "Open", action: nil, keyEquivalent: "")) }
    stage.binding.contextMenu = { fill($0, $1) }
    let menu = stage.outline.menu
    #expect(menu != nil)
    stage.binding.contextMenu = { fill($0, $1) }
    #expect(stage.outline.menu === menu)
    stage.binding.contextMenu = nil
    #expect(stage.outline.menu == nil)
    stage.binding.contextMenu = { fill($0, $1) }
    let other = OutlineBinding(library(), in: stage.outline, rules: TextRules.rules())
    #expect(stage.outline.menu == nil, "the binding has left the outline")
    stage.binding.contextMenu = nil
    other.contextMenu = { fill($0, $1) }
    #expect(stage.outline.contextMenu(1) == ["Open"])
    stage.binding.show(in: stage.outline)
    #expect(stage.outline.menu == nil)
    let own = NSMenu()
    stage.outline.menu = own
    stage.binding.detach()
    #expect(stage.outline.menu === own)
  }

  @Test("the outline saves the expansion by names, also of nodes that come later")
  func autosave() async throws {
    let name = "tasks \(#line)"
    func stage() -> TreeStage {
      let stage = TreeStage(isShown: false)
      stage.binding.savedName = { "task \($0)" }
      stage.binding.savedNode = { Int($0.dropFirst(5)) }
      stage.outline.autosaveName = name
      stage.outline.autosaveExpandedItems = true
      return stage
    }
    let first = stage()
    first.show()
    first.tree.expandAll()
    #expect(first.shown == ["1-", ".2-", "..3", "..4", ".5", "6"])
    let second = stage()
    let two = try #require(second.tree.model(for: 2))
    try second.tree.delete(2)
    second.show()
    await nextTurn()
    #expect(second.tree.expandedIDs == [1, 2])
    #expect(second.shown == ["1-", ".5", "6"])
    try second.tree.performUpdates {
      try second.tree.insert(two, under: 6)
      try second.tree.insert(Chore(id: 9), under: 2)
    }
    second.tree.expand(6)
    #expect(second.shown == ["1-", ".5", "6-", ".2-", "..9"])
  }

  @Test("an outline that another binding takes is left to that one")
  func taken() throws {
    let stage = TreeStage()
    let other = TreeOutlineBinding(TreeStage.tasks(), in: stage.outline, rules: TextRules.rules())
    #expect(stage.binding.outlineView == nil)
    try stage.tree.delete(1)
    stage.window.layoutIfNeeded()
    #expect(stage.outline.numberOfRows == 2)
    other.presenter.source.expand(1)
    #expect(stage.outline.numberOfRows == 4)
    other.detach()
    #expect(stage.outline.numberOfRows == 0)
  }
}

import AppKit
import Foundation
import SectionedAppKit
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import Testing

@Suite("An outline shows sections as items")
@MainActor
struct OutlineBindingTests {
  @MainActor
  private final class Stage {
    let list = library()
    let outline = NSOutlineView(frame: .zero)
    let window: NSWindow
    let binding: OutlineBinding<Shelves>

    init() {
      binding = OutlineBinding(list, rules: TextRules.rules())
      window = NSWindow(scrolling: outline)
      outline.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
    }

    func show() -> Stage {
      binding.show(in: outline)
      window.layoutIfNeeded()
      return self
    }

    var shown: [String] {
      window.layoutIfNeeded()
      return outline.shownRows.map {
        (outline.view(atColumn: 0, row: $0, makeIfNecessary: false) as? TextCell)?.text ?? "-"
      }
    }
  }

  private func shelf(_ id: Int) -> ListedID<Int> { ListedID(id) }
  private func path(_ section: Int, _ item: Int) -> ItemPlace { ItemPlace(section: section, item: item) }

  @Test("Sections are expanded when they come, and stay as the user left them, by identity")
  func expansion() throws {
    let stage = Stage().show()
    #expect(stage.shown == ["1 one: 3", "10 ", "11 ", "12 ", "2 two: 3", "20 ", "21 ", "22 ", "3 three: 0"])
    stage.binding.setExpanded(false, shelf(1))
    try stage.list.moveSection(from: 0, to: 2)
    #expect(stage.shown == ["2 two: 3", "20 ", "21 ", "22 ", "3 three: 0", "1 one: 3"])
    try stage.list.removeSection(at: 2)
    try stage.list.insertSection(Shelf(id: 1, title: "one"), items: [Book(id: 13)], at: 0)
    #expect(!stage.binding.isExpanded(shelf(1)))
    #expect(stage.shown == ["1 one: 1", "2 two: 3", "20 ", "21 ", "22 ", "3 three: 0"])
    stage.binding.presenter.reload()
    #expect(stage.shown.prefix(2) == ["1 one: 1", "2 two: 3"])
    stage.binding.setExpanded(true, shelf(1))
    #expect(stage.shown.prefix(3) == ["1 one: 1", "13 ", "2 two: 3"])
  }

  @Test("An item that left is kept until the next update, because AppKit does not retain its items")
  func leavingItems() throws {
    let stage = Stage().show()
    #expect(stage.shown[1] == "10 ")
    weak var item: NSObject?
    item = stage.outline.item(atRow: 1) as? NSObject
    try stage.list.remove(10)
    #expect(stage.shown[1] == "11 " && item != nil)
    try stage.list.remove(11)
    #expect(stage.shown[1] == "12 " && item == nil)
    item = stage.outline.item(atRow: 1) as? NSObject
    stage.binding.presenter.reload()
    #expect(stage.shown[1] == "12 " && item != nil)
  }

  @Test("Items move into collapsed sections and out of them")
  func collapsed() throws {
    let stage = Stage().show()
    stage.binding.setExpanded(false, shelf(2))
    let refusals = try Refusals.recorded {
      try stage.list.move(from: path(0, 0), to: path(1, 1))
      #expect(stage.shown == ["1 one: 2", "11 ", "12 ", "2 two: 4", "3 three: 0"])
      try stage.list.move(from: path(1, 0), to: path(2, 0))
      try stage.list.update(Book(id: 10, title: "x"))
      #expect(stage.shown == ["1 one: 2", "11 ", "12 ", "2 two: 3", "3 three: 1", "20 "])
      stage.binding.setExpanded(true, shelf(2))
    }
    #expect(refusals == [])
    #expect(stage.shown == ["1 one: 2", "11 ", "12 ", "2 two: 3", "10 x", "21 ", "22 ", "3 three: 1", "20 "])
  }

  @Test("Selection stays with the rows, and nothing is reloaded")
  func selection() throws {
    let stage = Stage().show()
    stage.outline.click(5)
    #expect(stage.binding.selectedItems.map(\.id) == [20])
    let reloads = stage.outline.reloads
    try stage.list.performUpdates {
      try stage.list.moveSection(from: 1, to: 0)
      try stage.list.move(from: path(0, 0), to: path(2, 0))
    }
    #expect(stage.binding.selectedItems.map(\.id) == [20])
    #expect(stage.outline.reloads == reloads)
  }

  @Test("Rows are dropped in sections, on them and behind rows")
  func dragging() {
    let stage = Stage()
    stage.binding.editing = ListEditing(stage.list)
    _ = stage.show()
    let shelves = [0, 4, 8].map { stage.outline.item(atRow: $0) }
    #expect(stage.outline.dragRow(1, into: shelves[2], at: -1))
    #expect(stage.shown.suffix(2) == ["3 three: 1", "10 "])
    #expect(stage.outline.dragRow(1, into: shelves[0], at: 2))
    #expect(stage.shown.prefix(3) == ["1 one: 2", "12 ", "11 "])
    #expect(!stage.outline.dragRow(1, into: nil, at: 0))
  }

  @Test("If the program refuses one of several dropped rows, the others are dropped together, and it stays")
  func refusedDrop() throws {
    struct Refused: Error {}
    let stage = Stage()
    stage.binding.editing = ListEditing(stage.list)
    let move = try #require(stage.binding.editing.move)
    stage.binding.editing.move = { from, to in
      if stage.list.item(at: from)?.id == 11 { throw Refused() }
      try move(from, to)
    }
    var errors = 0
    stage.binding.onError = { _ in errors += 1 }
    _ = stage.show()
    let refusals = Refusals.recorded {
      #expect(stage.outline.dragRows([1, 2, 3], into: stage.outline.item(atRow: 8), at: 0))
      #expect(stage.shown == ["1 one: 1", "11 ", "2 two: 3", "20 ", "21 ", "22 ", "3 three: 2", "10 ", "12 "])
      #expect(!stage.outline.dragRow(1, into: stage.outline.item(atRow: 6), at: 0))
    }
    #expect(refusals == [])
    #expect(errors == 2)
  }

  @Test("Selection and scroll position are restored in another outline")
  func state() throws {
    let first = Stage().show()
    first.outline.click(6)
    let state = try #require(first.binding.presenter.viewState)
    #expect(state.selection == [ListedID(21)])
    let second = Stage().show()
    second.binding.presenter.restore(state)
    #expect(second.binding.selectedItems.map(\.id) == [21])
  }

  @Test("Typing and menus find rows, and not those of collapsed sections")
  func typing() {
    let stage = Stage().show()
    stage.binding.typeSelectText = { "row \($0.id)" }
    stage.binding.contextMenu = { menu, books in
      for book in books { menu.addItem(NSMenuItem(title: "\(book.id)", action: nil, keyEquivalent: "")) }
    }
    stage.outline.type("row 2")
    #expect(stage.binding.selectedItems.map(\.id) == [20])
    stage.outline.type("row")
    #expect(stage.binding.selectedItems.map(\.id) == [21])
    #expect(stage.outline.contextMenu(1) == ["10"])
    #expect(stage.outline.contextMenu(0) == [])
    stage.binding.setExpanded(false, shelf(1))
    stage.outline.type("row 1")
    #expect(stage.binding.selectedItems.map(\.id) == [21])
  }

  @Test("Expansion is saved by the names of sections")
  func autosave() {
    let stages = (0..<2).map { _ in
      let stage = Stage()
      stage.binding.expandsNewSections = false
      stage.binding.savedName = { "\($0.id)" }
      stage.outline.autosaveName = "shelves"
      stage.outline.autosaveExpandedItems = true
      return stage
    }
    let first = stages[0].show()
    #expect(first.shown == ["1 one: 3", "2 two: 3", "3 three: 0"])
    first.binding.setExpanded(true, shelf(2))
    #expect(stages[1].show().shown == ["1 one: 3", "2 two: 3", "20 ", "21 ", "22 ", "3 three: 0"])
  }
}

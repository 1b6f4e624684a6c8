import AppKit
import SectionedAppKit
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import SectionedViews
import Testing

@Suite("Tables, outlines and trees use the properties that they share")
@MainActor
struct RowsBindingTests {
  @Test(
    "A property has the same effect in each binding, except where its comment says that it has none",
    arguments: RowsKind.allCases, RowsProperty.allCases)
  func effects(_ kind: RowsKind, _ property: RowsProperty) throws {
    func check(_ stage: some RowsStage) throws {
      #expect(try stage.effects(of: property) == (property.isUsed(by: kind) ? property.expected : []))
    }
    let refusals = try Refusals.recorded { try check(kind.stage) }
    #expect(refusals == [])
  }

  @Test("The test of effects leaves out no property of the bindings")
  func properties() throws {
    let binding = TableBinding(library())
    let mirror = try #require(Mirror(reflecting: binding).superclassMirror)
    let stored = Set(mirror.children.compactMap(\.label)).subtracting(["list", "rowsScreen", "rowsSource"])
    let tested = RowsProperty.allCases.filter { !RowsProperty.forwarded.contains($0) }
    #expect(stored == Set(tested.map(\.rawValue)))
  }

  @Test("With less motion the animation of a step takes no time", arguments: RowsKind.allCases)
  func lessMotion(_ kind: RowsKind) throws {
    func durations(_ stage: some RowsStage) throws -> [Double] {
      try [(false, 12), (true, 21), (false, 20)].map { reduces, id in
        NSWorkspace.shared.accessibilityDisplayShouldReduceMotion = reduces
        try stage.remove(id)
        return stage.view.lastDuration
      }
    }
    defer { NSWorkspace.shared.accessibilityDisplayShouldReduceMotion = false }
    #expect(try durations(kind.stage) == [0.25, 0, 0.25])
  }

  @Test("The selection is restored in another view", arguments: RowsKind.allCases)
  func restoration(_ kind: RowsKind) throws {
    func check<Stage: RowsStage>(_ first: Stage) throws {
      let second = Stage(first.kind)
      first.select(11, 21)
      second.binding.presenter.restore(try #require(first.binding.presenter.viewState))
      #expect(second.selected == ["11", "21"])
    }
    try check(kind.stage)
  }

  @Test("A binding shows its list in another view, with its menu, and leaves the first one empty")
  func anotherView() {
    let (first, second) = (NSTableView(frame: .zero), NSTableView(frame: .zero))
    let windows = [NSWindow(scrolling: first), NSWindow(scrolling: second)]
    for table in [first, second] {
      table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
    }
    let binding = TableBinding(library(), in: first, rules: TextRules.rules())
    binding.contextMenu = { _, _ in }
    let menu = first.menu
    #expect(menu != nil)
    binding.show(in: first)
    #expect(first.menu === menu, "nothing changes")
    binding.show(in: second)
    for window in windows { window.layoutIfNeeded() }
    #expect(first.menu == nil)
    #expect(second.menu != nil)
    #expect([first, second].map(\.numberOfRows) == [0, 9])
    binding.detach()
    #expect(second.menu == nil)
    #expect(second.numberOfRows == 0)
    #expect(binding.tableView == nil)
  }

  @Test("A binding shows its list again in a view whose data source the program has replaced")
  func replacedDataSource() throws {
    let (stage, tree) = (TableStage(), TreeStage())
    stage.binding.contextMenu = { menu, books in
      for book in books { menu.addItem(NSMenuItem(title: "\(book.id)", action: nil, keyEquivalent: "")) }
    }
    let rows = stage.shown
    stage.table.dataSource = nil
    tree.outline.dataSource = nil
    #expect(stage.table.numberOfRows == 0 && tree.outline.numberOfRows == 0)
    stage.binding.show(in: stage.table)
    tree.show()
    #expect(stage.shown == rows && rows.count == 9)
    #expect(stage.table.contextMenu(1) == ["10"])
    #expect(tree.shown == ["1+", "6"])
    let reloads = [stage.table.reloads, tree.outline.reloads]
    let refusals = Refusals.recorded {
      stage.list.remove(contentsOf: [10])
      tree.tree.expand(1)
      #expect(stage.table.numberOfRows == 8)
      #expect(tree.shown == ["1-", ".2+", ".5", "6"])
    }
    #expect(refusals == [])
    #expect(reloads == [stage.table.reloads, tree.outline.reloads])
  }
}

import AppKit
import SectionedAppKit
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("A diffable data source of a table is given each step of a source")
@MainActor
struct DiffableTableTests {
  @MainActor
  private final class Hook {
    /// A closure that is called while the table asks for a cell.
    var whileAsked: () -> Void = {}
  }

  @MainActor
  private final class Stage {
    let list = library()
    let table = NSTableView(frame: .zero)
    let window: NSWindow
    let binding: DiffableTableBinding<Shelves>
    let hook = Hook()

    init(hasHeaders: Bool = true) {
      window = NSWindow(scrolling: table)
      table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      table.allowsMultipleSelection = true
      let header: @MainActor (NSTableView, Shelf, Int) -> NSView = { _, shelf, count in
        let view = HeaderCell(frame: .zero)
        view.show("[\(shelf.title): \(count)]")
        return view
      }
      binding = DiffableTableBinding(list, in: table, header: hasHeaders ? header : nil) { [hook] _, column, book in
        hook.whileAsked()
        let view = FirstCell(frame: .zero)
        view.show("\(book)")
        return view
      }
      window.layoutIfNeeded()
    }

    func view(_ row: Int) -> TextCell? { table.view(atColumn: 0, row: row, makeIfNecessary: false) as? TextCell }

    var shown: [String] {
      window.layoutIfNeeded()
      return table.shownRows.map { view($0)?.text ?? "-" }
    }

    func configureInPlace() {
      binding.configure = { view, _, book in (view as? TextCell)?.show("\(book)") }
      binding.configureHeader = { view, shelf, count in (view as? TextCell)?.show("[\(shelf.title): \(count)]") }
    }
  }

  private func path(_ section: Int, _ item: Int) -> ItemPlace { ItemPlace(section: section, item: item) }

  @Test("Rows come, go and move; selection, editing and views stay, with animation and without")
  func steps() throws {
    let stage = Stage()
    #expect(stage.shown == ["[one: 3]", "10 ", "11 ", "12 ", "[two: 3]", "20 ", "21 ", "22 ", "[three: 0]"])
    stage.table.selectRowIndexes([3, 6], byExtendingSelection: false)
    stage.table.beginEditing(6)
    let view = stage.view(6)
    let reloads = stage.table.reloads
    let refusals = try Refusals.recorded {
      try stage.list.performUpdates {
        try stage.list.moveSection(from: 1, to: 0)
        try stage.list.move(from: path(0, 0), to: path(2, 0))
        try stage.list.remove(at: path(1, 2))
      }
      #expect(stage.shown == ["[two: 2]", "21 ", "22 ", "[one: 2]", "10 ", "11 ", "[three: 1]", "20 "])
      #expect(stage.binding.dataSource.lastAnimation == .effectFade)
      try stage.list.performUpdates(origin: .withoutAnimation) {
        try stage.list.insert(Book(id: 1), at: path(0, 0))
      }
    }
    #expect(refusals == [])
    #expect(stage.binding.dataSource.lastAnimation == [])
    #expect(stage.binding.rowAnimation == .effectFade)
    #expect(stage.table.selectedRowIndexes == [2])
    #expect(stage.binding.selectedItems.map(\.id) == [21])
    #expect(stage.view(2) === view)
    #expect(view?.input.currentEditor() != nil)
    #expect(stage.table.reloads == reloads)
  }

  @Test("A row whose model gets another kind of view is replaced, and others are configured in place")
  func kinds() throws {
    let stage = Stage()
    stage.configureInPlace()
    var asked = 0
    stage.hook.whileAsked = { asked += 1 }
    stage.binding.cellIdentifier = { $0.isLent ? "lent" : "there" }
    func update(_ title: String, isLent: Bool = false) throws -> [String] {
      try stage.list.update(Book(id: 10, title: title, isLent: isLent))
      return [stage.shown[1], "\(asked)"]
    }
    #expect(try update("a") == ["10 a", "1"], "the kind was unknown")
    let view = stage.view(1)
    #expect(try update("b") == ["10 b", "1"])
    #expect(stage.view(1) === view)
    #expect(try update("b", isLent: true) == ["10 b!", "2"])
    #expect(try update("c", isLent: true) == ["10 c!", "2"])
  }

  @Test("With too many changes, and off screen, the table is reloaded, and the selection stays")
  func reloads() throws {
    let stage = Stage(hasHeaders: false)
    #expect(stage.shown == ["10 ", "11 ", "12 ", "20 ", "21 ", "22 "])
    stage.table.selectRowIndexes([1, 4], byExtendingSelection: false)
    stage.binding.animationLimit = 2
    let reloads = stage.table.reloads
    try stage.list.performUpdates { for id in [10, 12, 22] { try stage.list.remove(id) } }
    #expect(stage.table.reloads == reloads + 1)
    #expect(stage.shown == ["11 ", "20 ", "21 "])
    #expect(stage.binding.selectedItems.map(\.id) == [11, 21])
    stage.window.contentView = nil
    try stage.list.remove(11)
    #expect(stage.table.reloads == reloads + 2)
    #expect(stage.binding.selectedItems.map(\.id) == [21])
  }

  @Test("What changed is configured in place where the program does so, and gets another view otherwise")
  func changes() throws {
    let stage = Stage()
    stage.configureInPlace()
    let (cell, header) = (stage.view(1), stage.view(0))
    try stage.list.performUpdates {
      try stage.list.update(Book(id: 10, title: "a"))
      try stage.list.updateSection(Shelf(id: 1, title: "first"))
    }
    #expect(stage.shown.prefix(2) == ["[first: 3]", "10 a"])
    #expect(stage.view(1) === cell && stage.view(0) === header)
    try stage.list.remove(11)
    #expect(stage.shown.prefix(2) == ["[first: 2]", "10 a"])
    (stage.binding.configure, stage.binding.configureHeader) = (nil, nil)
    try stage.list.performUpdates {
      try stage.list.update(Book(id: 10, title: "b"))
      try stage.list.remove(12)
    }
    #expect(stage.shown.prefix(2) == ["[first: 1]", "10 b"])
    #expect(stage.view(1) !== cell && stage.view(0) !== header)
  }

  @Test("Rows and identifiers lead to each other")
  func places() {
    let stage = Stage()
    #expect(stage.binding.item(atRow: 5)?.id == 20)
    #expect(stage.binding.item(atRow: 4) == nil)
    #expect(stage.binding.row(of: ListedID(12)) == 3)
    #expect(stage.binding.row(of: ListedID(99)) == nil)
  }

  @Test("A change while the table asks is applied in the next turn")
  func whileAsked() async throws {
    let stage = Stage()
    var isFirst = true
    stage.hook.whileAsked = {
      if isFirst { try? stage.list.append(Book(id: 31), toSection: 2) }
      isFirst = false
    }
    let refusals = try await Refusals.recorded {
      try stage.list.append(Book(id: 30), toSection: 2)
      stage.window.layoutIfNeeded()
      await nextTurn()
    }
    #expect(refusals == [])
    #expect(stage.shown.suffix(3) == ["[three: 2]", "30 ", "31 "])
  }
}

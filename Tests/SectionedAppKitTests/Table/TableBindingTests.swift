import AppKit
import CoreData
import SectionedAppKit
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import Testing

@Suite("A table shows sections as rows")
@MainActor
struct TableBindingTests {
  private func path(_ section: Int, _ item: Int) -> ItemPlace { ItemPlace(section: section, item: item) }

  @Test("Sections are group rows, plain rows, or hidden")
  func sectionRows() {
    let items = (["10 ", "11 ", "12 "], ["20 ", "21 ", "22 "])
    #expect(TableStage().shown == ["[1 one: 3]"] + items.0 + ["[2 two: 3]"] + items.1 + ["[3 three: 0]"])
    #expect(TableStage(rows: .plain).shown == ["1 one: 3"] + items.0 + ["2 two: 3"] + items.1 + ["3 three: 0"])
    #expect(TableStage(rows: .hidden).shown == items.0 + items.1)
    let stage = TableStage()
    stage.binding.sectionRows = .hidden
    #expect(stage.shown == items.0 + items.1)
  }

  @Test("A title is shown where no rule is for the section, and changes in place")
  func titles() throws {
    let stage = TableStage()
    stage.binding.rules.remove("HeaderCell", .header)
    stage.binding.headerTitle = { shelf, index in shelf.id == 3 ? nil : "\(index) \(shelf.title)" }
    let expected = stage.shown.filter { $0.hasPrefix("[") }
    #expect(expected == ["[0 one]", "[1 two]", "[-]"])
    let view = stage.table.view(atColumn: 0, row: 0, makeIfNecessary: false)
    try stage.list.updateSection(Shelf(id: 1, title: "uno"))
    #expect(stage.shown.first == "[0 uno]")
    #expect(stage.table.view(atColumn: 0, row: 0, makeIfNecessary: false) === view)
  }

  @Test("Each column has its rules, and the others have the binding's")
  func columns() {
    let stage = TableStage(columns: ["text", "id"])
    var rules = ListRules()
    rules.add(ViewRule(.cell, HeaderCell.self, for: Book.self) { cell, book, _ in cell.show("#\(book.id)") })
    stage.binding.columnRules = [NSUserInterfaceItemIdentifier("id"): rules]
    #expect(stage.shown.prefix(3) == ["[1 one: 3]", "10 |#10", "11 |#11"])
    stage.binding.sectionRows = .plain
    #expect(stage.shown.prefix(2) == ["1 one: 3|-", "10 |#10"])
  }

  /// A cell that one of the rules below makes.
  private final class MarkedCell: TextCell {
    var mark = ""
  }

  /// A list of 100 rows, of which some are visible.
  private func long() -> Shelves {
    Shelves([SectionContent(Shelf(id: 1, title: "one"), items: (0..<100).map { Book(id: $0) })])
  }

  private func rules(_ mark: String, _ registration: ViewRegistration) -> ListRules {
    var rules = ListRules()
    rules.add(
      ViewRule(.cell, MarkedCell.self, for: Book.self, registration: registration) { cell, book, _ in
        cell.show("\(cell.mark)\(book.id)")
      })
    return rules
  }

  @Test("A column reuses the views of its own rules alone, also where those of two columns have one name")
  func reuseInColumns() {
    func cell(_ mark: String) -> MarkedCell {
      let cell = MarkedCell(frame: .zero)
      cell.mark = mark
      return cell
    }
    NSNib.install("MarkedCell c") { [cell("c")] }
    NSNib.install("MarkedCell d") { [cell("d")] }
    let stage = TableStage(long(), rows: .hidden, columns: ["a", "b", "c", "d"])
    let registrations: [(String, ViewRegistration)] = [
      ("a", .made { _ in cell("a") }), ("b", .made { _ in cell("b") }), ("c", .nib("MarkedCell c")),
      ("d", .nib("MarkedCell d")),
    ]
    for (mark, registration) in registrations {
      stage.binding.columnRules[NSUserInterfaceItemIdentifier(mark)] = rules(mark, registration)
    }
    #expect(stage.shown.first == "a0|b0|c0|d0")
    for row in [50, 3, 90] {
      stage.table.scrollRowToVisible(row)
      #expect(stage.shown.contains("a\(row)|b\(row)|c\(row)|d\(row)"))
      #expect(stage.shown.allSatisfy { $0.split(separator: "|").compactMap(\.first) == ["a", "b", "c", "d"] })
    }
    // Another nib under the same name.
    let (a, b) = (NSUserInterfaceItemIdentifier("a"), NSUserInterfaceItemIdentifier("b"))
    stage.binding.columnRules = [a: rules("a", .nib("MarkedCell c")), b: rules("b", .nib("MarkedCell d"))]
    stage.binding.rules = rules("", .nib("MarkedCell d"))
    #expect(stage.shown.allSatisfy { $0.split(separator: "|").compactMap(\.first) == ["c", "d", "d", "d"] })
  }

  @Test("Selection and editing stay with their rows, which are not made anew")
  func identity() throws {
    let stage = TableStage()
    stage.table.allowsMultipleSelection = true
    stage.table.click(1)
    stage.table.click(7, extending: true)
    #expect(stage.selected == [10, 22])
    let cell = try #require(stage.cell(7))
    #expect(stage.table.beginEditing(7))
    let (reloads, configurations) = (stage.table.reloads, cell.configurations)
    try stage.list.performUpdates {
      try stage.list.remove(at: path(0, 1))
      try stage.list.moveSection(from: 1, to: 0)
      try stage.list.append(Book(id: 30), toSection: 2)
      try stage.list.move(from: path(1, 0), to: path(2, 0))
    }
    #expect(stage.shown == ["[2 two: 3]", "20 ", "21 ", "22 ", "[1 one: 1]", "12 ", "[3 three: 2]", "10 ", "30 "])
    #expect(Set(stage.selected) == [10, 22])
    #expect(stage.cell(3) === cell)
    #expect(cell.input.currentEditor() != nil)
    #expect(cell.configurations == configurations)
    #expect(stage.table.reloads == reloads)
  }

  @Test("A changed row is configured in place; another rule's gets another view")
  func changes() throws {
    let stage = TableStage()
    let cell = try #require(stage.cell(1))
    var title = "a"
    while ModelText.isFirst("10 \(title)") != ModelText.isFirst("10 ") { title += "a" }
    try stage.list.update(Book(id: 10, title: title))
    #expect(stage.cell(1) === cell)
    #expect(cell.text == "10 \(title)")
    while ModelText.isFirst("10 \(title)") == ModelText.isFirst("10 ") { title += "a" }
    try stage.list.update(Book(id: 10, title: title))
    #expect(stage.cell(1) !== cell)
    #expect(stage.shown[1] == "10 \(title)")
  }

  @Test("Heights are asked for by models, and again when these change")
  func heights() throws {
    let stage = TableStage()
    stage.binding.rowHeight = { $0.title.isEmpty ? -1 : 40 }
    stage.binding.headerHeight = { _ in 30 }
    #expect(stage.table.rect(ofRow: 1) == CGRect(x: 0, y: 32, width: 320, height: 19))
    try stage.list.update(Book(id: 10, title: "long"))
    #expect(stage.table.rect(ofRow: 1).height == 42)
  }

  @Test("The rows of sections are not selected, and a program may refuse others")
  func selecting() {
    let stage = TableStage()
    var selections: [[Int]] = []
    stage.binding.selectionDidChange = { selections.append($0.map(\.id)) }
    stage.binding.canSelect = { $0.id != 11 }
    for row in 0..<4 { stage.table.click(row) }
    #expect(selections == [[10], [12]])
  }

  @Test("Rows are dropped at gaps and on sections, and the view shows it like any other change")
  func dragging() {
    let stage = TableStage()
    stage.binding.editing = ListEditing(stage.list)
    #expect(stage.table.dragRow(1, to: 3))
    #expect(stage.shown.prefix(4) == ["[1 one: 3]", "11 ", "10 ", "12 "])
    #expect(stage.table.dragRow(1, to: 8, .on))
    #expect(stage.shown.suffix(2) == ["[3 three: 1]", "11 "])
    #expect(stage.table.dragRow(8, to: 3))
    #expect(stage.shown.prefix(4) == ["[1 one: 3]", "10 ", "12 ", "11 "])
    // No item can be dropped above the first section, and a section cannot be dragged.
    #expect(!stage.table.dragRow(1, to: 0))
    #expect(!stage.table.dragRow(0, to: 5))
    #expect(stage.table.reloads == TableStage().table.reloads)
  }

  @Test("What is not allowed is not dragged, and an error is reported")
  func refusals() {
    struct Locked: Error {}
    let stage = TableStage()
    #expect(!stage.table.dragRow(1, to: 3))
    var errors = 0
    stage.binding.onError = { _ in errors += 1 }
    stage.binding.editing.move = { _, _ in throw Locked() }
    stage.binding.editing.canMove = { $0.item > 0 }
    #expect(!stage.table.dragRow(1, to: 3))
    _ = stage.table.dragRow(2, to: 1)
    #expect(errors == 1)
    #expect(stage.shown == TableStage().shown)
  }

  @Test("Items are dragged to another table, which says what it takes")
  func otherTable() {
    let (stage, other) = (TableStage(), TableStage())
    stage.binding.editing = ListEditing(stage.list)
    stage.binding.pasteboardWriter = { book in
      let item = NSPasteboardItem()
      item.setString("\(book.id)", forType: .string)
      return item
    }
    other.binding.validateDrop = { info, place in
      info.draggingPasteboard.string(forType: .string) == "11" && place.section == 1 ? .copy : []
    }
    other.binding.acceptDrop = { info, place in
      guard let id = info.draggingPasteboard.string(forType: .string).flatMap(Int.init) else { return false }
      return (try? other.list.insert(Book(id: 100 + id), at: place)) != nil
    }
    other.table.registerForDraggedTypes(other.table.registeredDraggedTypes + [.string])
    #expect(!stage.table.dragRow(1, to: 5, in: other.table))
    #expect(!stage.table.dragRow(2, to: 1, in: other.table))
    #expect(stage.table.dragRow(2, to: 6, in: other.table))
    #expect(other.shown[5...7] == ["20 ", "111 ", "21 "])
    #expect(stage.table.dragRow(1, to: 3), "within the table it is moved")
    #expect(stage.shown.prefix(4) == ["[1 one: 3]", "11 ", "10 ", "12 "])
  }

  @Test("Typing selects the next row whose text begins so, and passes over those that cannot be selected")
  func typing() {
    let stage = TableStage()
    stage.table.type("2")
    #expect(stage.selected == [], "rows have no texts yet")
    stage.binding.typeSelectText = { $0.id == 22 ? "Élan" : "row \($0.id)" }
    stage.table.type("ROW 2")
    #expect(stage.selected == [20])
    stage.table.type("row")
    #expect(stage.selected == [21])
    stage.table.type("row 1")
    #expect(stage.selected == [10], "the search goes on at the beginning")
    stage.binding.canSelect = { $0.id != 11 }
    stage.table.type("row")
    #expect(stage.selected == [12])
    stage.table.type("elan")
    #expect(stage.selected == [22])
    stage.table.type("nothing")
    #expect(stage.selected == [22])
  }

  @Test("Changes are announced; with less motion their animation takes no time, and the setting is read each time")
  func comfort() throws {
    let stage = TableStage()
    stage.binding.presenter.announcement = { "\($0.changes.items.inserted.count) new" }
    defer { NSWorkspace.shared.accessibilityDisplayShouldReduceMotion = false }
    let before = NSAccessibility.announcements.count
    var durations: [Double] = []
    let refusals = try Refusals.recorded {
      for reduces in [false, true, false] {
        NSWorkspace.shared.accessibilityDisplayShouldReduceMotion = reduces
        try stage.list.append(Book(id: 40 + durations.count), toSection: 0)
        durations.append(stage.table.lastDuration)
      }
    }
    #expect(refusals == [])
    #expect(durations == [0.25, 0, 0.25])
    #expect(NSAccessibility.announcements.dropFirst(before) == ["1 new", "1 new", "1 new"])
  }

  @Test("Assistive techniques read the count of a section with its title")
  func headerLabels() throws {
    let stage = TableStage()
    stage.binding.rules = ListRules()
    stage.binding.headerTitle = { shelf, _ in shelf.title }
    func labels() -> [String?] {
      stage.window.layoutIfNeeded()
      return (0..<stage.list.numberOfSections).map { section in
        let row = (0..<section).reduce(section) { $0 + stage.list.numberOfItems(inSection: $1) }
        let view = stage.table.view(atColumn: 0, row: row, makeIfNecessary: false) as? NSTableCellView
        return view?.textField?.accessibilityLabel()
      }
    }
    #expect(labels() == [nil, nil, nil])
    stage.binding.headerLabel = { "\($0.title), \($1) books" }
    #expect(labels() == ["one, 3 books", "two, 3 books", "three, 0 books"])
    try stage.list.move(from: path(0, 0), to: path(2, 0))
    #expect(labels() == ["one, 2 books", "two, 3 books", "three, 1 books"])
  }

  @Test("A context menu is for the clicked row, or for the selection that it belongs to")
  func contextMenu() {
    let stage = TableStage()
    #expect(stage.table.contextMenu(1) == [])
    stage.binding.contextMenu = { menu, books in
      menu.addItem(
        NSMenuItem(title: books.map { "\($0.id)" }.joined(separator: ", "), action: nil, keyEquivalent: ""))
    }
    #expect(stage.table.contextMenu(1) == ["10"])
    stage.table.selectRowIndexes([2, 5], byExtendingSelection: false)
    #expect(stage.table.contextMenu(5) == ["11, 20"])
    #expect(stage.table.contextMenu(1) == ["10"])
    #expect(stage.table.contextMenu(0) == [], "the row of a section has none")
    let menu = stage.table.menu
    let other = TableBinding(library(), in: stage.table, rules: TextRules.rules())
    #expect(stage.table.menu == nil)
    stage.table.menu = menu
    other.contextMenu = nil
    #expect(stage.table.menu === menu, "a menu of the program's stays")
  }

  @Test("A swipe and a key delete by identity")
  func deleting() {
    let stage = TableStage()
    stage.binding.editing = ListEditing(stage.list)
    #expect(stage.table.rowActions(1) == [])
    stage.binding.deleteTitle = "Delete"
    #expect(stage.table.rowActions(0) == [])
    #expect(stage.table.rowActions(1) == ["Delete"])
    stage.table.pressRowAction(0, of: 1)
    stage.table.selectRowIndexes([1, 4, 5], byExtendingSelection: false)
    stage.binding.deleteSelectedItems()
    #expect(stage.shown == ["[1 one: 1]", "12 ", "[2 two: 1]", "22 ", "[3 three: 0]"])
  }

  @Test("A program has buttons of its own beside a row")
  func actions() {
    let stage = TableStage()
    stage.binding.editing = ListEditing(stage.list)
    stage.binding.deleteTitle = "Delete"
    var pressed: [Int] = []
    stage.binding.rowActions = { book, edge in
      edge == .leading && book.id == 11
        ? [NSTableViewRowAction(style: .regular, title: "Lend") { _, row in pressed.append(row) }] : []
    }
    #expect(stage.table.rowActions(2, edge: .leading) == ["Lend"])
    #expect(stage.table.rowActions(1, edge: .leading) == [])
    #expect(stage.table.rowActions(2) == ["Delete"])
    stage.table.pressRowAction(0, of: 2, edge: .leading)
    #expect(pressed == [2])
  }

  @Test("An empty section has a row by a rule for placeholders, until items come")
  func placeholders() throws {
    let list = library()
    let source = PlaceholderDataSource(
      list, loading: nil, emptySection: { _ in Placeholder(.empty, title: "nothing") })
    var rules = ListRules()
    rules.add(ViewRule(.cell, FirstCell.self, for: Book.self) { cell, book, _ in cell.show("\(book.id)") })
    rules.add(ViewRule(.cell, SecondCell.self, for: Placeholder.self) { cell, _, _ in cell.show("nothing") })
    let stage = TableStage()
    let binding = TableBinding(source, rules: rules)
    binding.sectionRows = .hidden
    binding.show(in: stage.table)
    #expect(stage.shown == ["10", "11", "12", "20", "21", "22", "nothing"])
    try list.append(Book(id: 30), toSection: 2)
    #expect(stage.shown == ["10", "11", "12", "20", "21", "22", "30"])
    try list.remove(at: path(1, 0))
    #expect(stage.shown == ["10", "11", "12", "21", "22", "30"])
  }

  @Test("A click on a header passes the order on")
  func sorting() {
    let stage = TableStage()
    let column = stage.table.tableColumns[0]
    column.sortDescriptorPrototype = NSSortDescriptor(key: "title", ascending: true)
    var orders: [[String?]] = []
    stage.binding.sortDescriptorsDidChange = { orders.append($0.map(\.key)) }
    stage.table.clickHeader(of: column)
    #expect(orders == [["title"]])
  }

  @Test("A table shows one source: the binding before it leaves")
  func twoBindings() throws {
    let stage = TableStage()
    let other = TableBinding(library(), in: stage.table, rules: TextRules.rules())
    try stage.list.remove(at: path(0, 0))
    #expect(stage.shown.prefix(2) == ["[1 one: 3]", "10 "])
    #expect(stage.binding.tableView == nil)
    other.detach()
    #expect(stage.table.numberOfRows == 0)
  }

  @Test("A step within updates of the program's own joins them")
  func programUpdates() throws {
    let stage = TableStage()
    let refusals = try Refusals.recorded {
      stage.table.beginUpdates()
      try stage.list.remove(at: path(0, 0))
      try stage.list.moveSection(from: 0, to: 2)
      stage.table.endUpdates()
    }
    #expect(refusals == [])
    #expect(stage.shown == ["[2 two: 3]", "20 ", "21 ", "22 ", "[3 three: 0]", "[1 one: 2]", "11 ", "12 "])
  }

  @Test("A table whose count is not known yet is asked before the list is another one")
  func early() throws {
    let stage = TableStage()
    stage.table.reloadData()
    let refusals = try Refusals.recorded { try stage.list.remove(at: path(0, 0)) }
    #expect(refusals == [])
    #expect(stage.shown.prefix(2) == ["[1 one: 2]", "11 "])
  }

  @Test("A model without a rule has a plain view, and an anomaly names it")
  func noRule() {
    let log = AnomalyLog()
    let stage = TableStage(library(log))
    stage.binding.rules = ListRules()
    #expect(stage.shown[1] == "-")
    #expect(log.messages.contains("No rule is for the item at [0, 0]: Book."))
  }
}

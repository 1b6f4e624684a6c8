import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

@Suite("Rules of a table and a collection that is on the screen")
@MainActor
struct TableRuleTests {
  @Test("The reuse identifier of a cell is made of its class and its model's type; no protocol is needed")
  func names() {
    var rules = ListRules()
    rules.add(ViewRule(.cell, BookCell.self, for: Book.self) { cell, book, _ in cell.book = book })
    let stage = TableStage(library(), rules: rules)
    #expect(stage.cell(0, 0)?.reuseIdentifier == "BookCell, Book")
  }

  @Test("a closure makes cells and headers, which are reused; what is no cell is an anomaly")
  func closures() throws {
    let refusals = try Refusals.recorded {
      var made = 0
      var rules = ListRules()
      rules.add(
        ViewRule(
          .cell, BookCell.self, for: Book.self,
          registration: .made { name in
            made += 1
            return BookCell(style: .subtitle, reuseIdentifier: name)
          }
        ) { cell, book, _ in cell.book = book })
      let stage = TableStage(rules: rules)
      #expect(stage.cell(0, 0)?.reuseIdentifier == "BookCell, Book")
      let before = made
      #expect(before == 6)
      try stage.list.remove(10)
      try stage.list.insert(Book(id: 1), at: ItemPlace(section: 1, item: 0))
      stage.check()
      #expect(made == before)
      stage.binding.rules.add(
        ViewRule(.cell, BookCell.self, for: Book.self, identifier: "odd", registration: .made { _ in ShelfView() }) {
          _, _, _ in
        })
      stage.binding.rules.remove("BookCell, Book")
      stage.table.layoutIfNeeded()
      #expect(stage.anomalies.messages.last?.contains("odd") == true)
    }
    #expect(refusals == [])
  }

  @Test("Removing a rule keeps the rules of other roles that have the same name")
  func removed() {
    let refusals = Refusals.recorded {
      var rules = ListRules()
      rules.add(ViewRule(.cell, BookTile.self, for: Book.self, identifier: "one") { cell, book, _ in cell.book = book })
      for role in [ViewRole.header, .footer] {
        rules.add(
          ViewRule(role, ShelfView.self, for: Shelf.self, identifier: "one") { view, shelf, _ in view.shelf = shelf }
        )
      }
      let stage = CollectionStage(rules: rules)
      stage.binding.rules.remove("one")
      stage.view.layoutIfNeeded()
      #expect(!(stage.cell(0, 0) is BookTile))
      #expect(stage.header(0) is ShelfView)
      stage.binding.rules.remove("one", .header)
      stage.view.layoutIfNeeded()
      #expect(!(stage.header(0) is ShelfView))
      #expect(stage.binding.rules.rule("one", .footer) != nil)
    }
    #expect(refusals == [])
  }

  @Test("Visible cells and headers are configured again in place on request")
  func configureVisible() throws {
    let refusals = try Refusals.recorded {
      var marked: Set<Int> = []
      var rules = ListRules()
      rules.add(
        ViewRule(.cell, LentCell.self, for: Book.self, where: { book, _ in marked.contains(book.id) }) {
          cell, book, _ in
          cell.book = book
        })
      rules.add(
        ViewRule(.cell, BookCell.self, for: Book.self) { cell, book, _ in
          cell.book = book
          cell.configurations += 1
        })
      let stage = TableStage(library(), rules: rules)
      let cell = try stage.bookCell(0, 0)
      let before = cell.configurations
      stage.binding.presenter.configureVisible()
      #expect(try stage.bookCell(0, 0) === cell)
      #expect(cell.configurations == before + 1)
      marked = [11]
      stage.binding.presenter.configureVisible()
      stage.table.layoutIfNeeded()
      #expect(stage.cell(0, 1) is LentCell)
      #expect(try stage.bookCell(0, 0) === cell)
    }
    #expect(refusals == [])
  }

  @Test("A request to configure them within a cell's closure is performed in the next turn")
  func configureVisibleWithin() async {
    let refusals = await Refusals.recorded {
      var later: (() -> Void)?
      var configurations = 0
      var rules = ListRules()
      rules.add(
        ViewRule(.cell, BookCell.self, for: Book.self) { cell, book, _ in
          cell.book = book
          configurations += 1
          later?()
        })
      let stage = TableStage(library(), rules: rules)
      later = {
        later = nil
        stage.binding.presenter.configureVisible()
      }
      stage.table.reloadData()
      stage.table.layoutIfNeeded()
      let before = configurations
      #expect(later == nil)
      await nextTurn()
      #expect(configurations == before + 6)
    }
    #expect(refusals == [])
  }

  @Test("Rows and sections are inserted, deleted and reloaded with the program's animations")
  func animations() throws {
    let stage = TableStage()
    stage.binding.animations.insertedRows = .left
    stage.binding.animations.deletedRows = .right
    stage.binding.animations.reloadedRows = .top
    stage.binding.animations.insertedSections = .bottom
    stage.binding.animations.deletedSections = .middle
    try stage.list.insert(Book(id: 1), at: ItemPlace(section: 0, item: 0))
    try stage.list.remove(12)
    try stage.list.replace(11, with: Book(id: 11, isLent: true))
    stage.list.appendSection(Shelf(id: 7))
    try stage.list.removeSection(at: 1)
    #expect(
      stage.table.lastAnimations == [
        "insertRows": .left, "deleteRows": .right, "reloadRows": .top, "insertSections": .bottom,
        "deleteSections": .middle,
      ])
  }

  @Test("A section that gets another header is reloaded with its animation")
  func sectionAnimations() throws {
    let stage = TableStage()
    stage.binding.headerTitle = { shelf, _ in shelf.title.isEmpty ? nil : shelf.title }
    stage.binding.presenter.reload()
    stage.table.layoutIfNeeded()
    stage.binding.animations.reloadedSections = .fade
    try stage.list.replaceSection(at: 0, with: Shelf(id: 1))
    #expect(stage.table.lastAnimations == ["insertSections": .fade, "deleteSections": .fade])
  }
}

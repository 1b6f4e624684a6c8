import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

@Suite("A table shows a source by rules")
@MainActor
struct TableBindingTests {
  @Test("The binding is the table's data source, and holds the table weakly")
  func weak() {
    let list = library()
    var table: UITableView? = UITableView(frame: .zero, style: .plain)
    let binding = TableBinding(list)
    if let table { binding.show(in: table) }
    #expect(table?.dataSource != nil)
    #expect(table?.prefetchDataSource != nil)
    let gone = { [weak table] in table }
    table = nil
    #expect(gone() == nil)
    #expect(binding.tableView == nil)
    // Without a table, a change has no effect.
    list.removeAllItems()
  }

  @Test("The binding answers another table as if the list were empty")
  func otherTable() throws {
    let stage = TableStage()
    let other = UITableView(frame: .zero, style: .plain)
    let source = try #require(stage.table.dataSource)
    #expect(source.numberOfSections(in: other) == 0)
    #expect(source.tableView(other, numberOfRowsInSection: 0) == 0)
    #expect(source.tableView(stage.table, numberOfRowsInSection: 0) == 3)
    #expect(!(source.tableView(other, cellForRowAt: IndexPath(row: 0, section: 0)) is BookCell))
    #expect(source.sectionIndexTitles(for: other) == nil)
  }

  @Test("The first rule that matches makes the cell and configures it")
  func cells() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      try stage.list.replace(11, with: Book(id: 11, isLent: true))
      stage.check()
      #expect(stage.cell(0, 0) is BookCell)
      #expect(stage.cell(0, 1) is LentCell)
      #expect(stage.shown.count == 6)
    }
    #expect(refusals == [])
  }

  @Test("A cell is reused under the identifier of its rule")
  func identifiers() {
    let stage = TableStage()
    #expect(stage.cell(0, 0)?.reuseIdentifier == "book")
  }

  @Test("A row without a rule is an anomaly and gets a plain cell")
  func noRule() {
    let refusals = Refusals.recorded {
      let stage = TableStage(rules: ListRules())
      #expect(stage.cell(0, 0) != nil)
      #expect(Set(stage.anomalies.kinds) == [.noRule])
      #expect(stage.anomalies.messages.first?.contains("Book") == true)
    }
    #expect(refusals == [])
  }

  @Test("a prototype of another class, or a missing one, is an anomaly and a cell that is not configured")
  func wrongClass() throws {
    let refusals = try Refusals.recorded {
      var rules = ListRules()
      rules.add(
        ViewRule(.cell, BookCell.self, for: Book.self, identifier: "odd", registration: .prototype) { cell, book, _ in
          cell.book = book
        })
      let stage = TableStage(rules: rules)
      #expect(stage.anomalies.messages.first?.contains("odd") == true)
      stage.table.installPrototype(LentCell.self, withIdentifier: "odd")
      stage.binding.presenter.reload()
      stage.table.layoutIfNeeded()
      #expect((stage.cell(0, 0) as? LentCell)?.book == nil)
      #expect(stage.anomalies.messages.last?.contains("LentCell") == true)
      stage.table.installPrototype(BookCell.self, withIdentifier: "odd")
      stage.binding.rules = rules
      try stage.list.append(Book(id: 99), toSection: 2)
      stage.table.layoutIfNeeded()
      #expect((stage.cell(2, 0) as? BookCell)?.book?.id == 99)
    }
    #expect(refusals == [])
  }

  @Test("A rule replaces one with the same identifier, even if cells of the old one wait for reuse")
  func replacedRule() {
    let refusals = Refusals.recorded {
      let stage = TableStage()
      stage.binding.rules.add(
        ViewRule(.cell, LentCell.self, for: Book.self, identifier: "book") { cell, book, _ in cell.book = book })
      stage.table.layoutIfNeeded()
      #expect(stage.cell(0, 0) is LentCell)
      #expect(stage.anomalies.kinds == [])
    }
    #expect(refusals == [])
  }

  @Test("a nib's cell is found in the bundle of the views' class")
  func nib() {
    UINib.install("BookCell") { [BookCell(style: .default, reuseIdentifier: nil)] }
    var rules = ListRules()
    rules.add(
      ViewRule(.cell, BookCell.self, for: Book.self, registration: .nib("BookCell")) { cell, book, _ in cell.book = book
      })
    let refusals = Refusals.recorded {
      let stage = TableStage(rules: rules)
      stage.check()
      #expect(stage.shown.count == 6)
    }
    #expect(refusals == [])
  }

  @Test("models of rows that will be shown soon are prefetched, and given up")
  func prefetching() throws {
    let stage = TableStage()
    var asked: [Int] = []
    var dropped: [Int] = []
    stage.binding.prefetch = { asked += $0.map(\.id) }
    stage.binding.cancelPrefetch = { dropped += $0.map(\.id) }
    let source = try #require(stage.table.prefetchDataSource)
    source.tableView(stage.table, prefetchRowsAt: [IndexPath(row: 1, section: 1), IndexPath(row: 9, section: 1)])
    source.tableView(stage.table, cancelPrefetchingForRowsAt: [IndexPath(row: 1, section: 1)])
    #expect(asked == [21])
    #expect(dropped == [21])
  }

  @Test("a table that is left shows nothing, and does not follow the source")
  func detached() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      stage.binding.detach()
      stage.table.layoutIfNeeded()
      #expect(stage.table.dataSource == nil)
      try stage.list.remove(10)
      let other = UITableView(frame: .zero, style: .plain)
      stage.binding.show(in: other)
      #expect(other.numberOfRows(inSection: 0) == 2)
    }
    #expect(refusals == [])
  }
}

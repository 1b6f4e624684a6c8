import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

@Suite("A table's headers, footers and index")
@MainActor
struct TableHeaderTests {
  /// A program's delegate that forwards some methods to the binding.
  final class Delegate: NSObject, UITableViewDelegate {
    var binding: TableBinding<Shelves>?

    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      binding?.viewForHeader(inSection: section)
    }

    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
      binding?.heightForHeader(inSection: section, height: 30) ?? 0
    }
  }

  /// A delegate with headers of thirty points.
  final class Headers: NSObject, UITableViewDelegate {
    private let view: (Int) -> UIView?

    init(_ view: @escaping (Int) -> UIView?) { self.view = view }

    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { view(section) }
    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 30 }
  }

  @Test("Titles come from the sections; a footer is nil unless the program sets one")
  func titles() throws {
    let stage = TableStage()
    stage.binding.headerTitle = { shelf, index in "\(index) \(shelf.title)" }
    let source = try #require(stage.table.dataSource)
    #expect(source.tableView(stage.table, titleForHeaderInSection: 1) == "1 two")
    #expect(source.tableView(stage.table, titleForFooterInSection: 1) == nil)
    #expect(source.tableView(stage.table, titleForHeaderInSection: 7) == nil)
  }

  @Test("Empty sections have a header, unless the program does not want it", arguments: [true, false])
  func emptySections(isShown: Bool) throws {
    let stage = TableStage()
    stage.binding.headerTitle = { shelf, _ in shelf.title }
    stage.binding.showsHeadersOfEmptySections = isShown
    let source = try #require(stage.table.dataSource)
    #expect((source.tableView(stage.table, titleForHeaderInSection: 2) != nil) == isShown)
    #expect(stage.binding.heightForHeader(inSection: 2, height: 30) == (isShown ? 30 : CGFloat.leastNormalMagnitude))
    #expect(stage.binding.heightForHeader(inSection: 0, height: 30) == 30)
  }

  @Test("Rules make headers from the program's delegate, and a changed section's header is configured in place")
  func views() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      let delegate = Delegate()
      delegate.binding = stage.binding
      stage.table.delegate = delegate
      stage.binding.rules.add(
        ViewRule(.header, ShelfHeader.self, for: Shelf.self) { view, shelf, _ in view.shelf = shelf })
      stage.table.layoutIfNeeded()
      let header = try #require(stage.table.headerView(forSection: 1) as? ShelfHeader)
      #expect(header.shelf?.title == "two")
      try stage.list.replaceSection(at: 1, with: Shelf(id: 2, title: "new"))
      #expect(stage.table.headerView(forSection: 1) === header)
      #expect(header.shelf?.title == "new")
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test("a section that goes while headers are asked for, and comes back in the same turn, has its header")
  func goneAndBack() async throws {
    let refusals = await Refusals.recorded {
      let list = library()
      let found = FilteredDataSource(list) { _, query in query.text.isEmpty }
      var isHidden = false
      var rules = TableStage.rules
      rules.add(
        ViewRule(.header, ShelfHeader.self) { view, shelf, _ in
          view.shelf = shelf as? Shelf
          guard isHidden else { return }
          isHidden = false
          found.text = "nothing"
          Task { @MainActor in found.text = "" }
        })
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 440), style: .plain)
      let window = UIWindow(showing: table)
      window.isHidden = false
      let binding = TableBinding(found, in: table, rules: rules)
      let delegate = Headers { [unowned binding] in binding.viewForHeader(inSection: $0) }
      table.delegate = delegate
      table.layoutIfNeeded()
      isHidden = true
      table.reloadData()
      table.layoutIfNeeded()
      for _ in 0..<3 { await nextTurn() }
      table.layoutIfNeeded()
      #expect((0..<2).map { (table.headerView(forSection: $0) as? ShelfHeader)?.shelf?.title } == ["one", "two"])
    }
    #expect(refusals == [])
  }

  @Test("a header comes with a section's first row, and goes with its last one")
  func comingHeader() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      let delegate = Delegate()
      delegate.binding = stage.binding
      stage.table.delegate = delegate
      stage.binding.showsHeadersOfEmptySections = false
      stage.binding.rules.add(
        ViewRule(.header, ShelfHeader.self, for: Shelf.self) { view, shelf, _ in view.shelf = shelf })
      stage.table.layoutIfNeeded()
      #expect(stage.table.headerView(forSection: 2) == nil)
      try stage.list.append(Book(id: 30), toSection: 2)
      stage.table.layoutIfNeeded()
      #expect(stage.table.headerView(forSection: 2) != nil)
      try stage.list.remove(30)
      stage.table.layoutIfNeeded()
      #expect(stage.table.headerView(forSection: 2) == nil)
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test("sections with one title that follow each other share it in the index; one without a title has none")
  func index() throws {
    let stage = TableStage()
    #expect(stage.table.dataSource?.sectionIndexTitles(for: stage.table) == nil)
    stage.list.appendSection(Shelf(id: 4, title: "threes"))
    stage.list.appendSection(Shelf(id: 5))
    stage.list.appendSection(Shelf(id: 6, title: "six"))
    stage.binding.indexTitle = { shelf in shelf.title.isEmpty ? nil : String(shelf.title.prefix(1)) }
    let source = try #require(stage.table.dataSource)
    #expect(source.sectionIndexTitles(for: stage.table) == ["o", "t", "s"])
    #expect(source.tableView(stage.table, sectionForSectionIndexTitle: "s", at: 2) == 5)
    #expect(source.tableView(stage.table, sectionForSectionIndexTitle: "t", at: 1) == 1)
  }
}

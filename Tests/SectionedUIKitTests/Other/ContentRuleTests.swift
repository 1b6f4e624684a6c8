import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

@Suite("Rules of contents, footers and nibs, in tables and collections")
@MainActor
struct ContentRuleTests {
  private static func content(_ text: String) -> UIListContentConfiguration {
    var content = UIListContentConfiguration.cell()
    content.text = text
    return content
  }

  private static func text(_ content: (any UIContentConfiguration)?) -> String? {
    (content as? UIListContentConfiguration)?.text
  }

  /// A program's delegate that returns headers and footers by the binding's rules.
  private final class Delegate: NSObject, UITableViewDelegate {
    private let binding: TableBinding<Shelves>

    init(_ binding: TableBinding<Shelves>) { self.binding = binding }

    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      binding.viewForHeader(inSection: section)
    }
    func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
      binding.viewForFooter(inSection: section)
    }
    func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 20 }
    func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat { 10 }
  }

  @Test("a table's cells, headers and footers have the contents of their models, and keep their views")
  func table() throws {
    let refusals = try Refusals.recorded {
      var rules = ListRules()
      rules.add(
        .tableCell(for: Book.self, where: { book, _ in book.isLent }) { book, _ in Self.content("lent \(book.id)") })
      rules.add(.tableCell(for: Book.self, identifier: "other") { book, _ in Self.content("\(book.id)\(book.title)") })
      rules.add(.tableView(.header, for: Shelf.self) { shelf, _ in Self.content(shelf.title) })
      rules.add(.tableView(.footer, for: Shelf.self) { shelf, _ in Self.content("end of \(shelf.title)") })
      let stage = TableStage(library(), rules: rules)
      let delegate = Delegate(stage.binding)
      stage.table.delegate = delegate
      stage.table.reloadData()
      stage.table.layoutIfNeeded()
      @MainActor func texts(_ section: Int) -> [String?] {
        [
          Self.text(stage.table.headerView(forSection: section)?.contentConfiguration),
          Self.text(stage.cell(section, 0)?.contentConfiguration),
          Self.text(stage.table.footerView(forSection: section)?.contentConfiguration),
        ]
      }
      #expect(texts(0) == ["one", "10", "end of one"] && texts(1) == ["two", "20", "end of two"])
      let views = [stage.cell(0, 0), stage.table.footerView(forSection: 0)]
      try stage.list.replace(10, with: Book(id: 10, title: "!"))
      try stage.list.replaceSection(at: 0, with: Shelf(id: 1, title: "first"))
      stage.table.layoutIfNeeded()
      #expect(texts(0) == ["first", "10!", "end of first"])
      #expect(views == [stage.cell(0, 0), stage.table.footerView(forSection: 0)])
      try stage.list.replace(10, with: Book(id: 10, isLent: true))
      stage.table.layoutIfNeeded()
      #expect(texts(0)[1] == "lent 10")
      #expect(stage.anomalies.messages == [])
    }
    #expect(refusals == [])
  }

  /// The headers and footers of a collection that have content configurations are cells.
  @Test("a collection's cells, headers and footers have the contents of their models, and keep their views")
  func collection() throws {
    let refusals = try Refusals.recorded {
      var rules = ListRules()
      rules.add(.collectionCell(for: Book.self) { book, _ in Self.content("\(book.id)\(book.title)") })
      rules.add(.collectionView(.header, for: Shelf.self) { shelf, _ in Self.content(shelf.title) })
      rules.add(.collectionView(.footer, for: Shelf.self) { shelf, _ in Self.content("end of \(shelf.title)") })
      let layout = UICollectionViewFlowLayout()
      layout.footerReferenceSize = CGSize(width: 320, height: 10)
      let stage = CollectionStage(library(), rules: rules, layout: layout)
      @MainActor func footer(_ section: Int) -> UICollectionReusableView? {
        stage.view.supplementaryView(
          forElementKind: UICollectionView.elementKindSectionFooter, at: IndexPath(item: 0, section: section))
      }
      @MainActor func texts(_ section: Int) -> [String?] {
        [stage.header(section), stage.cell(section, 0), footer(section)].map {
          Self.text(($0 as? UICollectionViewCell)?.contentConfiguration)
        }
      }
      #expect(texts(0) == ["one", "10", "end of one"])
      let views = [stage.cell(0, 0), footer(0)]
      try stage.list.replace(10, with: Book(id: 10, title: "!"))
      try stage.list.replaceSection(at: 0, with: Shelf(id: 1, title: "first"))
      stage.view.layoutIfNeeded()
      #expect(texts(0) == ["first", "10!", "end of first"])
      #expect(views == [stage.cell(0, 0), footer(0)])
      #expect(stage.anomalies.messages == [])
    }
    #expect(refusals == [])
  }

  @Test("a collection's cells and headers may be in nibs; what a closure makes is an anomaly, and a plain cell")
  func nibs() throws {
    UINib.install("BookTile") { [BookTile(frame: .zero)] }
    UINib.install("ShelfView") { [ShelfView(frame: .zero)] }
    let refusals = Refusals.recorded {
      var rules = ListRules()
      rules.add(
        ViewRule(.cell, BookTile.self, for: Book.self, registration: .nib("BookTile")) { cell, book, _ in
          cell.book = book
        })
      rules.add(
        ViewRule(.header, ShelfView.self, for: Shelf.self, registration: .nib("ShelfView")) { view, shelf, _ in
          view.shelf = shelf
        })
      let stage = CollectionStage(rules: rules)
      stage.check()
      #expect(stage.cell(0, 0) is BookTile && stage.header(0) is ShelfView)
      #expect(stage.anomalies.messages == [])
      stage.binding.rules.add(
        ViewRule(
          .cell, BookTile.self, for: Book.self, identifier: "made", registration: .made { _ in BookTile(frame: .zero) }
        ) { _, _, _ in })
      stage.binding.rules.remove("BookTile, Book")
      stage.view.layoutIfNeeded()
      #expect(!(stage.cell(0, 0) is BookTile) && stage.cell(0, 0) != nil)
      #expect(stage.anomalies.messages.last?.contains("made") == true)
    }
    #expect(refusals == [])
  }

  @Test("a table's headers and footers may be in nibs, and be made by closures")
  func headers() throws {
    UINib.install("ShelfHeader") { [ShelfHeader(reuseIdentifier: nil)] }
    let refusals = Refusals.recorded {
      var rules = TableStage.rules
      var made = 0
      rules.add(
        ViewRule(.header, ShelfHeader.self, for: Shelf.self, registration: .nib("ShelfHeader")) { view, shelf, _ in
          view.shelf = shelf
        })
      rules.add(
        ViewRule(
          .footer, ShelfHeader.self, for: Shelf.self, identifier: "foot",
          registration: .made {
            made += 1
            return ShelfHeader(reuseIdentifier: $0)
          }
        ) { view, shelf, _ in view.shelf = shelf })
      let stage = TableStage(library(), rules: rules)
      let delegate = Delegate(stage.binding)
      stage.table.delegate = delegate
      stage.table.reloadData()
      stage.table.layoutIfNeeded()
      for section in 0..<3 {
        let (header, footer) = (
          stage.table.headerView(forSection: section), stage.table.footerView(forSection: section)
        )
        #expect((header as? ShelfHeader)?.shelf?.id == section + 1)
        #expect((footer as? ShelfHeader)?.shelf?.id == section + 1 && footer?.reuseIdentifier == "foot")
      }
      #expect(made == 3 && stage.anomalies.messages == [])
    }
    #expect(refusals == [])
  }
}

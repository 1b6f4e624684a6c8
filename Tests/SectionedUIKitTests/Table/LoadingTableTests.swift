import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

@Suite("A table of a list that is loaded in pages")
@MainActor
struct LoadingTableTests {
  typealias News = LoadingDataSource<Shelf, Int, Book, Int, Int>
  typealias Rows = PlaceholderDataSource<News>
  struct Offline: Error {}

  final class PlaceholderCell: UITableViewCell {
    var placeholder: Placeholder?
  }

  final class AppendCell: UITableViewCell {
    var row: AppendRow?
  }

  /// A program's delegate that forwards some methods to the binding.
  final class Delegate: NSObject, UITableViewDelegate {
    var binding: TableBinding<Rows>?

    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
      binding?.heightForRow(at: indexPath, height: 44) ?? 44
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      binding?.userTouched(at: indexPath)
    }
  }

  @MainActor
  private final class Stage {
    let shelves: Shelves
    let news: News
    let rows: Rows
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 440), style: .plain)
    let window: UIWindow
    let binding: TableBinding<Rows>
    let delegate = Delegate()
    var loadings: [News.Loading] = []

    init() {
      let anomalies = AnomalyLog()
      shelves = Shelves([SectionContent(Shelf(id: 1))], anomalies: anomalies.handler)
      news = News(shelves, scheduler: LoadingScheduler { $0() }, isolation: MainActor.shared)
      rows = PlaceholderDataSource(news)
      var rules = ListRules()
      rules.add(ViewRule(.cell, BookCell.self, for: Book.self) { cell, book, _ in cell.book = book })
      rules.add(
        ViewRule(.cell, PlaceholderCell.self, for: Placeholder.self) { cell, model, _ in cell.placeholder = model })
      rules.add(ViewRule(.cell, AppendCell.self, for: AppendRow.self) { cell, row, _ in cell.row = row })
      rules.add(ViewRule(.header, ShelfHeader.self, for: Shelf.self) { view, shelf, _ in view.shelf = shelf })
      binding = TableBinding(rows, rules: rules)
      window = UIWindow(showing: table)
      window.isHidden = false
      delegate.binding = binding
      table.delegate = delegate
      news.start = { [unowned self] in loadings.append($0) }
    }

    func page(_ ids: Range<Int>, more: Bool) -> LoadedPage<Shelf, Book, Int> {
      LoadedPage([SectionContent(Shelf(id: 1), items: ids.map { Book(id: $0) })], cursor: more ? ids.upperBound : nil)
    }

    func last<Cell: UITableViewCell>(_ type: Cell.Type) -> Cell? {
      table.layoutIfNeeded()
      return (table.indexPathsForVisibleRows ?? []).last.flatMap { table.cellForRow(at: $0) as? Cell }
    }
  }

  @Test("A list begins to load when its table is shown, and the rules for its items match only rows with items")
  func begins() async throws {
    let stage = Stage()
    let refusals = await Refusals.recorded {
      stage.binding.loading = ListLoading(stage.news)
      #expect(stage.loadings.isEmpty)
      stage.binding.show(in: stage.table)
      #expect(stage.loadings.count == 1)
      #expect(stage.last(PlaceholderCell.self)?.placeholder?.phase == .loading)
      stage.loadings[0].finish(stage.page(0..<3, more: false))
      #expect(stage.last(BookCell.self)?.book?.id == 2)
      // The rows were loaded once, so another table starts no load.
      stage.binding.show(in: UITableView(frame: .zero, style: .plain))
      await nextTurn()
      #expect(stage.loadings.count == 1)
    }
    #expect(refusals == [])
  }

  @Test("A placeholder's row is as high as the visible part of the table, which shows no separators")
  func placeholder() {
    let stage = Stage()
    let refusals = Refusals.recorded {
      stage.table.separatorStyle = .singleLineEtched
      stage.table.contentInset.top = 40
      stage.binding.show(in: stage.table)
      stage.table.layoutIfNeeded()
      #expect(stage.binding.showsPlaceholder)
      #expect(stage.table.separatorStyle == .none)
      #expect(stage.table.rectForRow(at: IndexPath(row: 0, section: 0)).height == 400)
      stage.news.load()
      stage.loadings[0].finish(stage.page(0..<1, more: false))
      #expect(!stage.binding.showsPlaceholder)
      #expect(stage.table.separatorStyle == .singleLineEtched)
      stage.table.layoutIfNeeded()
      #expect(stage.table.rectForRow(at: IndexPath(row: 0, section: 0)).height == 44)
      stage.shelves.removeAllItems()
      #expect(stage.table.separatorStyle == .none)
      stage.binding.detach()
      #expect(stage.table.separatorStyle == .singleLineEtched)
    }
    #expect(refusals == [])
  }

  @Test("A binding that is replaced restores the table's separators")
  func takenOver() {
    let stage = Stage()
    stage.binding.show(in: stage.table)
    #expect(stage.table.separatorStyle == .none)
    let other = TableBinding(library(), in: stage.table)
    #expect(stage.table.separatorStyle == .singleLine)
    #expect(stage.binding.tableView == nil && other.tableView === stage.table)
  }

  @Test("Separators stay if the program wants them")
  func separators() {
    let stage = Stage()
    stage.binding.hidesSeparatorsOfPlaceholder = false
    stage.binding.show(in: stage.table)
    #expect(stage.table.separatorStyle == .singleLine)
  }

  @Test("The last row requests the next page when it becomes visible, once for each page")
  func more() async throws {
    let stage = Stage()
    let refusals = await Refusals.recorded {
      stage.binding.show(in: stage.table)
      stage.binding.loading = ListLoading(stage.news)
      stage.table.layoutIfNeeded()
      stage.loadings[0].finish(stage.page(0..<40, more: true))
      stage.table.layoutIfNeeded()
      await nextTurn()
      #expect(stage.loadings.count == 1)
      stage.table.drag(to: 2_000)
      await nextTurn()
      #expect(stage.loadings.count == 2)
      #expect(stage.last(AppendCell.self)?.row?.showsActivity == true)
      stage.loadings[1].finish(LoadedPage(items: (40..<42).map { Book(id: $0) }, cursor: 42))
      await nextTurn()
      // The page has only two rows, so the row that loads more is still visible.
      stage.table.drag(to: 2_000)
      await nextTurn()
      #expect(stage.loadings.count == 3)
      stage.loadings[2].finish(LoadedPage(items: [], cursor: nil))
      await nextTurn()
      #expect(stage.loadings.count == 3)
      #expect(stage.last(BookCell.self)?.book?.id == 41)
    }
    #expect(refusals == [])
  }

  @Test("A failed page is requested again only when the user taps the row of the error")
  func retry() async throws {
    let stage = Stage()
    let refusals = await Refusals.recorded {
      stage.binding.loading = ListLoading(stage.news)
      stage.binding.show(in: stage.table)
      stage.table.layoutIfNeeded()
      stage.loadings[0].fail(Offline())
      #expect(stage.last(PlaceholderCell.self)?.placeholder?.canRetry == true)
      stage.table.tapRow(at: IndexPath(row: 0, section: 0))
      #expect(stage.loadings.count == 2)
      stage.loadings[1].finish(stage.page(0..<3, more: true))
      stage.table.layoutIfNeeded()
      await nextTurn()
      #expect(stage.loadings.count == 3)
      stage.loadings[2].fail(Offline())
      stage.table.layoutIfNeeded()
      await nextTurn()
      #expect(stage.loadings.count == 3)
      #expect(stage.last(AppendCell.self)?.row?.failure != nil)
      // A book's row starts no load.
      #expect(!stage.binding.userTouched(at: IndexPath(row: 0, section: 0)))
      stage.table.tapRow(at: IndexPath(row: 0, section: 1))
      #expect(stage.loadings.count == 4)
    }
    #expect(refusals == [])
  }
}

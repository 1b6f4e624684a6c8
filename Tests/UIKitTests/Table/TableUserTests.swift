import Testing
import UIKit

@Suite("A table and its user")
@MainActor
struct TableUserTests {
  /// A data source and delegate with one section that can be edited.
  @MainActor
  final class Editor: NSObject, UITableViewDataSource, UITableViewDelegate, UITableViewDataSourcePrefetching {
    var rows: [String]
    var log: [String] = []
    init(_ rows: [String]) { self.rows = rows }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "book", for: indexPath)
      cell.textLabel?.text = rows[indexPath.row]
      return cell
    }
    func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {
      log.append("\(editingStyle) \(indexPath.row)")
      rows.remove(at: indexPath.row)
      tableView.deleteRows(at: [indexPath], with: .automatic)
    }
    func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { indexPath.row > 0 }
    func tableView(_ tableView: UITableView, moveRowAt from: IndexPath, to: IndexPath) {
      log.append("move \(from.row) \(to.row)")
      rows.insert(rows.remove(at: from.row), at: to.row)
    }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      log.append("select \(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
      log.append("deselect \(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
      log.append("prefetch \(indexPaths.map(\.row))")
    }
    func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
      log.append("cancel \(indexPaths.map(\.row))")
    }
  }

  private func screen(_ editor: Editor, rows: CGFloat = 4) -> TableScreen {
    let screen = TableScreen(Shelf([]), rows: rows)
    screen.show(editor)
    screen.table.delegate = editor
    screen.table.layoutIfNeeded()
    return screen
  }

  @Test("A selection follows its row through a batch, goes with it, and is lost by reloadData")
  func selection() {
    let editor = Editor(["a", "b", "c"])
    let screen = screen(editor)
    screen.table.tapRow(at: at(0, 1))
    screen.table.tapRow(at: at(0, 2))
    #expect(editor.log == ["select 1", "deselect 1", "select 2"])
    editor.rows.remove(at: 0)
    screen.table.deleteRows(at: [at(0, 0)], with: .none)
    #expect(screen.table.indexPathsForSelectedRows == [at(0, 1)])
    #expect(screen.table.cellForRow(at: at(0, 1))?.isSelected == true)
    screen.table.reloadRows(at: [at(0, 1)], with: .none)
    #expect(screen.table.indexPathForSelectedRow == nil)
    screen.table.selectRow(at: at(0, 0), animated: false, scrollPosition: .none)
    screen.table.reloadData()
    #expect(screen.table.indexPathForSelectedRow == nil)
  }

  @Test("Several rows are selected only where that is allowed, and only then while the table is edited")
  func multipleSelection() {
    let editor = Editor(["a", "b", "c"])
    let screen = screen(editor)
    screen.table.allowsMultipleSelection = true
    screen.table.tapRow(at: at(0, 2))
    screen.table.tapRow(at: at(0, 0))
    #expect(screen.table.indexPathsForSelectedRows == [at(0, 2), at(0, 0)])
    screen.table.setEditing(true, animated: false)
    #expect(screen.table.indexPathsForSelectedRows == nil)
    screen.table.tapRow(at: at(0, 1))
    #expect(screen.table.indexPathsForSelectedRows == nil)
  }

  @Test("A user deletes a row by a swipe: the data source is asked to, and the batch is its own")
  func deletion() {
    let editor = Editor(["a", "b", "c"])
    let screen = screen(editor)
    #expect(screen.table.swipeRow(at: at(0, 1)) == ["Delete"])
    screen.table.swipeRow(at: at(0, 1), andTouch: "Delete")
    #expect(editor.log == ["delete 1"])
    #expect(screen.table.texts == ["a", "c"])
  }

  @Test("A user moves a row: the table shows it there without asking, and the data source follows")
  func move() {
    let editor = Editor(["a", "b", "c"])
    let screen = screen(editor)
    #expect(screen.table.dragRow(at: at(0, 2), to: at(0, 0)) == nil, "rows move while the table is edited")
    screen.table.setEditing(true, animated: false)
    #expect(screen.table.dragRow(at: at(0, 0), to: at(0, 1)) == nil)
    #expect(screen.table.dragRow(at: at(0, 2), to: at(0, 0)) == at(0, 0))
    #expect(editor.log == ["move 2 0"])
    #expect(screen.table.texts == ["c", "a", "b"])
    // A program that performs a batch for a user's move reports the move twice.
    let said = Refusals.recorded { screen.table.deleteRows(at: [at(0, 2)], with: .none) }
    #expect(said.count == 1)
  }

  @Test("What comes behind the visible rows is asked for ahead, and taken back when the user goes elsewhere")
  func prefetching() {
    let editor = Editor(books(100))
    let screen = screen(editor)
    screen.table.prefetchDataSource = editor
    screen.table.contentOffset.y = 44
    screen.table.layoutIfNeeded()
    #expect(editor.log == ["prefetch [5, 6, 7, 8]"])
    screen.table.contentOffset.y = 44 * 2
    screen.table.layoutIfNeeded()
    screen.table.contentOffset.y = 44 * 50
    screen.table.layoutIfNeeded()
    #expect(editor.log.dropFirst() == ["prefetch [9]", "prefetch [54, 55, 56, 57]", "cancel [6, 7, 8, 9]"])
  }

  @Test("Headers have room where there is a title or a view, and are kept while they are visible")
  func headers() throws {
    @MainActor final class Titles: NSObject, UITableViewDataSource, UITableViewDelegate {
      var usesViews = false
      func numberOfSections(in tableView: UITableView) -> Int { 3 }
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { section }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell(style: .default, reuseIdentifier: nil)
      }
      func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        section == 1 || usesViews ? nil : "title \(section)"
      }
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        usesViews ? tableView.dequeueReusableHeaderFooterView(withIdentifier: "header") : nil
      }
    }
    let titles = Titles()
    let screen = TableScreen(Shelf([]))
    screen.table.register(UITableViewHeaderFooterView.self, forHeaderFooterViewReuseIdentifier: "header")
    screen.show(titles)
    screen.table.delegate = titles
    screen.table.layoutIfNeeded()
    #expect(screen.table.headerView(forSection: 0)?.textLabel?.text == "title 0")
    #expect(screen.table.headerView(forSection: 1) == nil)
    #expect(screen.table.rectForHeader(inSection: 1).height == 0)
    #expect(screen.table.rectForRow(at: at(2, 0)).minY == 100)
    titles.usesViews = true
    screen.table.reloadData()
    screen.table.layoutIfNeeded()
    let header = try #require(screen.table.headerView(forSection: 1))
    #expect(header.reuseIdentifier == "header")
    #expect(screen.table.rectForHeader(inSection: 1).height == 28)
  }

  @Test("A header comes with a title after a batch, and goes with it")
  func headerOfAChange() {
    @MainActor final class Titles: NSObject, UITableViewDataSource {
      var rows = 0
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell(style: .default, reuseIdentifier: nil)
      }
      func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        rows == 0 ? nil : "some"
      }
    }
    let titles = Titles()
    let screen = TableScreen(Shelf([]))
    screen.show(titles)
    screen.table.layoutIfNeeded()
    #expect(screen.table.headerView(forSection: 0) == nil)
    titles.rows = 1
    screen.table.insertRows(at: [at(0, 0)], with: .none)
    #expect(screen.table.headerView(forSection: 0)?.textLabel?.text == "some")
    titles.rows = 0
    screen.table.deleteRows(at: [at(0, 0)], with: .none)
    #expect(screen.table.headerView(forSection: 0) == nil)
  }

  @Test("Text that is edited goes on through a reconfiguration, and not through a reload")
  func editing() throws {
    let screen = TableScreen(Shelf([["a", "b"]]))
    let field = UITextField(frame: .zero)
    try #require(screen.table.cellForRow(at: at(0, 1))).contentView.addSubview(field)
    #expect(field.becomeFirstResponder())
    screen.table.reconfigureRows(at: [at(0, 1)])
    #expect(field.isFirstResponder)
    screen.table.reloadRows(at: [at(0, 1)], with: .none)
    #expect(!field.isFirstResponder)
  }

  @Test("A user who pulls down starts the actions of the refresh control")
  func refreshing() {
    let screen = TableScreen(Shelf([]))
    var count = 0
    let refresh = UIRefreshControl(frame: .zero, primaryAction: nil)
    refresh.addAction(UIAction { _ in count += 1 }, for: .valueChanged)
    screen.table.refreshControl = refresh
    screen.table.pullToRefresh()
    screen.table.pullToRefresh()
    #expect(count == 1)
    #expect(refresh.isRefreshing)
    refresh.endRefreshing()
    #expect(!refresh.isRefreshing)
  }

  @Test("Rows are as high as the delegate says")
  func heights() {
    @MainActor final class Heights: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        CGFloat(10 * (indexPath.row + 1))
      }
    }
    let heights = Heights()
    let screen = TableScreen(Shelf([books(5)]))
    screen.table.delegate = heights
    screen.table.layoutIfNeeded()
    #expect(screen.table.rectForRow(at: at(0, 3)) == CGRect(x: 0, y: 60, width: 320, height: 40))
    #expect(screen.table.contentSize.height == 150)
    #expect(screen.table.indexPathForRow(at: CGPoint(x: 5, y: 59)) == at(0, 2))
  }

  @Test("An animated scroll arrives when the test lets it")
  func animatedScroll() {
    let screen = TableScreen(Shelf([books(100)]))
    screen.table.scrollToRow(at: at(0, 50), at: .top, animated: true)
    #expect(screen.table.contentOffset.y == 0)
    screen.table.finishAnimations()
    #expect(screen.table.contentOffset.y == 2200)
    screen.table.scrollToRow(at: at(0, 99), at: .top, animated: false)
    #expect(screen.table.contentOffset.y == 3960)
  }
}

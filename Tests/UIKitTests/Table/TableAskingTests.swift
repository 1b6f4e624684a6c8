import Testing
import UIKit

@Suite("A table asks when UIKit does")
@MainActor
struct TableAskingTests {
  @Test("Nothing is asked before it is needed: without a window there is no layout")
  func nothingIsAskedWithoutAWindow() {
    let shelf = Shelf([books(3)])
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 440), style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "book")
    table.dataSource = shelf
    table.reloadData()
    #expect(shelf.takeAsked().isEmpty)
    #expect(table.numberOfRows(inSection: 0) == 3)
    #expect(shelf.takeAsked() == ["sections", "count 0"])
  }

  @Test("The first layout asks for the counts once, then for the visible cells")
  func theFirstLayout() {
    let shelf = Shelf([books(2), books(30)])
    let (table, window) = UITableView.showing(shelf, rows: 4)
    #expect(
      shelf.takeAsked() == ["sections", "count 0", "count 1", "cell 0 0", "cell 0 1", "cell 1 0", "cell 1 1"])
    table.layoutIfNeeded()
    #expect(shelf.takeAsked().isEmpty)
    #expect(table.contentSize.height == 32 * 44)
    #expect(window.subviews.count == 1)
  }

  @Test("A batch asks for the counts when it is closed, and for the cells that became visible")
  func aBatch() {
    let shelf = Shelf([books(3)])
    let (table, _window) = UITableView.showing(shelf)
    _ = shelf.takeAsked()
    table.performBatchUpdates {
      shelf.sections[0].insert("new", at: 1)
      table.insertRows(at: [at(0, 1)], with: .automatic)
      #expect(shelf.takeAsked().isEmpty)
    }
    #expect(shelf.takeAsked() == ["sections", "count 0", "cell 0 1"])
    #expect(table.texts == ["book 0", "new", "book 1", "book 2"])
    withExtendedLifetime(_window) {}
  }

  @Test("A table without counts asks for them before the closure of its first batch")
  func countsAreAskedForBeforeABatch() {
    let shelf = Shelf([books(3)])
    let (table, _window) = UITableView.showing(shelf)
    table.dataSource = nil
    table.dataSource = shelf
    _ = shelf.takeAsked()
    table.performBatchUpdates {
      #expect(shelf.takeAsked() == ["sections", "count 0"])
      shelf.sections[0].removeLast()
      table.deleteRows(at: [at(0, 2)], with: .automatic)
    }
    #expect(table.knownCounts == [2])
    withExtendedLifetime(_window) {}
  }

  @Test("In a window reloadData takes the counts at once and the cells at the next layout")
  func reloadData() {
    let shelf = Shelf([books(3)])
    let (table, _window) = UITableView.showing(shelf)
    _ = shelf.takeAsked()
    shelf.sections = [books(1)]
    table.reloadData()
    #expect(shelf.takeAsked() == ["sections", "count 0"])
    #expect(table.visibleCells.isEmpty)
    table.layoutIfNeeded()
    #expect(shelf.takeAsked() == ["cell 0 0"])
    withExtendedLifetime(_window) {}
  }

  @Test("A cell is kept while it is visible, and used again when it is not")
  func recycling() throws {
    let shelf = Shelf([books(100)])
    let (table, _window) = UITableView.showing(shelf)
    let first = try #require(table.cellForRow(at: at(0, 0)))
    table.contentOffset.y = 44 * 50
    table.layoutIfNeeded()
    #expect(table.cellForRow(at: at(0, 0)) == nil)
    #expect(table.texts == (50..<60).map { "book \($0)" })
    #expect(table.visibleCells.contains { $0 === first } || table.waitingCells > 0)
    // Ten that were visible, and those that went: not one for each row.
    #expect(table.visibleCells.count + table.waitingCells <= 20)
    withExtendedLifetime(_window) {}
  }

  @Test("A change above leaves the offset: what is visible shifts")
  func theOffsetStays() {
    let shelf = Shelf([books(100)])
    let (table, _window) = UITableView.showing(shelf)
    table.contentOffset.y = 44 * 50
    table.layoutIfNeeded()
    shelf.sections[0].insert(contentsOf: ["a", "b"], at: 0)
    table.insertRows(at: [at(0, 0), at(0, 1)], with: .automatic)
    #expect(table.contentOffset.y == 44 * 50)
    #expect(table.texts.first == "book 48")
    withExtendedLifetime(_window) {}
  }

  @Test("A completion comes when the test ends the animation")
  func completions() {
    let shelf = Shelf([books(3)])
    let (table, _window) = UITableView.showing(shelf)
    var isDone = false
    table.performBatchUpdates(nil) { isDone = $0 }
    #expect(table.isAnimating)
    #expect(!isDone)
    table.finishAnimations()
    #expect(isDone)
    withExtendedLifetime(_window) {}
  }
}

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

  @Test("Titles at the side are asked for at a reload, and when the program says so; a batch does not ask")
  func indexTitles() {
    let shelf = Shelf([books(40), books(40)])
    shelf.titles = ["a", "b"]
    let screen = TableScreen(shelf)
    shelf.titles = ["c", "d"]
    screen.table.performBatchUpdates {}
    screen.table.touchIndexTitle("d")
    #expect(screen.table.contentOffset.y == 0)
    screen.table.reloadSectionIndexTitles()
    screen.table.touchIndexTitle("d")
    #expect(screen.table.contentOffset.y > 0)
  }

  @Test("The first layout asks for the counts once, then for the visible cells")
  func theFirstLayout() {
    let shelf = Shelf([books(2), books(30)])
    let screen = TableScreen(shelf, rows: 4)
    #expect(
      shelf.takeAsked() == ["sections", "count 0", "count 1", "cell 0 0", "cell 0 1", "cell 1 0", "cell 1 1"])
    screen.table.layoutIfNeeded()
    #expect(shelf.takeAsked().isEmpty)
    #expect(screen.table.contentSize.height == 1408)
  }

  @Test("A batch asks for the counts when it is closed, and for the cells that became visible")
  func aBatch() {
    let shelf = Shelf([books(3)])
    let screen = TableScreen(shelf)
    _ = shelf.takeAsked()
    screen.table.performBatchUpdates {
      shelf.sections[0].insert("new", at: 1)
      screen.table.insertRows(at: [at(0, 1)], with: .automatic)
      #expect(shelf.takeAsked().isEmpty)
    }
    #expect(shelf.takeAsked() == ["sections", "count 0", "cell 0 1"])
    #expect(screen.table.texts == ["book 0", "new", "book 1", "book 2"])
  }

  @Test("A table without counts asks for them before the closure of its first batch")
  func countsAreAskedForBeforeABatch() {
    let shelf = Shelf([books(3)])
    let screen = TableScreen(shelf)
    screen.table.dataSource = nil
    screen.show(shelf)
    _ = shelf.takeAsked()
    screen.table.performBatchUpdates {
      #expect(shelf.takeAsked() == ["sections", "count 0"])
      shelf.sections[0].removeLast()
      screen.table.deleteRows(at: [at(0, 2)], with: .automatic)
    }
    #expect(screen.table.knownCounts == [2])
  }

  @Test("In a window reloadData takes the counts at once and the cells at the next layout")
  func reloadData() {
    let shelf = Shelf([books(3)])
    let screen = TableScreen(shelf)
    _ = shelf.takeAsked()
    shelf.sections = [books(1)]
    screen.table.reloadData()
    #expect(shelf.takeAsked() == ["sections", "count 0"])
    #expect(screen.table.visibleCells.isEmpty)
    screen.table.layoutIfNeeded()
    #expect(shelf.takeAsked() == ["cell 0 0"])
  }

  @Test("A cell is kept while it is visible, and used again when it is not")
  func recycling() throws {
    let shelf = Shelf([books(100)])
    let screen = TableScreen(shelf)
    let first = try #require(screen.table.cellForRow(at: at(0, 0)))
    screen.table.contentOffset.y = 44 * 50
    screen.table.layoutIfNeeded()
    #expect(screen.table.cellForRow(at: at(0, 0)) == nil)
    #expect(screen.table.texts == (50..<60).map { "book \($0)" })
    #expect(screen.table.visibleCells.contains { $0 === first } || screen.table.waitingCells > 0)
    // The table has cells for the ten visible rows and for the rows that were scrolled away, and not one for each row.
    #expect(screen.table.visibleCells.count + screen.table.waitingCells <= 20)
  }

  @Test("A change above leaves the offset: what is visible shifts")
  func theOffsetStays() {
    let shelf = Shelf([books(100)])
    let screen = TableScreen(shelf)
    screen.table.contentOffset.y = 44 * 50
    screen.table.layoutIfNeeded()
    shelf.sections[0].insert(contentsOf: ["a", "b"], at: 0)
    screen.table.insertRows(at: [at(0, 0), at(0, 1)], with: .automatic)
    #expect(screen.table.contentOffset.y == 2200)
    #expect(screen.table.texts.first == "book 48")
  }

  @Test("A completion comes when the test ends the animation")
  func completions() {
    let shelf = Shelf([books(3)])
    let screen = TableScreen(shelf)
    var isDone = false
    screen.table.performBatchUpdates(nil) { isDone = $0 }
    #expect(screen.table.isAnimating)
    #expect(!isDone)
    screen.table.finishAnimations()
    #expect(isDone)
  }
}

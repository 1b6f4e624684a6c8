import Testing
import UIKit

/// A delegate whose rows are twice as high as the estimate. It counts the calls.
@MainActor
private final class Heights: NSObject, UITableViewDelegate {
  var asked = 0
  var height: CGFloat = 40

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    asked += 1
    return height
  }
}

/// A row whose height depends on its text.
private final class TextHighCell: UITableViewCell {
  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: CGFloat((textLabel?.text ?? "").utf8.count * 10))
  }
}

@Suite("Tables estimate how high rows are until they are visible")
@MainActor
struct TableEstimateTests {
  private let heights = Heights()

  /// A table of 440 points with a hundred rows of 40 points, which are estimated to be 20 points high.
  private func screen(_ rows: Int = 100, estimate: CGFloat = 20) -> TableScreen {
    let screen = TableScreen(Shelf([books(rows)]))
    screen.table.estimatedRowHeight = estimate
    screen.table.delegate = heights
    heights.asked = 0
    screen.table.layoutIfNeeded()
    return screen
  }

  private func at(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

  @Test("Only rows that the estimates have on the screen are asked, and the content grows with what they say")
  func asking() {
    let screen = screen()
    #expect(heights.asked == 22)
    #expect(screen.table.measuredRows == (0..<22).map(at))
    let height: CGFloat = 22 * 40 + 78 * 20
    #expect(screen.table.contentSize.height == height)
    #expect(screen.table.indexPathsForVisibleRows == (0..<11).map(at))
  }

  @Test("Without an estimate all rows are asked at once")
  func noEstimate() {
    let screen = screen(estimate: 0)
    #expect(heights.asked == 100)
    #expect(screen.table.contentSize.height == 4_000)
  }

  @Test("What is visible stays while rows above it turn out to be higher")
  func scrollingUp() {
    let screen = screen()
    screen.table.drag(to: 1_600)
    let first = screen.table.indexPathsForVisibleRows?.first ?? at(0)
    let top = screen.table.rectForRow(at: first).minY - screen.table.contentOffset.y
    #expect(!screen.table.measuredRows.contains(at(first.row - 1)))
    screen.table.drag(to: screen.table.contentOffset.y - 50)
    #expect(screen.table.measuredRows.contains(at(first.row - 1)))
    #expect(screen.table.rectForRow(at: first).minY - screen.table.contentOffset.y == top + 50)
  }

  @Test("Heights go along with their rows in a batch; where the table forgets, they are estimates again")
  func batches() {
    for forgets in [false, true] {
      let shelf = Shelf([books(100)])
      let screen = TableScreen(shelf)
      screen.table.estimatedRowHeight = 20
      screen.table.forgetsHeightsInUpdates = forgets
      screen.table.delegate = heights
      screen.table.layoutIfNeeded()
      screen.table.drag(to: 600)
      shelf.sections[0].removeFirst(2)
      screen.table.deleteRows(at: [at(0), at(1)], with: .none)
      #expect(screen.table.measuredRows.contains(at(0)) == !forgets)
      #expect(screen.table.rectForRow(at: at(0)).height == (forgets ? 20 : 40))
    }
  }

  @Test("A cell sizes itself if the program gives no height, and again when it is configured again")
  func selfSizing() {
    let shelf = Shelf([["1", "22", "333"]])
    let screen = TableScreen(Shelf([]))
    screen.table.register(TextHighCell.self, forCellReuseIdentifier: "book")
    screen.show(shelf)
    screen.table.layoutIfNeeded()
    #expect((0..<3).map { screen.table.rectForRow(at: at($0)).height } == [10, 20, 30])
    shelf.sections[0][0] = "4444"
    screen.table.reconfigureRows(at: [at(0)])
    #expect(screen.table.rectForRow(at: at(0)).height == 40)
  }

  @Test("A batch, an empty one, too, has what is visible asked again")
  func emptyBatch() {
    let screen = screen()
    heights.asked = 0
    heights.height = 50
    screen.table.performBatchUpdates {}
    #expect(heights.asked == 11)
    #expect((0..<12).map { screen.table.rectForRow(at: at($0)).height } == Array(repeating: 50, count: 11) + [40])
  }
}

import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// A cell with a line for each character of its book's title.
private final class TallCell: UITableViewCell {
  var book: Book?

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: 20 * CGFloat(book?.title.count ?? 0) + 20)
  }
}

@Suite("A row is as high as what it shows needs")
@MainActor
struct TableHeightTests {
  private static var rules: ListRules {
    var rules = ListRules()
    rules.add(ViewRule(.cell, TallCell.self, for: Book.self) { cell, book, _ in cell.book = book })
    return rules
  }

  private func height(_ row: Int, in stage: TableStage) -> CGFloat {
    stage.table.rectForRow(at: IndexPath(row: row, section: 0)).height
  }

  @Test("a cell that changes in place finds its height again")
  func selfSizing() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage(library(), rules: Self.rules)
      let cell = try #require(stage.cell(0, 1))
      #expect(height(1, in: stage) == 20)
      try stage.list.replace(11, with: Book(id: 11, title: "long"))
      #expect(stage.cell(0, 1) === cell)
      #expect(height(1, in: stage) == 100)
    }
    #expect(refusals == [])
  }

  @Test("so does one that a batch of the program's own is open for")
  func inABatch() async throws {
    let refusals = await Refusals.recorded {
      let stage = TableStage(library(), rules: Self.rules)
      stage.table.performBatchUpdates {
        #expect(throws: Never.self) { try stage.list.replace(11, with: Book(id: 11, title: "long")) }
      }
      await nextTurn()
      #expect(height(1, in: stage) == 100)
    }
    #expect(refusals == [])
  }

  @Test("the delegate is asked again")
  func delegate() throws {
    @MainActor
    final class Delegate: NSObject, UITableViewDelegate {
      var binding: TableBinding<Shelves>?

      func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        CGFloat(binding?.item(at: indexPath)?.title.count ?? 0) + 30
      }
    }
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      let delegate = Delegate()
      delegate.binding = stage.binding
      stage.table.delegate = delegate
      stage.table.layoutIfNeeded()
      #expect(height(1, in: stage) == 30)
      try stage.list.replace(11, with: Book(id: 11, title: "long"))
      #expect(height(1, in: stage) == 34)
    }
    #expect(refusals == [])
  }
}

import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

@Suite("A touch of the row for more shows more items of its section")
@MainActor
struct MoreRowTests {
  typealias Rows = MoreRowDataSource<FoldedDataSource<Shelves>>

  final class MoreCell: UITableViewCell {
    var row: MoreRow?
  }

  private let rows = Rows(FoldedDataSource(library(), limit: .first(1)), page: 1)

  @Test func table() {
    var rules = ListRules()
    rules.add(ViewRule(.cell, BookCell.self, for: Book.self) { cell, book, _ in cell.book = book })
    rules.add(ViewRule(.cell, MoreCell.self, for: MoreRow.self) { cell, row, _ in cell.row = row })
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 440), style: .plain)
    let window = UIWindow(showing: table)
    window.isHidden = false
    let refusals = Refusals.recorded {
      let binding = TableBinding(rows, rules: rules)
      binding.show(in: table)
      table.layoutIfNeeded()
      let path = IndexPath(row: 1, section: 0)
      #expect((table.cellForRow(at: path) as? MoreCell)?.row?.count == 2)
      // Without a `loading` the binding loads nothing.
      #expect(!binding.userTouched(at: path) && rows.base.numberOfItems(inSection: 0) == 1)
      binding.loading = ListLoading(rows)
      #expect(!binding.userTouched(at: IndexPath(row: 0, section: 0)))
      #expect(binding.userTouched(at: path))
      table.layoutIfNeeded()
      #expect((table.cellForRow(at: path) as? BookCell)?.book?.id == 11)
      #expect((table.cellForRow(at: IndexPath(row: 2, section: 0)) as? MoreCell)?.row?.count == 1)
    }
    #expect(refusals == [])
  }

  @Test func collection() {
    let binding = CollectionBinding(rows, rules: ListRules())
    binding.loading = ListLoading(rows)
    #expect(!binding.userTouched(at: IndexPath(item: 0, section: 0)))
    #expect(binding.userTouched(at: IndexPath(item: 1, section: 0)))
    #expect(rows.base.numberOfItems(inSection: 0) == 2)
    #expect(rows.base.numberOfItems(inSection: 1) == 1)
  }
}

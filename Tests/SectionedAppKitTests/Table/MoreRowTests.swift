import AppKit
import SectionedAppKit
import SectionedChanges
import SectionedDataSources
import SectionedViews
import Testing

@Suite("A click on the row for more shows more items of its section")
@MainActor
struct MoreRowTests {
  typealias Rows = MoreRowDataSource<FoldedDataSource<Shelves>>

  private let rows = Rows(FoldedDataSource(library(), limit: .first(1)), page: 1)

  @Test func table() {
    var rules = ListRules()
    rules.add(ViewRule(.cell, FirstCell.self, for: Book.self) { cell, book, _ in cell.show("\(book.id)") })
    rules.add(ViewRule(.cell, SecondCell.self, for: MoreRow.self) { cell, row, _ in cell.show("\(row)") })
    let stage = TableStage()
    let binding = TableBinding(rows, rules: rules)
    binding.sectionRows = .hidden
    binding.show(in: stage.table)
    #expect(stage.shown == ["10", "2 more", "20", "2 more"])
    #expect(!binding.userClicked(row: 1))
    binding.loading = ListLoading(rows)
    #expect(!binding.userClicked(row: 0))
    #expect(binding.userClicked(row: 1))
    #expect(stage.shown == ["10", "11", "1 more", "20", "2 more"])
    #expect(binding.userClicked(row: 2))
    #expect(stage.shown == ["10", "11", "12", "20", "2 more"])
  }

  @Test func collection() {
    let view = NSCollectionView(frame: .zero)
    let binding = CollectionBinding(rows, in: view, rules: TextRules.collection())
    binding.loading = ListLoading(rows)
    #expect(!binding.userClicked(at: IndexPath(item: 0, section: 0)))
    #expect(binding.userClicked(at: IndexPath(item: 1, section: 0)))
    #expect(!binding.userClicked(at: IndexPath(item: 9, section: 9)))
    #expect(rows.base.numberOfItems(inSection: 0) == 2)
  }
}

import SectionedChanges
import SectionedDataSources
import SectionedTerminal
import SectionedViews
import Testing

/// The initial list is `A: a1 a2 a3 | C: c1 c2`, limited to the first item of each section. The list has ten rows.
@Suite("Enter on the row for more shows more items of its section")
@MainActor
struct MoreRowTests {
  typealias Name = TerminalListTests.Name
  typealias Rows = MoreRowDataSource<FoldedDataSource<TerminalListTests.Names>>

  private let screen = MemoryScreen(rows: 10, columns: 12)
  private let rows: Rows
  private let list: TerminalList<Rows>

  init() {
    let names = TerminalListTests.Names([
      SectionContent(Name("A"), items: [Name("a1"), Name("a2"), Name("a3")]),
      SectionContent(Name("C"), items: [Name("c1"), Name("c2")]),
    ])
    rows = Rows(FoldedDataSource(names, limit: .first(1)), page: 1)
    list = TerminalList(
      rows, header: { name, _ in TerminalHeader(name.text, detail: "") },
      row: { row, _ in
        switch row {
        case .item(let name): TerminalRow(name.text)
        case .more(let row): TerminalRow("\(row)")
        }
      })
    list.style.showsMarks = false
    list.frame = TerminalFrame(rows: 10, columns: 12)
  }

  /// The screen, with `=` before the line of the cursor.
  private func drawn() -> [String] {
    screen.clear()
    list.draw(on: screen)
    screen.flush()
    let lines = screen.lines.enumerated().map { row, line in (row == screen.cursor?.row ? "=" : " ") + line }
    return Array(lines.prefix(lines.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0))
  }

  @Test func enterAndADoubleClickShowMore() {
    #expect(drawn() == [" ▾ A", "=a1", " 2 more", " ▾ C", " c1", " 1 more"])
    list.moveCursor(by: 1)
    // Without a `loading` the key is returned to the program.
    #expect(list.handle(.enter) == .chosen(.item(ItemPlace(section: 0, item: 1))))
    list.loading = ListLoading(rows)
    #expect(list.handle(.enter) == .handled)
    // The cursor stays on the row for more.
    #expect(drawn() == [" ▾ A", " a1", " a2", "=1 more", " ▾ C", " c1", " 1 more"])
    #expect(list.handle(.mouse(TerminalMouse(.doubleClick, row: 6, column: 2))) == .handled)
    #expect(rows.base.numberOfItems(inSection: 1) == 2)
    list.moveCursor(by: -10)
    list.moveCursor(by: 1)
    #expect(list.handle(.enter) == .chosen(.item(ItemPlace(section: 0, item: 0))))
  }
}

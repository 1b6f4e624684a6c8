import SectionedChanges
import SectionedDataSources
import SectionedTerminal
import Testing

/// The article's samples. The article quotes the lines between `// guide` and `// end`.
@Suite("The samples of the article about terminals run")
@MainActor
struct ArticleTests {
  struct Shelf: Identifiable {
    let id: Int
    let name: String
  }

  struct Book: Identifiable {
    let id: Int
    let title: String
    let author: String
  }

  @Test func aProgram() async throws {
    let books = MemoryList([
      SectionContent(
        Shelf(id: 1, name: "Novels"),
        items: [Book(id: 1, title: "Emma", author: "Austen"), Book(id: 2, title: "心", author: "夏目漱石")])
    ])
    let screen = MemoryScreen(rows: 4, columns: 30)
    // guide
    let list = TerminalList(books, header: { shelf, _ in TerminalHeader(shelf.name) }) { book, _ in
      TerminalRow([book.title, book.author])
    }
    list.columns = [TerminalColumn(), TerminalColumn(.fixed(10))]
    list.onChange = { screen.wake() }
    // end
    screen.keys = [.down, .character("q")]
    // guide
    var isRunning = true
    while isRunning {
      list.frame = TerminalFrame(rows: screen.size.rows, columns: screen.size.columns)
      screen.clear()
      list.draw(on: screen)
      screen.flush()
      await screen.wait(upTo: nil)
      while let key = screen.nextKey() {
        switch key {
        case .character("q"), .endOfInput: isRunning = false
        default: list.handle(key)
        }
      }
    }
    // end
    #expect(
      screen.lines == ["  ▾ Novels                   2", "  Emma              Austen", "  心                夏目漱石", ""])
    #expect(list.cursor == .item(.init(section: 0, item: 1)))
  }
}

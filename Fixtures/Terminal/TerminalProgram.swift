import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTerminal

struct Shelf: Identifiable, Hashable, Sendable {
  var id: String
}

struct Book: Identifiable, Hashable, Sendable {
  var id: Int
  var title: String
}

/// A program with a list in a terminal, which tests control. It handles the keys of a list, and keys that end the
/// program in different ways.
@main
@MainActor
struct TerminalProgram {
  static func main() async throws {
    let books = MemoryList<Shelf, Book>([
      SectionContent(Shelf(id: "A"), items: (1...30).map { Book(id: $0, title: "Book \($0) 日本語 e\u{301}") }),
      SectionContent(Shelf(id: "B")),
      SectionContent(Shelf(id: "C"), items: [Book(id: 99, title: "Last")]),
    ])
    let screen: CursesScreen
    do {
      screen = try CursesScreen()
    } catch {
      print("no screen: \(error)")
      exit(2)
    }
    screen.keepErrors()
    let list = TerminalList(books, header: { shelf, _ in TerminalHeader("Shelf \(shelf.id)") }) { book, _ in
      TerminalRow([book.title, "#\(book.id)"], styles: [1: TerminalStyle(foreground: .green, withoutColors: .bold)])
    }
    list.columns = [TerminalColumn(), TerminalColumn(.fixed(5), alignment: .trailing)]
    var last = "none"
    while true {
      let size = screen.size
      list.frame = TerminalFrame(rows: size.rows - 1, columns: size.columns)
      screen.clear()
      list.draw(on: screen)
      let status = TerminalText.fitted("\(size.columns)x\(size.rows) \(last)", to: size.columns)
      screen.draw(status, TerminalStyle(.reverse), at: TerminalPoint(row: size.rows - 1, column: 0))
      screen.flush()
      await screen.wait(upTo: nil)
      while let key = screen.nextKey() {
        last = "\(key)"
        switch key {
        case .character("q"), .endOfInput:
          screen.end()
          print("goodbye")
          return
        case .character("x"): exit(3)
        case .character("c"): fatalError("The program wanted to crash.")
        case .character("o"): _ = overflow(1)
        case .character("a"):
          let place = books.numberOfItems(inSection: 0)
          try books.insert(Book(id: 1_000 + place, title: "New"), at: .init(section: 0, item: 1))
        case .character("d"): _ = try books.remove(at: .init(section: 0, item: 0))
        default: list.handle(key)
        }
      }
    }
  }

  /// Overflows the stack.
  @inline(never)
  private static func overflow(_ depth: Int) -> Int { depth < 0 ? 0 : overflow(depth + 1) &+ depth }
}

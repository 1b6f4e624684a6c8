import SectionedChanges
import SectionedDataSources
import SectionedTerminal
import SectionedTrees
import SectionedViews
import Testing

/// The terminal of the article about trees. It shows countries, their cities, and the streets of the cities.
@Suite("A terminal shows a tree, which the arrows fold")
@MainActor
struct TreeSampleTests {
  struct Place: Identifiable, Equatable {
    let id: String
    var parent: String?
  }

  /// A list of places as an outline.
  @MainActor
  final class Outline {
    let places: MemoryTree<Place, String>
    let list: TerminalList<MemoryTree<Place, String>>

    init(_ places: MemoryTree<Place, String>) {
      self.places = places
      // guide
      list = TerminalList(places, header: { _, _ in TerminalHeader("") }) { row, _ in
        let sign = row.isLeaf ? "" : row.isExpanded ? "▾ " : "▸ "
        return TerminalRow([
          places.treeLines(of: row.model.id) + sign + row.model.id, row.isLeaf ? "" : "\(row.numberOfChildren)",
        ])
      }
      list.columns = [TerminalColumn(), TerminalColumn(.fixed(3), alignment: .trailing)]
      (list.style.showsHeaders, list.style.showsMarks) = (false, false)
      // end
    }

    // guide
    func handle(_ key: TerminalKey) {
      guard let place = list.cursor?.item, let id = list.presenter.itemID(at: place)?.id else {
        list.handle(key)
        return
      }
      let target: String? =
        switch key {
        case .left: places.stepOut(of: id)
        case .right: places.stepInto(id)
        default: nil
        }
      if let target, let place = places.place(of: ListedID(target)) {
        list.cursor = .item(place)
      } else {
        list.handle(key)
      }
    }
    // end
  }

  @Test func theArrowsFoldAndUnfold() {
    let outline = Outline(
      MemoryTree(
        [
          Place(id: "Austria"), Place(id: "Vienna", parent: "Austria"), Place(id: "Graben", parent: "Vienna"),
          Place(id: "Ring", parent: "Vienna"), Place(id: "Graz", parent: "Austria"), Place(id: "Peru"),
        ], parent: \.parent))
    let screen = MemoryScreen(rows: 6, columns: 30)
    func lines() -> [String] {
      outline.list.frame = TerminalFrame(rows: screen.size.rows, columns: screen.size.columns)
      screen.clear()
      outline.list.draw(on: screen)
      screen.flush()
      return screen.lines
    }
    /// A line of the outline, with the number of children at the end.
    func line(_ text: String, _ children: Int) -> String {
      text + String(repeating: " ", count: 29 - text.count) + "\(children)"
    }
    #expect(lines() == [line("▸ Austria", 2), "Peru", "", "", "", ""])
    outline.list.cursor = .item(ItemPlace(section: 0, item: 0))
    for key in [TerminalKey.right, .right, .right] { outline.handle(key) }
    #expect(
      lines() == [
        line("▾ Austria", 2), line("├─ ▾ Vienna", 2), "│  ├─ Graben", "│  └─ Ring", "└─ Graz", "Peru",
      ])
    #expect(outline.list.cursor == .item(ItemPlace(section: 0, item: 1)))
    for key in [TerminalKey.down, .left, .left, .left, .left] { outline.handle(key) }
    // The cursor goes from the street to the city, which collapses, and then to the country, which collapses, too.
    #expect(lines() == [line("▸ Austria", 2), "Peru", "", "", "", ""])
    #expect(outline.list.cursor == .item(ItemPlace(section: 0, item: 0)))
  }
}

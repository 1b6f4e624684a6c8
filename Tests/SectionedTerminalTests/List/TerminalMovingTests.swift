import SectionedChanges
import SectionedDataSources
import SectionedTerminal
import SectionedViews
import Testing

/// The initial list is `A: a1 a2 | B: | C: c1`.
@Suite("Keys move the item at the cursor")
@MainActor
struct TerminalMovingTests {
  struct Name: Identifiable, Hashable, Sendable {
    var id: String
  }

  private let names = MemoryList<Name, Name>([
    SectionContent(Name(id: "A"), items: [Name(id: "a1"), Name(id: "a2")]), SectionContent(Name(id: "B")),
    SectionContent(Name(id: "C"), items: [Name(id: "c1")]),
  ])
  private let list: TerminalList<MemoryList<Name, Name>>

  init() {
    list = TerminalList(names, header: { name, _ in TerminalHeader(name.id) }, row: { name, _ in TerminalRow(name.id) })
    list.frame = TerminalFrame(rows: 10, columns: 12)
  }

  private var shown: [[String]] { (0..<3).map { names.items(inSection: $0).map(\.id) } }

  @Test("within a section, to the next ones, to an empty one, and back")
  func keys() {
    list.presenter.editing = ListEditing(names)
    var seen: [[[String]]] = []
    for _ in 0..<5 {
      #expect(list.handle(.character("J")) == (seen.count < 4 ? .handled : .ignored))
      seen.append(shown)
    }
    #expect(
      seen == [
        [["a2", "a1"], [], ["c1"]], [["a2"], ["a1"], ["c1"]], [["a2"], [], ["a1", "c1"]], [["a2"], [], ["c1", "a1"]],
        [["a2"], [], ["c1", "a1"]],
      ])
    #expect(list.cursor == .item(ItemPlace(section: 2, item: 1)))
    for _ in 0..<4 { list.handle(.character("K")) }
    #expect(shown == [["a1", "a2"], [], ["c1"]] && list.handle(.character("K")) == .ignored)
    #expect(list.cursor == .item(ItemPlace(section: 0, item: 0)))
  }

  @Test("a list that is not edited leaves the keys to the program, and a refusal is reported")
  func refusals() {
    #expect(list.handle(.character("J")) == .ignored)
    list.presenter.editing.move = { _, _ in throw CancellationError() }
    var errors: [any Error] = []
    list.moveFailed = { errors.append($0) }
    #expect(list.handle(.character("J")) == .handled)
    #expect(errors.count == 1 && errors.first is CancellationError)
    #expect(shown == [["a1", "a2"], [], ["c1"]])
    #expect(list.cursor == .item(ItemPlace(section: 0, item: 0)))
  }
}

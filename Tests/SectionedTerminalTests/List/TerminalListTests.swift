import SectionedChanges
import SectionedDataSources
import SectionedTerminal
import SectionedViews
import Testing

/// The initial list is `A: a1 a2 a3 | B: | C: c1 c2`. The terminal has ten rows.
@Suite("A terminal list")
@MainActor
struct TerminalListTests {
  struct Name: Identifiable, Hashable, Sendable {
    var id: String
    var text: String

    init(_ id: String, _ text: String? = nil) {
      self.id = id
      self.text = text ?? id
    }
  }

  typealias Names = MemoryList<Name, Name>

  let names = Names([
    SectionContent(Name("A"), items: [Name("a1"), Name("a2"), Name("a3")]), SectionContent(Name("B")),
    SectionContent(Name("C"), items: [Name("c1"), Name("c2")]),
  ])
  let screen = MemoryScreen(rows: 10, columns: 12)
  let list: TerminalList<Names>

  init() {
    list = TerminalList(
      names, header: { name, _ in TerminalHeader(name.text) }, row: { name, _ in TerminalRow(name.text) })
    list.frame = TerminalFrame(rows: 10, columns: 12)
    list.indexTitle = { $0.id }
  }

  /// The screen, with `=` before the line of the cursor.
  private func drawn() -> [String] {
    screen.clear()
    list.draw(on: screen)
    screen.flush()
    let lines = screen.lines.enumerated().map { row, line in (row == screen.cursor?.row ? "=" : " ") + line }
    return Array(lines.prefix(lines.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0))
  }

  @Test func headersRowsAndEmptySections() {
    #expect(
      drawn() == [
        "   ▾ A      3", "=  a1", "   a2", "   a3", "   ▾ B      0", "     (empty)", "   ▾ C      2", "   c1", "   c2",
      ])
    #expect(screen.style(at: TerminalPoint(row: 1, column: 11)).attributes == .reverse)
  }

  @Test func theHeaderOfTheFirstVisibleSectionStays() {
    list.frame = TerminalFrame(rows: 4, columns: 12)
    list.moveCursor(by: 2)
    #expect(drawn() == ["   ▾ A      3", "   a1", "   a2", "=  a3"])
    list.moveCursor(by: 1)
    #expect(drawn() == ["   ▾ A      3", "   a2", "   a3", "=  ▾ B      0"])
    list.moveCursor(by: 1)
    #expect(drawn() == ["   ▾ A      3", "   ▾ B      0", "     (empty)", "=  ▾ C      2"])
    list.handle(.end)
    #expect(drawn() == ["   ▾ B      0", "   ▾ C      2", "   c1", "=  c2"])
    list.moveCursor(by: -2)
    list.moveCursor(by: -1)
    #expect(drawn() == ["=  ▾ B      0", "     (empty)", "   ▾ C      2", "   c1"])
    list.moveCursor(by: -1)
    #expect(drawn() == ["   ▾ A      3", "=  a3", "   ▾ B      0", "     (empty)"])
  }

  @Test func withoutRoomTheCursorIsTheLineThatComesIntoSightFirst() {
    for rows in [0, 1, 2] {
      list.frame = TerminalFrame(rows: rows, columns: 12)
      list.handle(.home)
      list.cursor = .item(ItemPlace(section: 0, item: 1))
      list.frame = TerminalFrame(rows: 4, columns: 12)
      #expect(drawn().contains("=  a2"), "\(rows): \(drawn())")
    }
    list.frame = TerminalFrame(rows: 0, columns: 12)
    list.scroll(by: 100)
    list.frame = TerminalFrame(rows: 1, columns: 12)
    #expect(drawn() == ["   c2"])
  }

  @Test func twoClicksOnASignAreNoChoice() {
    _ = drawn()
    func click(_ action: TerminalMouse.Action, _ row: Int, _ column: Int) -> TerminalListReply {
      list.handle(.mouse(TerminalMouse(action, row: row, column: column)))
    }
    #expect(click(.click, 4, 3) == .handled)
    #expect(list.isFolded(1))
    #expect(click(.doubleClick, 4, 3) == .handled)
    #expect(!list.isFolded(1))
    #expect(click(.doubleClick, 4, 5) == .chosen(.header(1)))
    // The line that says that a section is empty cannot be folded by a click.
    #expect(click(.click, 5, 2) == .handled && !list.isFolded(1))
    #expect(click(.doubleClick, 5, 2) == .chosen(.header(1)))
  }

  @Test func ofManyChangesThoseThatAreVisibleAreMarked() throws {
    list.presenter.animationLimit = 3
    try names.performUpdates {
      for number in 0..<5 { try names.insert(Name("n\(number)"), at: ItemPlace(section: 0, item: 1 + number)) }
      try names.replace("a1", with: Name("a1", "other"))
      try names.move(from: ItemPlace(section: 2, item: 1), to: ItemPlace(section: 0, item: 1))
      try names.remove(at: ItemPlace(section: 2, item: 0))
      names.appendSection(Name("D"))
    }
    #expect(
      drawn() == [
        "   ▾ A      9", "=~ other", " > c2", " + n0", " + n1", " + n2", " + n3", " + n4", "   a2", "   a3",
      ])
    list.scroll(by: 3)
    #expect(drawn().suffix(2) == ["     (empty)", "   ▾ C      0"])
    list.handle(.down)
    #expect(!list.hasMarks)
  }

  @Test func foldedSectionsStayFoldedWhereverTheyGo() throws {
    list.handle(.left)
    #expect(drawn() == ["=  ▸ A      3", "   ▾ B      0", "     (empty)", "   ▾ C      2", "   c1", "   c2"])
    try names.moveSection(from: 0, to: 2)
    try names.append(Name("a4"), toSection: 2)
    #expect(drawn() == ["   ▾ B      0", "     (empty)", "   ▾ C      2", "   c1", "   c2", "=> ▸ A      4"])
    list.handle(.right)
    #expect(drawn().suffix(5) == ["=  ▾ A      4", "   a1", "   a2", "   a3", "   a4"])
    list.handle(.character("-"))
    #expect(drawn() == ["   ▸ B      0", "   ▸ C      2", "=  ▸ A      4"])
  }

  @Test func whereAllAreFoldedThoseThatComeAreNotUnlessTheyWere() throws {
    list.handle(.character("-"))
    names.appendSection(Name("D"), items: [Name("d1")])
    #expect(drawn().map { $0.dropFirst(3) } == ["▸ A      3", "▸ B      0", "▸ C      2", "▾ D      1", "d1"])
    list.setFolded(false, section: 1)
    try names.removeSection(at: 1)
    try names.removeSection(at: 0)
    names.appendSection(Name("A"))
    names.appendSection(Name("B"))
    #expect(
      drawn().map { $0.dropFirst(3) }
        == ["▸ C      2", "▾ D      1", "d1", "▸ A      0", "▾ B      0", "  (empty)"])
    list.handle(.character("+"))
    #expect(!(0..<4).contains { list.isFolded($0) })
  }

  @Test func rowsThatArriveMoveChangeAndLeaveAreMarkedUntilTheNextKey() throws {
    try names.performUpdates {
      try names.insert(Name("new"), at: ItemPlace(section: 0, item: 0))
      try names.move(from: ItemPlace(section: 2, item: 1), to: ItemPlace(section: 1, item: 0))
      try names.replace("a3", with: Name("a3", "other"))
      try names.remove(at: ItemPlace(section: 0, item: 2))
    }
    #expect(
      drawn() == [
        "   ▾ A      3", " + new", "= -a1", " ~ other", "   ▾ B      1", " > c2", "   ▾ C      1", "   c1",
      ])
    list.handle(.down)
    #expect(!list.hasMarks)
    #expect(drawn().prefix(4) == ["   ▾ A      3", "   new", "   a1", "=  other"])
  }

  @Test func theNeighborTakesTheCursor() throws {
    list.cursor = .item(ItemPlace(section: 0, item: 1))
    try names.remove(at: ItemPlace(section: 0, item: 1))
    #expect(list.cursor == .item(ItemPlace(section: 0, item: 1)))
    #expect(list.presenter.item(at: ItemPlace(section: 0, item: 1))?.id == "a3")
    try names.remove(at: ItemPlace(section: 0, item: 1))
    #expect(list.cursor == .item(ItemPlace(section: 0, item: 0)))
    try names.remove(at: ItemPlace(section: 0, item: 0))
    #expect(list.cursor == .header(0))
    try names.removeSection(at: 0)
    #expect(list.presenter.sectionID(at: list.cursor?.section ?? -1)?.id == "B")
    names.removeAll()
    #expect(list.cursor == nil)
    #expect(drawn() == ["   (nothing …"])
  }

  @Test func titlesAreJumpedTo() {
    #expect(list.indexTitles.map(\.title) == ["A", "B", "C"])
    #expect(list.jump(toTitle: "c"))
    #expect(list.cursor == .header(2))
    #expect(!list.jump(toTitle: "x"))
    #expect(!list.jump(toTitle: ""))
    list.handle(.backTab)
    #expect(list.cursor == .header(1))
    list.handle(.tab)
    list.handle(.tab)
    #expect(list.cursor == .header(2))
  }

  @Test func columnsShareTheWidth() {
    list.row = { name, _ in TerminalRow([name.text, "日本語", "9"]) }
    list.columns = [TerminalColumn(), TerminalColumn(.fixed(4)), TerminalColumn(.fixed(2), alignment: .trailing)]
    list.frame = TerminalFrame(rows: 3, columns: 16)
    screen.size = TerminalSize(rows: 3, columns: 16)
    #expect(drawn()[1] == "=  a1     日…   9")
    // If the width is too small, the last columns are omitted.
    list.frame = TerminalFrame(rows: 3, columns: 12)
    #expect(drawn()[1] == "=  a1    日…")
  }

  @Test func theUserMovesAnItemAndTheCursorGoesAlong() {
    list.presenter.editing = ListEditing(names)
    #expect(list.userMoves(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 2, item: 1)) == nil)
    #expect(list.cursor == .item(ItemPlace(section: 2, item: 1)))
    #expect(names.items(inSection: 2).map(\.id) == ["c1", "a1", "c2"])
    #expect(drawn().suffix(4) == ["   ▾ C      3", "   c1", "=  a1", "   c2"])
    list.presenter.editing.move = { _, _ in throw CancellationError() }
    #expect(
      list.userMoves(from: ItemPlace(section: 2, item: 1), to: ItemPlace(section: 0, item: 0)) is CancellationError)
    #expect(list.cursor == .item(ItemPlace(section: 2, item: 1)))
  }

  @Test("a screen of many rows asks for those that are visible, wherever it stands") func cost() throws {
    let many = MemoryList<Name, Name>(
      (0..<20).map { section in
        SectionContent(Name("\(section)"), items: (0..<2_000).map { Name("\(section)-\($0)") })
      })
    var asked: [String] = []
    let list = TerminalList(
      many,
      header: { name, _ in
        asked.append(name.id)
        return TerminalHeader(name.id)
      },
      row: { name, _ in
        asked.append(name.id)
        return TerminalRow(name.id)
      })
    list.frame = TerminalFrame(rows: 10, columns: 12)
    list.draw(on: screen)
    #expect(asked.count == 10)
    list.setFolded(true, section: 3)
    list.jump(toSection: 4)
    list.handle(.end)
    asked = []
    list.draw(on: screen)
    #expect(asked == ["19"] + (1_991..<2_000).map { "19-\($0)" })
    asked = []
    try many.insert(Name("new"), at: ItemPlace(section: 7, item: 1))
    list.handle(.pageUp)
    list.moveCursor(by: -20_000)
    #expect(asked.isEmpty)
  }
}

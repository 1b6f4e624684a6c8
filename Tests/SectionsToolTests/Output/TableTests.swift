import Testing

@testable import SectionsTool

@Suite("Table") struct TableTests {
  @Test func columnsAreAlignedAndTheLastIsCut() {
    var table = Table([.right, .left, .left])
    table.add(["1", "a", "short"])
    table.add(["10", "bb", "long enough to be cut"])
    let lines = table.lines(for: Terminal(usesColour: false, width: 20))
    #expect(lines == [" 1  a   short", "10  bb  long enough…"])
  }

  @Test func coloursOnlyATerminal() {
    var table = Table([.left])
    table.add(["x"], style: .bold)
    #expect(table.lines(for: Terminal(usesColour: false, width: nil)) == ["x"])
    #expect(table.lines(for: Terminal(usesColour: true, width: nil)) == ["\u{1b}[1mx\u{1b}[0m"])
  }
}

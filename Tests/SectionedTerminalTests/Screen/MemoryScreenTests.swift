import SectionedTerminal
import Testing

@Suite("A screen in memory")
@MainActor
struct MemoryScreenTests {
  private func drawn(_ screen: MemoryScreen, _ text: String, _ row: Int, _ column: Int) -> [String] {
    screen.draw(text, .plain, at: TerminalPoint(row: row, column: column))
    screen.flush()
    return screen.lines
  }

  @Test func whatStandsBeyondTheEdgesIsCutOff() {
    let screen = MemoryScreen(rows: 2, columns: 5)
    #expect(drawn(screen, "abcdefg", 0, 2) == ["  abc", ""])
    #expect(drawn(screen, "xyz", 1, -1) == ["  abc", "yz"])
    #expect(drawn(screen, "no", 2, 0) == ["  abc", "yz"])
    #expect(drawn(screen, "no", -1, 0) == ["  abc", "yz"])
    #expect(drawn(screen, "no", 0, 5) == ["  abc", "yz"])
    #expect(drawn(screen, "日本", 1, 2) == ["  abc", "yz日"])
    #expect(drawn(screen, "日本", 1, -1) == ["  abc", " 本"])
  }

  @Test func halfOfAWideCharacterIsASpace() {
    let screen = MemoryScreen(rows: 1, columns: 6)
    #expect(drawn(screen, "日本語", 0, 0) == ["日本語"])
    #expect(drawn(screen, "x", 0, 1) == [" x本語"])
    #expect(drawn(screen, "y", 0, 2) == [" xy 語"])
    #expect(drawn(screen, "本", 0, 3) == [" xy本"])
  }

  @Test func whatIsNotFlushedIsNotSeen() {
    let screen = MemoryScreen(rows: 1, columns: 6)
    screen.draw("a", TerminalStyle(.bold), at: TerminalPoint(row: 0, column: 0))
    #expect(screen.lines == [""])
    screen.flush()
    #expect(screen.lines == ["a"])
    #expect(screen.style(at: TerminalPoint(row: 0, column: 0)) == TerminalStyle(.bold))
    screen.size = TerminalSize(rows: 2, columns: 3)
    #expect(screen.nextKey() == .resize)
    #expect(screen.nextKey() == nil)
    screen.flush()
    #expect(screen.lines == ["", ""])
  }
}

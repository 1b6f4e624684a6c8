import SectionedTerminal
import SectionedTesting
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

  @Test("text that begins anywhere is cut, and halves what it covers", arguments: TestSeeds.seeds(20, from: 1))
  func randomText(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let screen = MemoryScreen(rows: 1, columns: 8)
    var model = Array(repeating: " ", count: 8)
    for _ in 0..<200 {
      let text = String((0..<random.below(7)).map { _ in random.oneIn(6) ? "日" : random.oneIn(3) ? "~" : "a" })
      let start = random.below(14) - 5
      var column = start
      for character in text {
        let width = character == "日" ? 2 : 1
        let visible = (column..<column + width).clamped(to: 0..<8)
        for place in visible {
          // The half of a wide character whose other half is overwritten becomes a space.
          if place == visible.lowerBound, model[place].isEmpty { model[place - 1] = " " }
          if place == visible.upperBound - 1, place < 7, model[place + 1].isEmpty { model[place + 1] = " " }
        }
        for place in visible { model[place] = visible.count < width ? " " : place > column ? "" : String(character) }
        column += width
      }
      let line = String(model.joined().reversed().drop { $0 == " " }.reversed())
      #expect(drawn(screen, text, 0, start) == [line], "\(text) at \(start)")
    }
    for column in [Int.min, Int.max - 3, Int.max] { _ = drawn(screen, "abcd", 0, column) }
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

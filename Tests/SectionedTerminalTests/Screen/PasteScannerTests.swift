import SectionedTerminal
import Testing

@Suite("Pastes are found in what a terminal sends") struct PasteScannerTests {
  /// Returns the text of each paste that ends. Outside of a paste, the scanner receives the bytes as from curses.
  private func pastes(_ sent: [UInt8]) -> [String] {
    var (scanner, result) = (PasteScanner(), [String]())
    for byte in sent {
      if scanner.isPasting {
        if let text = scanner.take(byte) { result.append(text) }
      } else {
        _ = scanner.begins(with: UInt32(byte))
      }
    }
    return result + (scanner.isPasting ? ["…"] : [])
  }

  private func pasted(_ text: String) -> [String] {
    pastes(Array((PasteScanner.begin + text + PasteScanner.end).utf8))
  }

  /// Texts that a terminal sends in a paste, with the texts that the scanner returns.
  static let texts: [(String, String)] = [
    ("", ""), ("abc", "abc"), ("日本 e\u{301} 👍", "日本 e\u{301} 👍"),
    ("a\rb\nc\r\nd\u{2028}e\u{85}f", "a\nb\nc\nd\ne\nf"), ("\r\r", "\n\n"), ("\ta\t", "\ta\t"),
    ("\u{1B}[31mred\u{7}\u{8}\0\u{7F}\u{9B}", "[31mred"), ("~~\u{303}", "~~\u{303}"), ("[201~", "[201~"),
    ("\u{1B}[201x\u{1B}\u{1B}[2", "[201x[2"),
  ]

  @Test("text, the ends of lines, and control characters", arguments: texts)
  func whatIsPasted(sent: String, text: String) {
    // Compares scalars, because equal strings may have different scalars.
    #expect(pasted(sent).map { Array($0.unicodeScalars) } == [Array(text.unicodeScalars)])
  }

  /// Bytes after the end of a paste are keys. A beginning within a paste does not begin a second one. Two halves of a
  /// mark with another mark between them are not a mark.
  @Test func marksWithinAPaste() {
    #expect(pasted("a\u{1B}[200~b") == ["ab"])
    #expect(pasted("a\u{1B}[20\u{1B}[200~1~d") == ["a[201~d"])
    #expect(pasted("a\u{1B}[201~d") == ["a"])
    #expect(pasted("a\u{1B}[201~\u{1B}[200~b") == ["a", "b"])
  }

  @Test func anEndThatNeverComes() {
    #expect(pastes(Array((PasteScanner.begin + "abc\u{1B}[201").utf8)) == ["…"])
    #expect(pastes(Array("x\u{1B}\u{1B}[200~a\u{1B}[201~\u{1B}[20\u{1B}[200~b\u{1B}[201~".utf8)) == ["a", "b"])
    #expect(pastes(Array("[200~ \u{1B}[20 0~ \u{1B}[201~".utf8)).isEmpty)
  }

  @Test func whatIsNoUnicode() {
    let sent = Array(PasteScanner.begin.utf8) + [0x61, 0xFF, 0xE6, 0x62] + Array(PasteScanner.end.utf8)
    #expect(pastes(sent) == ["a\u{FFFD}\u{FFFD}b"])
  }
}

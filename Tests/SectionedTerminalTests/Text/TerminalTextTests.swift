import SectionedTerminal
import SectionedTesting
import Testing

@Suite("The columns of text")
struct TerminalTextTests {
  @Test(
    "characters take the columns that terminals agree on",
    arguments: [
      ("", 0, ""), ("plain", 5, "plain"), ("日本", 4, "日本"), ("한글", 4, "한글"), ("e\u{301}", 1, "e\u{301}"),
      ("ﾊﾝ", 2, "ﾊﾝ"), ("👍", 2, "👍"), ("👍🏽", 2, "👍"), ("👨‍👩‍👧", 2, "👨"), ("❤️", 1, "❤"), ("🇩🇪", 2, "🇩🇪"),
      ("a\tb\n", 4, "a␉b␊"), ("\u{1B}[31m", 5, "␛[31m"), ("\u{7F}", 1, "␡"), ("\u{9B}", 1, "\u{FFFD}"),
      ("\u{301}a", 2, "◌\u{301}a"), ("\u{200B}\u{202E}x", 1, "x"), ("so\u{AD}ft", 5, "so-ft"), ("\r\n", 2, "␍␊"),
      ("\u{E0001}", 0, ""), ("\u{378}", 1, "\u{FFFD}"),
      // Letters that joiners connect are counted as single letters.
      ("\u{930}\u{94D}\u{200D}\u{92F}", 2, "\u{930}\u{94D}\u{92F}"),
      ("\u{9B0}\u{200D}\u{9CD}\u{9AF}", 2, "\u{9B0}\u{9CD}\u{9AF}"),
      ("z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", 1, "z\u{301}\u{302}\u{303}\u{304}"),
    ])
  func widths(text: String, width: Int, shown: String) {
    #expect(TerminalText.width(of: text) == width)
    #expect(TerminalText.printable(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test("too long a text ends with …, a wide character is not cut in half")
  func truncated() {
    #expect(TerminalText.truncated("abcdef", to: 6) == "abcdef")
    #expect(TerminalText.truncated("abcdef", to: 5) == "abcd…")
    #expect(TerminalText.truncated("日本語", to: 5) == "日本…")
    #expect(TerminalText.truncated("日本語", to: 4) == "日…")
    #expect(TerminalText.truncated("日本語", to: 1) == "…")
    #expect(TerminalText.truncated("日本語", to: 0) == "")
    #expect(TerminalText.truncated("abc", to: -3) == "")
    #expect(TerminalText.fitted("日本語", to: 4) == "日… ")
  }

  @Test("a mark is cut off with its character, and not alone")
  func markAtTheCut() {
    #expect(TerminalText.truncated("abc\u{301}", to: 3) == "abc\u{301}")
    #expect(TerminalText.truncated("abc\u{301}d", to: 3) == "ab…")
    #expect(TerminalText.truncated("ab\u{301}cd", to: 3) == "ab\u{301}…")
    #expect(TerminalText.truncated("abc\u{301}", to: 2) == "a…")
    #expect(TerminalText.truncated(String(repeating: "x", count: 100_000), to: 3) == "xx…")
  }

  @Test func textIsFilledUpAtTheEndThatIsAskedFor() {
    #expect(TerminalText.fitted("ab", to: 5) == "ab   ")
    #expect(TerminalText.fitted("ab", to: 5, .trailing) == "   ab")
    #expect(TerminalText.fitted("ab", to: 5, .center) == " ab  ")
    #expect(TerminalText.fitted("日本", to: 5, .trailing) == " 日本")
  }

  @Test("any text fits exactly, and is shown as it is measured", arguments: TestSeeds.seeds(20, from: 1))
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let scalars: [UInt32] = [
      0x41, 0x20, 0x0A, 0x1B, 0x301, 0x5D0, 0x65E5, 0xAC00, 0x1100, 0x1161, 0x200D, 0xFE0F, 0x1F468, 0x1F3FD, 0x1F1E9,
      0x928, 0x93F, 0xAD, 0x200B, 0x378, 0xFFFF, 0x9F, 0x2028,
    ]
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<random.below(12) {
        let value = random.oneIn(4) ? UInt32(random.below(0x11_0000)) : scalars[random.below(scalars.count)]
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      let printable = TerminalText.printable(text)
      let hex = text.unicodeScalars.map { String($0.value, radix: 16) }
      #expect(TerminalText.printable(printable).unicodeScalars.elementsEqual(printable.unicodeScalars), "\(hex)")
      #expect(TerminalText.width(of: printable) == TerminalText.width(of: text), "\(hex)")
      let columns = random.below(15)
      #expect(TerminalText.width(of: TerminalText.fitted(text, to: columns)) == columns, "\(hex) to \(columns)")
    }
  }
}

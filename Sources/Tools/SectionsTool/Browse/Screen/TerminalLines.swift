import SectionedTerminal

/// Breaks text into lines for a terminal.
enum TerminalLines {
  /// Breaks a text without newlines into lines. They break after spaces if possible, and keep all characters except
  /// tabs, which become four spaces.
  ///
  /// - Complexity: O(length).
  static func broken(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var (line, columns) = ("", 0)
    // The end of the last space in the line, with the number of columns up to it.
    var word: (start: String.Index, columns: Int)?
    for character in text.replacing("\t", with: "    ") {
      let wide = TerminalText.width(of: character)
      while columns + wide > width, !line.isEmpty {
        if let space = word, space.start < line.endIndex {
          lines.append(String(line[..<space.start]))
          line = String(line[space.start...])
          columns -= space.columns
        } else {
          lines.append(line)
          (line, columns) = ("", 0)
        }
        word = nil
      }
      line.append(character)
      columns += wide
      if character == " " { word = (line.endIndex, columns) }
    }
    return lines + [line]
  }
}

import SectionedTerminal

/// Text in lines that a terminal has room for.
enum TerminalLines {
  /// The lines of a text without ends of lines: broken behind spaces where there are some, and nothing of it is lost.
  ///
  /// - Complexity: O(length).
  static func broken(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var (line, columns) = ("", 0)
    // The line up to the last space in it.
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

/// Measures and cuts text for a terminal.
///
/// A character takes the columns that the system's `wcwidth` reports for its scalars. Sequences on which terminals
/// disagree are simplified: of several emoji that are joined to one, only the first is shown, without its skin tone. A
/// control character is shown as its symbol, a scalar that the system does not know as U+FFFD, and a mark without a
/// base character on a dotted circle.
public enum TerminalText {
  /// The side or sides on which text is padded with spaces.
  public enum Alignment: Hashable, Sendable {
    case leading, trailing, center
  }

  /// Returns the number of columns of a text.
  ///
  /// - Complexity: O(length).
  public static func width(of text: String) -> Int { TextCell.cells(of: text).reduce(0) { $0 + $1.width } }

  /// Returns the number of columns of a character; 0 if it is invisible.
  public static func width(of character: Character) -> Int {
    TextCell.cells(of: character).reduce(0) { $0 + $1.width }
  }

  /// Returns a text as it is shown on a terminal. It contains no control characters and no line breaks.
  public static func printable(_ text: String) -> String { TextCell.cells(of: text).map(\.text).joined() }

  /// Returns the text as it is shown on a terminal, truncated with "…" if it is wider than a number of columns.
  ///
  /// - Complexity: O(length). Of a long text, only as much is read as there is room for.
  public static func truncated(_ text: String, to columns: Int) -> String { cut(text, columns).text }

  /// Returns the text as it is shown on a terminal, truncated with "…" or padded with spaces so that it takes exactly a
  /// number of columns.
  public static func fitted(_ text: String, to columns: Int, _ alignment: Alignment = .leading) -> String {
    let (text, width) = cut(text, columns)
    let missing = max(0, columns - width)
    if missing == 0 { return text }
    let before =
      switch alignment {
      case .leading: 0
      case .trailing: missing
      case .center: missing / 2
      }
    return String(repeating: " ", count: before) + text + String(repeating: " ", count: missing - before)
  }

  private static func cut(_ text: String, _ columns: Int) -> (text: String, width: Int) {
    guard columns > 0 else { return ("", 0) }
    let utf8 = text.utf8
    if utf8.count <= columns {
      if utf8.isPrintableASCII { return (text, utf8.count) }
    } else if utf8.prefix(columns + 1).isPrintableASCII {
      // The next byte is a character of its own, so it is not a mark on the last shown one.
      return ((String(utf8.prefix(columns - 1)) ?? "") + "…", columns)
    }
    var cells: [TextCell] = []
    var width = 0
    for character in text {
      for cell in TextCell.cells(of: character) {
        width += cell.width
        cells.append(cell)
      }
      guard width > columns else { continue }
      while width >= columns, let last = cells.popLast() { width -= last.width }
      return (cells.map(\.text).joined() + "…", width + 1)
    }
    return (cells.map(\.text).joined(), width)
  }
}

/// How text is measured and cut for a terminal.
///
/// A character takes the columns that the system's `wcwidth` says of its scalars. What terminals disagree on is not
/// shown: of several pictures that are joined to one the first one stands, without its skin tone. A control character is
/// shown as its picture, what the system does not know as U+FFFD, a mark without a character on a dotted circle.
public enum TerminalText {
  /// At which end text is filled up with spaces.
  public enum Alignment: Hashable, Sendable {
    case leading, trailing, center
  }

  /// How many columns a text takes.
  ///
  /// - Complexity: O(length).
  public static func width(of text: String) -> Int { TextCell.cells(of: text).reduce(0) { $0 + $1.width } }

  /// How many columns a character takes; 0 for one that is invisible.
  public static func width(of character: Character) -> Int {
    TextCell.cells(of: character).reduce(0) { $0 + $1.width }
  }

  /// A text as a terminal shows it: nothing in it that a terminal would obey, line breaks neither.
  public static func printable(_ text: String) -> String { TextCell.cells(of: text).map(\.text).joined() }

  /// The text as a terminal shows it, cut with "…" where it is wider than some columns.
  ///
  /// - Complexity: O(length). Of a long text only as much is looked at as there is room for.
  public static func truncated(_ text: String, to columns: Int) -> String { cut(text, columns).text }

  /// The text as a terminal shows it, cut with "…" or filled with spaces, so that it takes exactly some columns.
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
      // The byte behind those that are shown is a character, and no mark on the last of them.
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

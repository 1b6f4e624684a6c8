/// The styles and options of a terminal list.
public struct TerminalListStyle: Hashable, Sendable {
  /// The style of headers.
  public var header = TerminalStyle(foreground: .cyan, .bold)
  /// The style of the line of an empty section, and of an empty list.
  public var empty = TerminalStyle(.dim)
  /// The attributes that the line with the cursor has in addition to its style.
  public var cursor: TerminalAttributes = .reverse
  /// The style of marks for rows that arrived.
  public var arrived = TerminalStyle(foreground: .green, withoutColors: .bold)
  /// The style of marks for rows that moved.
  public var moved = TerminalStyle(foreground: .blue, withoutColors: .bold)
  /// The style of marks for rows that changed.
  public var changed = TerminalStyle(foreground: .yellow, withoutColors: .bold)
  /// The style of marks where rows have left.
  public var left = TerminalStyle(foreground: .red, withoutColors: .bold)
  /// The text in an empty section; nil for none.
  public var emptySectionText: String? = "(empty)"
  /// The text that is shown for an empty list; nil for none.
  public var emptyListText: String? = "(nothing to show)"
  /// Whether sections have headers. Without them they cannot be folded.
  public var showsHeaders = true
  /// Whether the header of the first visible section stays at the top.
  public var keepsHeader = true
  /// Whether the two columns at the left show marks.
  public var showsMarks = true

  /// Makes the usual style.
  public init() {}
}

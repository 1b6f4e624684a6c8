/// The styles and options of a terminal list.
public struct TerminalListStyle: Hashable, Sendable {
  /// Headers.
  public var header = TerminalStyle(foreground: .cyan, .bold)
  /// The line of an empty section, and of an empty list.
  public var empty = TerminalStyle(.dim)
  /// The attributes that the cursor's line has besides its own style.
  public var cursor: TerminalAttributes = .reverse
  /// Marks of rows that arrived.
  public var arrived = TerminalStyle(foreground: .green, withoutColors: .bold)
  /// Marks of rows that moved.
  public var moved = TerminalStyle(foreground: .blue, withoutColors: .bold)
  /// Marks of rows that changed.
  public var changed = TerminalStyle(foreground: .yellow, withoutColors: .bold)
  /// Marks where rows have left.
  public var left = TerminalStyle(foreground: .red, withoutColors: .bold)
  /// The line of an empty section; nil for none.
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

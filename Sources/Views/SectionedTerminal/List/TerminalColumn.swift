/// A column of a terminal list.
public struct TerminalColumn: Hashable, Sendable {
  /// The width of a column.
  public enum Width: Hashable, Sendable {
    /// A fixed number of terminal columns.
    case fixed(Int)
    /// A share of the terminal columns that fixed columns leave, with a minimum. Shares are proportional to the
    /// weights.
    case flexible(minimum: Int = 4, weight: Int = 1)
  }

  /// The width of the column.
  public var width: Width
  /// The alignment of its text.
  public var alignment: TerminalText.Alignment

  /// Makes a column.
  public init(_ width: Width = .flexible(), alignment: TerminalText.Alignment = .leading) {
    self.width = width
    self.alignment = alignment
  }
}

/// The content of an item's row: a text for each column.
public struct TerminalRow: Hashable, Sendable {
  /// The texts, in the order of the columns. A missing text is empty; excess texts are not shown.
  public var texts: [String]
  /// The style of the row.
  public var style: TerminalStyle
  /// The styles of single texts, by column.
  public var styles: [Int: TerminalStyle]

  /// Makes a row of texts.
  public init(_ texts: [String], style: TerminalStyle = .plain, styles: [Int: TerminalStyle] = [:]) {
    self.texts = texts
    self.style = style
    self.styles = styles
  }

  /// Makes a row of one text.
  public init(_ text: String, style: TerminalStyle = .plain) { self.init([text], style: style) }
}

/// The content of a section's header.
public struct TerminalHeader: Hashable, Sendable {
  /// The text at the left.
  public var title: String
  /// The text at the right; nil for the number of items.
  public var detail: String?

  /// Makes a header.
  public init(_ title: String, detail: String? = nil) {
    self.title = title
    self.detail = detail
  }
}

/// A column of a terminal list.
public struct TerminalColumn: Hashable, Sendable {
  /// How wide a column is.
  public enum Width: Hashable, Sendable {
    /// As many columns of the terminal.
    case fixed(Int)
    /// A share of what fixed columns leave, and at least some columns.
    case flexible(minimum: Int = 4, weight: Int = 1)
  }

  /// How wide it is.
  public var width: Width
  /// How text stands in it.
  public var alignment: TerminalText.Alignment

  /// Makes a column.
  public init(_ width: Width = .flexible(), alignment: TerminalText.Alignment = .leading) {
    self.width = width
    self.alignment = alignment
  }
}

/// What a terminal list shows of an item: a text for each of its columns.
public struct TerminalRow: Hashable, Sendable {
  /// The texts, in the order of the columns. What is missing is empty; what is too much is not shown.
  public var texts: [String]
  /// How the row is drawn.
  public var style: TerminalStyle
  /// How some of the texts are drawn, by column.
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

/// What a terminal list shows of a section.
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

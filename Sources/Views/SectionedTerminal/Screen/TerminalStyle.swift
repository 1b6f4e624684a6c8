/// The eight colours that every terminal with colours has.
public enum TerminalColor: Int, Hashable, Sendable, CaseIterable {
  case black, red, green, yellow, blue, magenta, cyan, white
}

/// Attributes with which text is emphasized.
public struct TerminalAttributes: OptionSet, Hashable, Sendable {
  /// The attributes as bits.
  public let rawValue: Int

  /// Makes attributes from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Bold text.
  public static let bold = TerminalAttributes(rawValue: 1)
  /// Dim text.
  public static let dim = TerminalAttributes(rawValue: 2)
  /// Underlined text.
  public static let underline = TerminalAttributes(rawValue: 4)
  /// Text with foreground and background exchanged.
  public static let reverse = TerminalAttributes(rawValue: 8)
}

/// The colours and attributes with which text is drawn.
public struct TerminalStyle: Hashable, Sendable {
  /// The colour of the text; nil for the terminal's own.
  public var foreground: TerminalColor?
  /// The colour of the background; nil for the terminal's own.
  public var background: TerminalColor?
  /// The attributes of the text, with or without colours.
  public var attributes: TerminalAttributes
  /// Further attributes for terminals without colours, so that nothing is conveyed by colour alone.
  public var withoutColors: TerminalAttributes

  /// Makes a style.
  public init(
    foreground: TerminalColor? = nil, background: TerminalColor? = nil, _ attributes: TerminalAttributes = [],
    withoutColors: TerminalAttributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.withoutColors = withoutColors
  }

  /// The terminal's default style.
  public static let plain = TerminalStyle()

  /// This style with more attributes.
  public func adding(_ more: TerminalAttributes) -> TerminalStyle {
    var style = self
    style.attributes.formUnion(more)
    return style
  }
}

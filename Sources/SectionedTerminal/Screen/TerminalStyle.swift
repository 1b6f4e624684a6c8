/// The eight colours that every terminal with colours has.
public enum TerminalColor: Int, Hashable, Sendable, CaseIterable {
  case black, red, green, yellow, blue, magenta, cyan, white
}

/// How text stands out.
public struct TerminalAttributes: OptionSet, Hashable, Sendable {
  /// The attributes as bits.
  public let rawValue: Int

  /// Makes attributes of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Heavier.
  public static let bold = TerminalAttributes(rawValue: 1)
  /// Paler.
  public static let dim = TerminalAttributes(rawValue: 2)
  /// With a line below.
  public static let underline = TerminalAttributes(rawValue: 4)
  /// Text and ground exchanged.
  public static let reverse = TerminalAttributes(rawValue: 8)
}

/// How text is drawn: in which colours, or, where the terminal has none, with which attributes.
public struct TerminalStyle: Hashable, Sendable {
  /// The colour of the text; nil for the terminal's own.
  public var foreground: TerminalColor?
  /// The colour of the ground; nil for the terminal's own.
  public var background: TerminalColor?
  /// How the text stands out, with colours or without.
  public var attributes: TerminalAttributes
  /// How it stands out besides where the terminal has no colours, so that nothing is said by colour alone.
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

  /// Text as the terminal shows it.
  public static let plain = TerminalStyle()

  /// This style with more attributes.
  public func adding(_ more: TerminalAttributes) -> TerminalStyle {
    var style = self
    style.attributes.formUnion(more)
    return style
  }
}

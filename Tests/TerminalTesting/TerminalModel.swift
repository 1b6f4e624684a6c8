import SectionedTerminal

/// A small model of a terminal: what a person sees after a program has written some bytes.
///
/// It knows what ncurses writes for `xterm`, `xterm-256color` and `vt100`. What it does not know is in ``unknown``, which
/// a test holds empty.
public struct TerminalModel {
  /// How large the screen is.
  public private(set) var size: TerminalSize
  /// Whether the alternate screen is shown.
  public internal(set) var isAlternate = false
  /// Whether the cursor is visible.
  public internal(set) var isCursorVisible = true
  /// Whether keys are sent as a program in full screen wants them.
  public internal(set) var hasApplicationKeys = false
  /// Whether the mouse is reported.
  public internal(set) var reportsMouse = false
  /// Whether what is pasted is marked as such.
  public internal(set) var marksPastes = false
  /// Sequences that the model does not know.
  public internal(set) var unknown: [String] = []
  /// How often the bell rang.
  public internal(set) var bells = 0

  var main: ModelScreen
  var other: ModelScreen
  var row = 0
  var column = 0
  /// A character was written in the last column: the next one goes to the next row.
  var wrapsNext = false
  var style = TerminalStyle.plain
  var region: Range<Int>
  var insertsCharacters = false
  var wraps = true
  var drawsLines = [false, false]
  var shifted = 0
  var saved: [Bool: (row: Int, column: Int, style: TerminalStyle)] = [:]
  var lastCharacter: Unicode.Scalar?
  var parser = Parser()

  /// Makes an empty terminal.
  public init(_ size: TerminalSize) {
    self.size = size
    main = ModelScreen(size)
    other = main
    region = 0..<size.rows
  }

  /// The window has another size.
  public mutating func resize(_ new: TerminalSize) {
    size = new
    main.resize(new)
    other.resize(new)
    region = 0..<new.rows
    row = min(row, max(0, new.rows - 1))
    column = min(column, max(0, new.columns - 1))
    wrapsNext = false
  }

  var screen: ModelScreen {
    get { isAlternate ? other : main }
    set { if isAlternate { other = newValue } else { main = newValue } }
  }

  /// Where the cursor stands.
  public var cursor: TerminalPoint { TerminalPoint(row: row, column: column) }

  /// The rows of the screen that is shown, without the spaces at their ends.
  public var lines: [String] {
    screen.rows.map { row in
      String(row.map(\.text).joined().reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The colours and attributes at a place of the screen that is shown.
  public func style(at point: TerminalPoint) -> TerminalStyle {
    guard screen.rows.indices.contains(point.row), screen.rows[point.row].indices.contains(point.column) else {
      return .plain
    }
    return screen.rows[point.row][point.column].style
  }

  /// Whether what is written now has no colours and no attributes.
  public var isPlain: Bool { style == .plain }

  /// Takes what a program wrote. A sequence may be cut anywhere.
  public mutating func write(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { if let event = parser.take(byte) { obey(event) } }
  }

  /// What is erased has the ground of now.
  var blank: TerminalStyle { TerminalStyle(background: style.background) }
}

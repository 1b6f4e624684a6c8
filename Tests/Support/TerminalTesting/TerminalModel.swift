import SectionedTerminal

/// A small model of a terminal. It computes the screen that a user sees after a program's output.
///
/// It understands the sequences that ncurses writes for `xterm`, `xterm-256color` and `vt100`. Other sequences are in
/// ``unknown``, which tests expect to be empty.
public struct TerminalModel {
  /// The size of the screen.
  public private(set) var size: TerminalSize
  /// Whether the alternate screen is shown.
  public internal(set) var isAlternate = false
  /// Whether the cursor is visible.
  public internal(set) var isCursorVisible = true
  /// Whether the arrow keys send application sequences.
  public internal(set) var hasApplicationKeys = false
  /// Whether the mouse is reported.
  public internal(set) var reportsMouse = false
  /// Whether a paste is sent between marks.
  public internal(set) var marksPastes = false
  /// Sequences that the model does not know.
  public internal(set) var unknown: [String] = []
  /// The number of times that the bell rang.
  public internal(set) var bells = 0

  var main: ModelScreen
  var other: ModelScreen
  var row = 0
  var column = 0
  /// Whether the next character wraps to the next row, because the last column was written.
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

  /// Changes the size of the window.
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

  /// The position of the cursor.
  public var cursor: TerminalPoint { TerminalPoint(row: row, column: column) }

  /// The rows of the visible screen, without trailing spaces.
  public var lines: [String] {
    screen.rows.map { row in
      String(row.map(\.text).joined().reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The colours and attributes at a position of the visible screen.
  public func style(at point: TerminalPoint) -> TerminalStyle {
    guard screen.rows.indices.contains(point.row), screen.rows[point.row].indices.contains(point.column) else {
      return .plain
    }
    return screen.rows[point.row][point.column].style
  }

  /// Whether new text has no colours and no attributes.
  public var isPlain: Bool { style == .plain }

  /// Processes a program's output. It may be divided within a sequence.
  public mutating func write(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { if let event = parser.take(byte) { obey(event) } }
  }

  /// The style of erased cells, which have the current background.
  var blank: TerminalStyle { TerminalStyle(background: style.background) }
}

/// A screen in memory, for tests. A test reads the drawn content as text, and supplies the keys.
@MainActor
public final class MemoryScreen: TerminalScreen {
  /// The size of the screen. A new size clears it and adds a `resize` key.
  public var size: TerminalSize {
    didSet {
      guard size != oldValue else { return }
      drawn = CellGrid(size)
      keys.append(.resize)
    }
  }
  public var hasColors = true
  public var cursor: TerminalPoint?
  /// The waiting keys, next one first.
  public var keys: [TerminalKey] = []
  /// The number of flushes.
  public private(set) var flushes = 0

  private var drawn: CellGrid
  private var shown: CellGrid

  /// Makes an empty screen.
  public init(rows: Int = 24, columns: Int = 80) {
    size = TerminalSize(rows: rows, columns: columns)
    drawn = CellGrid(size)
    shown = drawn
  }

  public func clear() { drawn.clear() }

  public func draw(_ text: String, _ style: TerminalStyle, at point: TerminalPoint) {
    if text.isPrintableASCII { return drawn.set(ascii: text, style, row: point.row, column: point.column) }
    var (column, cells) = TextCell.clipped(text, at: point.column, to: 0..<size.columns)
    for cell in cells {
      drawn.set(cell, style, row: point.row, column: column)
      column += cell.width
    }
  }

  public func flush() {
    flushes += 1
    shown = drawn
  }

  public func nextKey() -> TerminalKey? { keys.isEmpty ? nil : keys.removeFirst() }

  /// Does not wait for keys, because a test supplies them beforehand.
  public func wait(upTo milliseconds: Int?) async { await Task.yield() }

  public func wake() {}

  /// The rows as text at the last flush, without trailing spaces.
  public var lines: [String] { shown.lines }

  /// The style at a place at the last flush; plain outside the screen.
  public func style(at point: TerminalPoint) -> TerminalStyle { shown.style(row: point.row, column: point.column) }
}

/// The size of a terminal, in rows and columns.
public struct TerminalSize: Hashable, Sendable {
  /// The number of rows.
  public var rows: Int
  /// The number of columns.
  public var columns: Int

  /// Makes a size. A negative number becomes 0.
  public init(rows: Int, columns: Int) {
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }
}

/// A place on a terminal. The first row and the first column are 0.
public struct TerminalPoint: Hashable, Sendable {
  /// The row, from the top.
  public var row: Int
  /// The column, from the left.
  public var column: Int

  /// Makes a place.
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A part of a terminal.
public struct TerminalFrame: Hashable, Sendable {
  /// The first place of the frame.
  public var origin: TerminalPoint
  /// The size of the frame.
  public var size: TerminalSize

  /// Makes a frame.
  public init(row: Int = 0, column: Int = 0, rows: Int, columns: Int) {
    origin = TerminalPoint(row: row, column: column)
    size = TerminalSize(rows: rows, columns: columns)
  }

  /// Whether a place is in the frame.
  public func contains(_ point: TerminalPoint) -> Bool {
    point.row >= origin.row && point.row < origin.row + size.rows && point.column >= origin.column
      && point.column < origin.column + size.columns
  }
}

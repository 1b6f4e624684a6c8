extension TerminalList {
  /// Draws titles of the columns in a line of their own, which the program keeps free above the frame or below it.
  ///
  /// - Parameters:
  ///   - titles: the titles, in the order of the columns.
  ///   - row: the row of the screen.
  ///   - style: how they are drawn.
  ///   - screen: what they are drawn on.
  public func drawHeadings(_ titles: [String], row: Int, _ style: TerminalStyle, on screen: any TerminalScreen) {
    let widths = TerminalColumn.widths(of: columns, in: frame.size.columns - gutter)
    let shown = widths.enumerated().filter { $0.element > 0 }.map { index, width in
      TerminalText.fitted(titles.indices.contains(index) ? titles[index] : "", to: width, columns[index].alignment)
    }
    let line = String(repeating: " ", count: gutter) + shown.joined(separator: " ")
    let text = TerminalText.fitted(line, to: frame.size.columns)
    screen.draw(text, style, at: TerminalPoint(row: row, column: frame.origin.column))
  }
}

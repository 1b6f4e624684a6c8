import SectionedTerminal

/// The cells of one screen of a terminal, which a program writes, erases, shifts and scrolls.
struct ModelScreen: Hashable {
  struct Cell: Hashable {
    /// A character with its combining marks; empty in the second column of a wide character.
    var text = " "
    var style = TerminalStyle.plain
  }

  private(set) var rows: [[Cell]]
  private(set) var size: TerminalSize

  init(_ size: TerminalSize) {
    self.size = size
    rows = Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
  }

  mutating func resize(_ new: TerminalSize) {
    rows = rows.prefix(new.rows).map { row in
      row.prefix(new.columns) + Array(repeating: Cell(), count: max(0, new.columns - row.count))
    }
    while rows.count < new.rows { rows.append(Array(repeating: Cell(), count: new.columns)) }
    size = new
    // Removes wide characters that a smaller screen cuts in half.
    for row in rows.indices { mendWide(row) }
  }

  mutating func write(_ text: String, width: Int, style: TerminalStyle, row: Int, column: Int) {
    guard rows.indices.contains(row), column >= 0, column + width <= size.columns else { return }
    rows[row][column] = Cell(text: text, style: style)
    for second in column + 1..<max(column + width, column + 1) { rows[row][second] = Cell(text: "", style: style) }
    mendWide(row)
  }

  /// Adds a combining mark to the character that was written last.
  mutating func combine(_ mark: Unicode.Scalar, row: Int, column: Int) {
    guard rows.indices.contains(row), rows[row].indices.contains(column) else { return }
    var column = column
    while rows[row][column].text.isEmpty, column > 0 { column -= 1 }
    rows[row][column].text.unicodeScalars.append(mark)
  }

  mutating func erase(row: Int, _ columns: Range<Int>, _ style: TerminalStyle) {
    guard rows.indices.contains(row) else { return }
    for column in columns.clamped(to: 0..<size.columns) { rows[row][column] = Cell(style: style) }
    mendWide(row)
  }

  /// Inserts spaces into a row. Cells that move beyond the edge are lost.
  mutating func insertCells(_ count: Int, row: Int, column: Int, _ style: TerminalStyle) {
    guard rows.indices.contains(row), column < size.columns else { return }
    let count = min(count, size.columns - column)
    rows[row].removeLast(count)
    rows[row].insert(contentsOf: Array(repeating: Cell(style: style), count: count), at: column)
    mendWide(row)
  }

  mutating func deleteCells(_ count: Int, row: Int, column: Int, _ style: TerminalStyle) {
    guard rows.indices.contains(row), column < size.columns else { return }
    let count = min(count, size.columns - column)
    rows[row].removeSubrange(column..<column + count)
    rows[row] += Array(repeating: Cell(style: style), count: count)
    mendWide(row)
  }

  /// Moves the rows of a region up, or down if the count is negative. Empty rows fill the space.
  mutating func scroll(_ region: Range<Int>, by count: Int, _ style: TerminalStyle) {
    let region = region.clamped(to: 0..<rows.count)
    let empty = Array(
      repeating: Array(repeating: Cell(style: style), count: size.columns), count: min(abs(count), region.count))
    if count > 0 {
      rows.removeSubrange(region.lowerBound..<region.lowerBound + empty.count)
      rows.insert(contentsOf: empty, at: region.upperBound - empty.count)
    } else if count < 0 {
      rows.removeSubrange(region.upperBound - empty.count..<region.upperBound)
      rows.insert(contentsOf: empty, at: region.lowerBound)
    }
  }

  /// Replaces halves of wide characters by spaces.
  private mutating func mendWide(_ row: Int) {
    for column in rows[row].indices where rows[row][column].text.isEmpty {
      let isSecond = column > 0 && SystemColumns.of(rows[row][column - 1].text) == 2
      if !isSecond { rows[row][column].text = " " }
    }
    for column in rows[row].indices where SystemColumns.of(rows[row][column].text) == 2 {
      let hasSecond = column + 1 < size.columns && rows[row][column + 1].text.isEmpty
      if !hasSecond { rows[row][column].text = " " }
    }
  }
}

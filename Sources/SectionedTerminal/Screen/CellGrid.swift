/// What stands at each place of a screen.
package struct CellGrid: Hashable, Sendable {
  private struct Place: Hashable, Sendable {
    /// Empty in the second column of a wide cell.
    var text = " "
    var style = TerminalStyle.plain
  }

  package let size: TerminalSize
  private var places: [Place]

  /// Makes a grid of spaces.
  package init(_ size: TerminalSize) {
    self.size = size
    places = Array(repeating: Place(), count: size.rows * size.columns)
  }

  /// Puts a cell at a place. Of a wide cell that is hit in one column, the other one becomes a space.
  package mutating func set(_ cell: TextCell, _ style: TerminalStyle, row: Int, column: Int) {
    guard row >= 0, row < size.rows, column >= 0, column + cell.width <= size.columns else { return }
    let first = row * size.columns + column
    let end = first + cell.width
    if places[first].text.isEmpty, column > 0 { places[first - 1].text = " " }
    if column + cell.width < size.columns, places[end].text.isEmpty { places[end].text = " " }
    places[first] = Place(text: cell.text, style: style)
    for place in first + 1..<max(end, first + 1) { places[place] = Place(text: "", style: style) }
  }

  /// Puts text of printable ASCII at a place, as far as there is room.
  mutating func set(ascii text: String, _ style: TerminalStyle, row: Int, column: Int) {
    guard row >= 0, row < size.rows else { return }
    let bytes = text.utf8.clipped(at: column, to: 0..<size.columns)
    guard !bytes.isEmpty else { return }
    let column = max(0, column)
    var place = row * size.columns + column
    if places[place].text.isEmpty, column > 0 { places[place - 1].text = " " }
    let texts = TextCell.asciiTexts
    for byte in bytes {
      places[place] = Place(text: texts[Int(byte)], style: style)
      place += 1
    }
    if place < (row + 1) * size.columns, places[place].text.isEmpty { places[place].text = " " }
  }

  /// The rows as text, without the spaces at their ends.
  package var lines: [String] {
    (0..<size.rows).map { row in
      let texts = places[row * size.columns..<(row + 1) * size.columns].map(\.text)
      return String(texts.joined().reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The style at a place; plain where there is none.
  package func style(row: Int, column: Int) -> TerminalStyle {
    guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return .plain }
    return places[row * size.columns + column].style
  }
}

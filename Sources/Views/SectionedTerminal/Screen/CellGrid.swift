/// The characters of a screen with their styles.
package struct CellGrid: Sendable {
  /// A cell in eight bytes, so that a screen can be cleared and copied quickly.
  private struct Place: Sendable {
    /// A scalar, or `firstText` plus the index of a text of several scalars, or 0 for the second column of a wide cell.
    var code: UInt32 = 0x20
    /// The index of a style in `styles`.
    var style: UInt32 = 0
  }

  /// The first code after the last Unicode scalar.
  private static let firstText: UInt32 = 0x11_0000

  package let size: TerminalSize
  private var places: [Place]
  /// Texts of several scalars.
  private var texts: [String] = []
  /// The styles in use, in the order of their first use.
  private var styles: [TerminalStyle] = [.plain]

  /// Makes a grid of spaces.
  package init(_ size: TerminalSize) {
    self.size = size
    places = Array(repeating: Place(), count: size.rows * size.columns)
  }

  /// Fills the grid with spaces.
  mutating func clear() {
    for place in places.indices { places[place] = Place() }
    (texts, styles) = ([], [.plain])
  }

  /// Sets a cell at a place. If it covers one column of a wide cell, the other column becomes a space.
  package mutating func set(_ cell: TextCell, _ style: TerminalStyle, row: Int, column: Int) {
    guard row >= 0, row < size.rows, column >= 0, column + cell.width <= size.columns else { return }
    let (code, style) = (code(of: cell.text), number(of: style))
    let first = row * size.columns + column
    let end = first + cell.width
    if places[first].code == 0, column > 0 { places[first - 1].code = 0x20 }
    if column + cell.width < size.columns, places[end].code == 0 { places[end].code = 0x20 }
    places[first] = Place(code: code, style: style)
    for place in first + 1..<max(end, first + 1) { places[place] = Place(code: 0, style: style) }
  }

  /// Sets a text of printable ASCII, beginning at a place, as far as there is room.
  mutating func set(ascii text: String, _ style: TerminalStyle, row: Int, column: Int) {
    guard row >= 0, row < size.rows else { return }
    let bytes = text.utf8.clipped(at: column, to: 0..<size.columns)
    guard !bytes.isEmpty else { return }
    let style = number(of: style)
    let column = max(0, column)
    let start = row * size.columns + column
    if places[start].code == 0, column > 0 { places[start - 1].code = 0x20 }
    let end = bytes.withBytes { bytes in
      places.withUnsafeMutableBufferPointer { places in
        for index in bytes.indices { places[start + index] = Place(code: UInt32(bytes[index]), style: style) }
      }
      return start + bytes.count
    }
    if end < (row + 1) * size.columns, places[end].code == 0 { places[end].code = 0x20 }
  }

  private mutating func number(of style: TerminalStyle) -> UInt32 {
    // There are few styles, and the last one is usually the next one.
    if let known = styles.lastIndex(of: style) { return UInt32(known) }
    styles.append(style)
    return UInt32(styles.count - 1)
  }

  private mutating func code(of text: String) -> UInt32 {
    let scalars = text.unicodeScalars
    if let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex { return first.value }
    texts.append(text)
    return Self.firstText + UInt32(texts.count - 1)
  }

  private func text(_ place: Place) -> String {
    if place.code >= Self.firstText { return texts[Int(place.code - Self.firstText)] }
    return place.code == 0 ? "" : Unicode.Scalar(place.code).map { String($0) } ?? " "
  }

  /// The rows as text, without trailing spaces.
  package var lines: [String] {
    (0..<size.rows).map { row in
      let texts = places[row * size.columns..<(row + 1) * size.columns].map { text($0) }
      return String(texts.joined().reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The style at a place; plain outside the grid.
  package func style(row: Int, column: Int) -> TerminalStyle {
    guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return .plain }
    return styles[Int(places[row * size.columns + column].style)]
  }
}

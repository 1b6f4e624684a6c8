import SectionedChanges

/// A list drawn as a column of rows: a header for each section and its items below. A row has its index at its
/// beginning, and a note on its change at its end.
struct ListColumn {
  enum Row: Hashable {
    case section(Int)
    case item(ItemPlace)
  }

  enum Mark: String { case delete, insert, move, update }

  /// A note on the change of a row.
  struct Note {
    let mark: Mark?
    let text: String
  }

  /// The prefix of the rows' element IDs: `old-1-0` is the first item of section 1.
  let id: String
  let headings: [String]
  private let list: DrawnList
  private let notes: [Row: Note]
  private let tops: [Row: Double]
  /// The upper left corner of the column. Rows begin below the headings.
  private let (x, y): (Double, Double)
  let width: Double
  /// The lower edge of the last row.
  let bottom: Double

  static let rowHeight = 22.0
  private static let margin = 8.0

  /// - Parameters:
  ///   - id: the prefix of the rows' element IDs.
  ///   - headings: the lines above the rows.
  ///   - list: the list.
  ///   - notes: the notes at the ends of rows.
  ///   - x: the left edge.
  ///   - y: the upper edge.
  ///   - headingLines: the number of lines reserved for headings, so that the rows of columns side by side align.
  init(
    _ id: String, _ headings: [String], _ list: DrawnList, _ notes: [Row: Note] = [:], x: Double, y: Double,
    headingLines: Int = 1
  ) {
    (self.id, self.headings, self.list, self.notes) = (id, headings, list, notes)
    (self.x, self.y) = (x, y)
    var tops: [Row: Double] = [:]
    var top = y + Double(headingLines) * 16 + 6
    var columns = headings.map(\.columns).max() ?? 0
    for (row, name) in Self.rows(of: list) {
      if case .section(let section) = row, section > 0 { top += 8 }
      tops[row] = top
      top += Self.rowHeight
      let note = notes[row].map { $0.text.columns + 2 } ?? 0
      columns = max(columns, Self.indexColumns(of: list) + name.columns + note)
    }
    self.tops = tops
    bottom = top
    width = max(Double(columns) * SVG.columnWidth + 2 * Self.margin, 110)
  }

  var elements: [SVGElement] {
    let lines = headings.enumerated().map { line, text in
      SVGElement.text(text, x: x, y: y + Double(line) * 16 + 11, class: line == 0 ? "heading" : "faint")
    }
    return lines + Self.rows(of: list).map(element)
  }

  private func element(_ row: Row, _ name: String) -> SVGElement {
    let top = tops[row] ?? y
    let note = notes[row]
    let mark = note?.mark.map { " \($0.rawValue)" } ?? ""
    let kind = if case .section = row { "header" } else { "item" }
    let base = top + 15
    let (x, width) = (SVG.number(x), SVG.number(width))
    let nameX = self.x + Self.margin + Double(Self.indexColumns(of: list)) * SVG.columnWidth
    var parts = [
      SVGElement(
        "rect",
        [
          "class": "\(kind)\(mark) row", "x": x, "y": SVG.number(top), "width": width,
          "height": SVG.number(Self.rowHeight),
        ]),
      .text(Self.index(of: row), x: self.x + Self.margin, y: base, class: "faint index"),
      .text(name, x: nameX, y: base, class: kind == "header" ? "heading name" : "name"),
    ]
    if let note {
      let end = self.x + self.width - Self.margin
      parts.append(
        .text(
          note.text, x: end, y: base, class: note.mark.map { "\($0.rawValue) note" } ?? "faint note", endsThere: true))
    }
    return SVGElement("g", ["id": identifier(of: row)], parts)
  }

  func identifier(of row: Row) -> String {
    switch row {
    case .section(let section): "\(id)-\(section)"
    case .item(let place): "\(id)-\(place.section)-\(place.item)"
    }
  }

  /// Draws an arrow from the end of a row to the beginning of a row in a column on the right.
  func arrow(from row: Row, to other: Row, of column: ListColumn, _ mark: Mark? = nil) -> [SVGElement] {
    guard let from = tops[row], let to = column.tops[other] else { return [] }
    let half = Self.rowHeight / 2
    let (startX, startY) = (SVG.number(x + width), SVG.number(from + half))
    let (endX, endY) = (SVG.number(column.x), SVG.number(to + half))
    let middle = SVG.number((x + width + column.x) / 2)
    let base = SVG.number(column.x - 8)
    let kind = mark.map { "\($0.rawValue) " } ?? ""
    return [
      SVGElement(
        "path",
        [
          "class": "\(kind)arrow", "data-from": identifier(of: row), "data-to": column.identifier(of: other),
          "d": "M\(startX) \(startY)C\(middle) \(startY) \(middle) \(endY) \(base) \(endY)",
        ]),
      SVGElement(
        "path",
        [
          "class": "\(kind)head",
          "d": "M\(endX) \(endY)L\(base) \(SVG.number(to + half - 4))V\(SVG.number(to + half + 4))Z",
        ]),
    ]
  }

  private static func index(of row: Row) -> String {
    switch row {
    case .section(let section): "\(section)"
    case .item(let place): "\(place)"
    }
  }

  /// The number of text columns before the names.
  private static func indexColumns(of list: DrawnList) -> Int {
    let items = list.sections.enumerated().compactMap { section, rows in
      rows.items.isEmpty ? nil : ItemPlace(section: section, item: rows.items.count - 1).description.columns
    }
    return (items.max() ?? 1) + 2
  }

  private static func rows(of list: DrawnList) -> [(Row, String)] {
    list.sections.enumerated().flatMap { index, section in
      [(Row.section(index), section.name)]
        + section.items.enumerated().map { (.item(ItemPlace(section: index, item: $0)), $1) }
    }
  }
}

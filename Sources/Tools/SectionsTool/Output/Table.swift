/// Rows of text cells in aligned columns. Rows are cut at the terminal's width.
struct Table {
  enum Alignment { case left, right }

  private let alignments: [Alignment]
  private var rows: [(cells: [String], style: Terminal.Style?)] = []

  init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// Adds a row. Control characters in the cells are escaped.
  mutating func add(_ cells: [String], style: Terminal.Style? = nil) {
    rows.append((cells.map(\.printable), style))
  }

  func lines(for terminal: Terminal) -> [String] {
    let widths = alignments.indices.map { column in rows.map { $0.cells[column].columns }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.cells.enumerated() {
        if column > 0 { line += "  " }
        let padding = String(repeating: " ", count: max(0, widths[column] - cell.columns))
        switch alignments[column] {
        case .right: line += padding + cell
        case .left where column == alignments.count - 1: line += cell
        case .left: line += cell + padding
        }
      }
      line = terminal.cut(line)
      return row.style.map { terminal.styled(line, $0) } ?? line
    }
  }
}

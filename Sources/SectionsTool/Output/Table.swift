/// Rows of text cells in aligned columns; the last column is cut to the terminal's width.
struct Table {
  enum Alignment { case left, right }

  private let alignments: [Alignment]
  private var rows: [(cells: [String], style: Terminal.Style?)] = []

  init(_ alignments: [Alignment]) { self.alignments = alignments }

  mutating func add(_ cells: [String], style: Terminal.Style? = nil) {
    rows.append((cells, style))
  }

  func lines(for terminal: Terminal = .standard) -> [String] {
    let widths = alignments.indices.map { column in rows.map { $0.cells[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.cells.enumerated() {
        if column > 0 { line += "  " }
        let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
        switch alignments[column] {
        case .right: line += padding + cell
        case .left where column == alignments.count - 1: line += terminal.cut(cell, used: line.count)
        case .left: line += cell + padding
        }
      }
      return row.style.map { terminal.styled(line, $0) } ?? line
    }
  }
}

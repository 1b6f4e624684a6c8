// Row heights that are estimated until the rows are visible.
extension UITableView {
  /// Whether the table asks for heights only when rows become visible.
  var estimatesRows: Bool { estimatedRowHeight != 0 }

  /// The lines of a section, with known heights and estimates for other rows.
  func estimatedLines(_ section: Int, _ count: Int) -> SectionBands.Lines {
    let usual = rowHeight < 0 ? Self.automaticRow : rowHeight
    let estimate = estimatedRowHeight > 0 ? estimatedRowHeight : usual
    let known = rowHeights[section] ?? [:]
    if known.isEmpty { return .uniform(count: count, height: estimate, spacing: 0) }
    var ends: [CGFloat] = [0]
    for row in 0..<count { ends.append(ends[row] + (known[row] ?? estimate)) }
    return .each(ends)
  }

  /// Asks for the heights of rows that became visible. The content offset is adjusted, so that the first row that was
  /// visible before keeps its position on the screen.
  ///
  /// - Returns: whether the table asked for any height.
  func measureVisibleRows() -> Bool {
    guard estimatesRows else { return false }
    var hasAsked = false
    while true {
      let rows = rows(from: bounds.minY, to: bounds.maxY)
      let unknown = rows.filter { rowHeights[$0.section]?[$0.row] == nil }
      if unknown.isEmpty { return hasAsked }
      hasAsked = true
      let anchor = rows.first { visible[$0] != nil && rowHeights[$0.section]?[$0.row] != nil }
      let top = anchor.map { rectForRow(at: $0).minY }
      for path in unknown { rowHeights[path.section, default: [:]][path.row] = height(of: path) }
      for section in Set(unknown.map(\.section)) {
        bands?.setLines(estimatedLines(section, data.load()[section]), ofSection: section)
      }
      updateContentSize()
      if let anchor, let top, case let moved = rectForRow(at: anchor).minY - top, moved != 0 {
        contentOffset.y += moved
      }
    }
  }

  /// The height of a row: from the delegate, the table, or the size of its cell.
  private func height(of path: IndexPath) -> CGFloat {
    unanswered = false
    let answer = data.question { delegate?.tableView(self, heightForRowAt: path) }
    if let answer, !unanswered {
      if answer >= 0 { return answer }
    } else if rowHeight >= 0 {
      return rowHeight
    }
    isUpdatingCells = true
    let cell = visible[path] ?? cell(for: path)
    isUpdatingCells = false
    visible[path] = cell
    return cell.sizeThatFits(CGSize(width: bounds.width, height: .greatestFiniteMagnitude)).height
  }

  /// Moves the known heights to the new places of their rows.
  func followHeights(_ update: ListUpdate) {
    var new: [Int: [Int: CGFloat]] = [:]
    for (section, rows) in rowHeights {
      for (row, height) in rows {
        let old = IndexPath(row: row, section: section)
        if forgetsHeights, visible[old] == nil { continue }
        if let path = update.path(old) { new[path.section, default: [:]][path.row] = height }
      }
    }
    rowHeights = new
  }
}

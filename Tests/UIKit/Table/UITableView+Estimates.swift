// Rows whose heights are estimated until they are visible.
extension UITableView {
  /// Whether rows are asked for their heights only when they become visible.
  var estimatesRows: Bool { estimatedRowHeight != 0 }

  /// The rows of a section as high as they are known or estimated to be.
  func estimatedLines(_ section: Int, _ count: Int) -> SectionBands.Lines {
    let usual = rowHeight < 0 ? Self.automaticRow : rowHeight
    let estimate = estimatedRowHeight > 0 ? estimatedRowHeight : usual
    let known = rowHeights[section] ?? [:]
    if known.isEmpty { return .uniform(count: count, height: estimate, spacing: 0) }
    var ends: [CGFloat] = [0]
    for row in 0..<count { ends.append(ends[row] + (known[row] ?? estimate)) }
    return .each(ends)
  }

  /// Asks for the heights of the rows that became visible. The first row that was visible before stays where it is on the
  /// screen: the offset follows what is above it.
  ///
  /// - Returns: whether a row was asked.
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

  /// The height of a row: the delegate's, the table's, or that which its cell finds for itself.
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

  /// Keeps the heights of rows that are where an update says.
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

extension UITableView {
  static let automaticRow: CGFloat = 44
  private static let automaticHeader: CGFloat = 28

  /// The positions of sections and rows.
  var geometry: SectionBands {
    if let bands { return bands }
    let counts = data.load()
    return measured(counts.indices.map { section in data.question { lines(section, counts[section]) } })
  }

  /// Asks for the heights of headers and footers again. The heights of rows remain.
  func measureHeaders() { _ = measured(geometry.sections.map(\.lines)) }

  private func measured(_ lines: [SectionBands.Lines]) -> SectionBands {
    let sections = lines.indices.map { section in
      SectionBands.Section(
        header: data.question { headerHeight(section) }, lines: lines[section],
        footer: data.question { footerHeight(section) })
    }
    let new = SectionBands(sections, top: tableHeaderView?.bounds.height ?? 0)
    bands = new
    updateContentSize()
    return new
  }

  func updateContentSize() {
    contentSize = CGSize(width: bounds.width, height: geometry.end + (tableFooterView?.bounds.height ?? 0))
  }

  private func lines(_ section: Int, _ count: Int) -> SectionBands.Lines {
    if estimatesRows { return estimatedLines(section, count) }
    let uniform = rowHeight < 0 ? Self.automaticRow : rowHeight
    guard let delegate, count > 0 else { return .uniform(count: count, height: uniform, spacing: 0) }
    unanswered = false
    var ends: [CGFloat] = [0]
    for row in 0..<count {
      let height = delegate.tableView(self, heightForRowAt: IndexPath(row: row, section: section))
      if unanswered { return .uniform(count: count, height: uniform, spacing: 0) }
      ends.append(ends[row] + (height < 0 ? Self.automaticRow : height))
    }
    return .each(ends)
  }

  /// The height of a header that the delegate or the table sets; nil for an automatic height.
  func givenHeaderHeight(_ section: Int) -> CGFloat? {
    let height = delegate?.tableView(self, heightForHeaderInSection: section) ?? UITableView.automaticDimension
    if height >= 0 { return height }
    return sectionHeaderHeight >= 0 ? sectionHeaderHeight : nil
  }

  /// The height of a footer that the delegate or the table sets; nil for an automatic height.
  func givenFooterHeight(_ section: Int) -> CGFloat? {
    let height = delegate?.tableView(self, heightForFooterInSection: section) ?? UITableView.automaticDimension
    if height >= 0 { return height }
    return sectionFooterHeight >= 0 ? sectionFooterHeight : nil
  }

  private func headerHeight(_ section: Int) -> CGFloat {
    if let given = givenHeaderHeight(section) { return given }
    if let view = headers[section] ?? nil, !(view is TitleView) { return Self.automaticHeader }
    return dataSource?.tableView(self, titleForHeaderInSection: section) == nil ? 0 : Self.automaticHeader
  }

  private func footerHeight(_ section: Int) -> CGFloat {
    if let given = givenFooterHeight(section) { return given }
    if let view = footers[section] ?? nil, !(view is TitleView) { return Self.automaticHeader }
    return dataSource?.tableView(self, titleForFooterInSection: section) == nil ? 0 : Self.automaticHeader
  }

  // MARK: Rectangles

  /// The rectangle of a row; empty if there is no such row.
  public func rectForRow(at indexPath: IndexPath) -> CGRect {
    guard data.contains(indexPath.place) else { return .zero }
    let band = geometry.line(indexPath.row, inSection: indexPath.section)
    return CGRect(x: 0, y: band.top, width: bounds.width, height: band.height)
  }

  /// The rectangle of a section, including header and footer.
  public func rect(forSection section: Int) -> CGRect {
    rect(section) { ($0.top, $0.height) }
  }

  /// The rectangle of a header.
  public func rectForHeader(inSection section: Int) -> CGRect {
    rect(section) { ($0.top, $0.header) }
  }

  /// The rectangle of a footer.
  public func rectForFooter(inSection section: Int) -> CGRect {
    rect(section) { ($0.footerTop, $0.footer) }
  }

  private func rect(_ section: Int, _ part: (SectionBands.Section) -> (CGFloat, CGFloat)) -> CGRect {
    let geometry = geometry
    guard geometry.sections.indices.contains(section) else { return .zero }
    let (top, height) = part(geometry.sections[section])
    return CGRect(x: 0, y: top, width: bounds.width, height: height)
  }

  /// The row at a point; nil if there is none.
  public func indexPathForRow(at point: CGPoint) -> IndexPath? {
    indexPathsForRows(in: CGRect(x: 0, y: point.y, width: 1, height: 0.001))?.first
  }

  /// The rows that intersect a rectangle.
  public func indexPathsForRows(in rect: CGRect) -> [IndexPath]? { rows(from: rect.minY, to: rect.maxY) }

  func rows(from top: CGFloat, to bottom: CGFloat) -> [IndexPath] {
    let geometry = geometry
    return geometry.sections(from: top, to: bottom).flatMap { section in
      geometry.lines(ofSection: section, from: top, to: bottom).map { IndexPath(row: $0, section: section) }
    }
  }
}

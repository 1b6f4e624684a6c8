/// The table's current question for a cell.
struct TableRequest {
  let path: IndexPath
  var isDequeued = false
  /// The cell that is being reconfigured.
  var existing: UITableViewCell?
}

/// A header or footer that the table makes for a title.
final class TitleView: UITableViewHeaderFooterView {}

extension UITableView {
  func layoutRows() {
    guard data.questions == 0, data.depth == 0 else { return }
    data.load()
    if indexTitles == nil { indexTitles = data.question { dataSource?.sectionIndexTitles(for: self) } ?? [] }
    repeat {
      layoutHeaders()
      keepOffsetInContent()
    } while measureVisibleRows()
    let rows = rows(from: bounds.minY, to: bounds.maxY)
    let wanted = Set(rows)
    for (path, cell) in visible where !wanted.contains(path) {
      visible[path] = nil
      recycle(cell, from: path)
    }
    isUpdatingCells = true
    for path in rows {
      let cell = visible[path] ?? cell(for: path)
      visible[path] = cell
      cell.frame = rectForRow(at: path)
      if cell.superview !== self {
        addSubview(cell)
        delegate?.tableView(self, willDisplay: cell, forRowAt: path)
      }
    }
    isUpdatingCells = false
    prefetch(behind: rows.last, wanted)
  }

  func cell(for path: IndexPath) -> UITableViewCell {
    request = TableRequest(path: path)
    defer { request = nil }
    let answer = data.question { dataSource?.tableView(self, cellForRowAt: path) }
    let cell = answer ?? UITableViewCell(style: .default, reuseIdentifier: nil)
    prepare(cell, at: path)
    return cell
  }

  /// Sets the properties of a cell that depend on the table's state.
  func prepare(_ cell: UITableViewCell, at path: IndexPath) {
    cell.setSelected(selection.contains(path), animated: false)
    let canEdit = edits && data.question { dataSource?.tableView(self, canEditRowAt: path) ?? false }
    cell.editingStyle =
      canEdit ? data.question { delegate?.tableView(self, editingStyleForRowAt: path) ?? .delete } : .none
    cell.setEditing(canEdit, animated: false)
  }

  /// Asks for headers and footers that became visible. The size of an answer may push other ones out of the visible
  /// part, so repeat until the layout is stable.
  private func layoutHeaders() {
    while true {
      let end = geometry.end
      let sections = geometry.sections(from: bounds.minY, to: max(bounds.maxY, bounds.minY + 1))
      for section in headers.keys where !sections.contains(section) { drop(section) }
      let new = sections.filter { headers[$0] == nil }
      for section in new {
        headers[section] = .some(header(section))
        footers[section] = .some(footer(section))
      }
      if new.isEmpty { break }
      measureHeaders()
      if geometry.end == end { break }
    }
    for (section, view) in headers { headers[section] = .some(place(view, rectForHeader(inSection: section))) }
    for (section, view) in footers { footers[section] = .some(place(view, rectForFooter(inSection: section))) }
  }

  private func drop(_ section: Int) {
    recycle(headers.removeValue(forKey: section) ?? nil)
    recycle(footers.removeValue(forKey: section) ?? nil)
  }

  /// - Returns: the view; nil if it has no height and was recycled.
  private func place(_ view: UIView?, _ rect: CGRect) -> UIView? {
    guard let view else { return nil }
    if rect.height == 0 {
      recycle(view)
      return nil
    }
    view.frame = rect
    if view.superview !== self { addSubview(view) }
    return view
  }

  private func header(_ section: Int) -> UIView? {
    data.question {
      if givenHeaderHeight(section) == 0 { return nil }
      let view = delegate?.tableView(self, viewForHeaderInSection: section)
      let title = view == nil ? dataSource?.tableView(self, titleForHeaderInSection: section) : nil
      guard let shown = view ?? title.map(titled) else { return nil }
      delegate?.tableView(self, willDisplayHeaderView: shown, forSection: section)
      return shown
    }
  }

  private func footer(_ section: Int) -> UIView? {
    data.question {
      if givenFooterHeight(section) == 0 { return nil }
      let view = delegate?.tableView(self, viewForFooterInSection: section)
      let title = view == nil ? dataSource?.tableView(self, titleForFooterInSection: section) : nil
      return view ?? title.map(titled)
    }
  }

  private func titled(_ title: String) -> UIView {
    let view = TitleView(reuseIdentifier: nil)
    view.textLabel?.text = title
    return view
  }

  /// Keeps the offset within the content, because rows at the end may have been deleted.
  private func keepOffsetInContent() {
    let inset = adjustedContentInset
    let last = max(-inset.top, contentSize.height + inset.bottom - bounds.height)
    if contentOffset.y > last { contentOffset.y = last }
  }

  private func prefetch(behind last: IndexPath?, _ visible: Set<IndexPath>) {
    guard window != nil, isPrefetchingEnabled, let prefetchDataSource else { return }
    let wanted = Prefetching.places(after: last, counts: data.load(), atMost: visible.count)
    let (start, cancel) = prefetching.advance(to: wanted, visible: visible)
    if !start.isEmpty { prefetchDataSource.tableView(self, prefetchRowsAt: start) }
    if !cancel.isEmpty { prefetchDataSource.tableView(self, cancelPrefetchingForRowsAt: cancel) }
  }
}

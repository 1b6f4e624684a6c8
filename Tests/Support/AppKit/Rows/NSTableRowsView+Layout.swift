extension NSTableRowsView {
  /// The height of a row, including the space below it.
  func fullHeight(_ row: Int) -> CGFloat {
    if entries[row].height == nil {
      // The header: "Returning a height of -1 will default to the rowHeight of the tableView for normal rows".
      let height = asking { askHeight(row) }
      if height == 0 || height < 0 && height != -1 { refuse("The height of row \(row) is \(height).") }
      entries[row].height = height
    }
    let height = entries[row].height ?? -1
    return (height > 0 ? height : rowHeight) + intercellSpacing.height
  }

  /// The rectangle of a row. The header says of `rectOfRow`: "If 'row' is < 0 or >= [self numberOfRows], then
  /// NSZeroRect is returned."
  public func rect(ofRow row: Int) -> CGRect {
    load()
    guard entries.indices.contains(row) else { return .zero }
    let start = (0..<row).reduce(CGFloat.zero) { $0 + fullHeight($1) }
    return CGRect(x: 0, y: start, width: frame.width, height: fullHeight(row))
  }

  /// The rows that intersect a rectangle. The header says of `rowsInRect`: "If 'rect' is empty, or if there are no
  /// rows, an empty range".
  public func rows(in rect: CGRect) -> NSRange {
    load()
    guard !rect.isEmpty else { return NSRange(location: 0, length: 0) }
    var (start, first, end) = (CGFloat.zero, entries.count, entries.count)
    for row in entries.indices {
      let next = start + fullHeight(row)
      if next > rect.minY, first == entries.count { first = row }
      if start >= rect.maxY {
        end = row
        break
      }
      start = next
    }
    return NSRange(location: first, length: max(0, end - first))
  }

  func isGroup(_ row: Int) -> Bool {
    if let known = entries[row].isGroup { return known }
    let isGroup = asking { askIsGroup(row) }
    entries[row].isGroup = isGroup
    return isGroup
  }

  /// Sets the size, and makes the views of the rows that have become visible.
  public func tile() {
    guard updateDepth == 0, questions == 0, window != nil, tableColumns.contains(where: { !$0.isHidden }) else {
      needsLayout = true
      return
    }
    load()
    let content = entries.indices.reduce(CGFloat.zero) { $0 + fullHeight($1) }
    if let clip = superview as? NSClipView {
      frame = CGRect(x: 0, y: 0, width: clip.frame.width, height: max(content, clip.frame.height))
      if clip.bounds.minY > max(0, frame.height - clip.frame.height) { clip.scroll(to: clip.bounds.origin) }
    }
    needsLayout = false
    let visible = Range(rows(in: visibleRect)) ?? 0..<0
    for (row, entry) in entries.enumerated() {
      if visible.contains(row) {
        if entry.rowView == nil { makeRow(row, entry) }
      } else if entry.rowView != nil, !isEdited(entry) {
        drop(entry)
      }
      entry.rowView?.isSelected = entry.isSelected
    }
  }

  private func isEdited(_ entry: RowEntry) -> Bool {
    guard let rowView = entry.rowView, let edited = window?.editedView else { return false }
    return edited.isDescendant(of: rowView)
  }

  private func makeRow(_ row: Int, _ entry: RowEntry) {
    let isGroup = isGroup(row)
    let rowView = asking { askRowView(row) } ?? NSTableRowView(frame: .zero)
    rowView.isGroupRowStyle = isGroup
    rowView.isSelected = entry.isSelected
    // The header: "'tableColumn' will be nil if the row is a group row."
    let columns: [NSTableColumn?] = isGroup ? [nil] : tableColumns
    rowView.views = columns.map { column in asking { askView(column, row) } }
    if rowView.superview != nil { refuse("The row view of row \(row) is that of another row.") }
    for case let view? in rowView.views {
      if view.superview != nil { refuse("The view of row \(row) is that of another row.") }
      rowView.addSubview(view)
    }
    entry.rowView = rowView
    addSubview(rowView)
  }
}

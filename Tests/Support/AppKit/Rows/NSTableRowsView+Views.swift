extension NSTableRowsView {
  /// The view of a row in a column; nil if the row has no views. The header: "An exception will be thrown if 'row' is
  /// not within the numberOfRows."
  public func view(atColumn column: Int, row: Int, makeIfNecessary: Bool) -> NSView? {
    guard let rowView = rowView(atRow: row, makeIfNecessary: makeIfNecessary) else { return nil }
    return rowView.view(atColumn: column) as? NSView
  }

  /// The row view of a row; nil if it has none.
  public func rowView(atRow row: Int, makeIfNecessary: Bool) -> NSTableRowView? {
    load()
    guard entries.indices.contains(row) else {
      refuse("Row index \(row) out of row range (numberOfRows: \(entries.count)).")
      return nil
    }
    if let rowView = entries[row].rowView { return rowView }
    guard makeIfNecessary else { return nil }
    let rowView = asking { askRowView(row) } ?? NSTableRowView(frame: .zero)
    let isGroup = isGroup(row)
    rowView.views = (isGroup ? [nil] : tableColumns as [NSTableColumn?]).map { column in asking { askView(column, row) }
    }
    for case let view? in rowView.views { rowView.addSubview(view) }
    return rowView
  }

  /// The row that contains a view; -1 if none does.
  public func row(for view: NSView) -> Int {
    entries.firstIndex { $0.rowView.map { view.isDescendant(of: $0) } ?? false } ?? -1
  }

  /// The column that contains a view; -1 if none does.
  public func column(for view: NSView) -> Int {
    for case let rowView? in entries.map(\.rowView) {
      if let column = rowView.views.firstIndex(where: { $0.map { view.isDescendant(of: $0) } ?? false }) {
        return column
      }
    }
    return -1
  }

  /// Calls a closure with each row view and its row.
  public func enumerateAvailableRowViews(_ handler: (NSTableRowView, Int) -> Void) {
    for (row, entry) in entries.enumerated() { if let rowView = entry.rowView { handler(rowView, row) } }
  }

  /// Makes a view from a nib, or reuses one; nil if no nib is registered and no idle view exists.
  public func makeView(withIdentifier identifier: NSUserInterfaceItemIdentifier, owner: Any?) -> NSView? {
    if let view = pool.take(identifier) { return view }
    guard let nib = nibs[identifier], let view = nib.first(NSView.self) else { return nil }
    view.identifier = identifier
    return view
  }

  /// Registers a nib for an identifier; nil removes it.
  public func register(_ nib: NSNib?, forIdentifier identifier: NSUserInterfaceItemIdentifier) {
    nibs[identifier] = nib
  }

  /// Scrolls until a row is visible.
  public func scrollRowToVisible(_ row: Int) {
    let rect = rect(ofRow: row)
    let visible = visibleRect
    if rect.minY < visible.minY {
      scroll(rect.origin)
    } else if rect.maxY > visible.maxY {
      scroll(CGPoint(x: 0, y: rect.maxY - visible.height))
    }
  }
}

extension NSTableRowsView {
  /// A user clicks a row.
  ///
  /// - Parameter extending: whether a key is held by which the row is added to the selection, or removed from it.
  public func click(_ row: Int, extending: Bool = false) {
    load()
    guard entries.indices.contains(row), asking({ askShouldSelect(row) }) else { return }
    if extending, allowsMultipleSelection {
      if isRowSelected(row) { deselectRow(row) } else { selectRowIndexes([row], byExtendingSelection: true) }
    } else {
      selectRowIndexes([row], byExtendingSelection: false)
    }
  }

  /// A user clicks a row with the other button.
  ///
  /// - Returns: the titles of the menu.
  public func contextMenu(_ row: Int) -> [String] {
    guard let menu else { return [] }
    clickedRow = row
    menu.delegate?.menuNeedsUpdate(menu)
    clickedRow = -1
    return menu.items.map(\.title)
  }

  /// A user types the beginning of a row's text: the next row with it is selected.
  public func type(_ text: String) {
    load()
    guard allowsTypeSelect, !entries.isEmpty else { return }
    let selected = selectedRow
    let start = (selected + 1) % entries.count
    // From a row to itself: all rows.
    let end = selected < 0 ? start : selected
    let row = asking { askTypeSelect(from: start, to: end, text) }
    if entries.indices.contains(row) { selectRowIndexes([row], byExtendingSelection: false) }
  }

  /// Whether updates are open.
  public var isUpdating: Bool { updateDepth > 0 }

  /// The rows that have views, in order.
  public var shownRows: [Int] { entries.indices.filter { entries[$0].rowView != nil } }

  /// A user begins to edit the first text field of a row.
  ///
  /// - Returns: whether it is edited.
  @discardableResult
  public func beginEditing(_ row: Int) -> Bool {
    guard entries.indices.contains(row), let rowView = entries[row].rowView else { return false }
    return rowView.firstField.map { window?.makeFirstResponder($0) ?? false } ?? false
  }
}

extension NSView {
  /// The first text field in it.
  public var firstField: NSTextField? {
    for view in subviews {
      if let field = view as? NSTextField { return field }
      if let field = view.firstField { return field }
    }
    return nil
  }
}

extension NSTableView {
  /// A user drags a row and drops it, here or in another table.
  ///
  /// - Returns: whether the drop was accepted.
  @discardableResult
  public func dragRow(
    _ row: Int, to proposed: Int, _ operation: DropOperation = .above, in other: NSTableView? = nil
  ) -> Bool {
    guard let writer = asking({ dataSource?.tableView(self, pasteboardWriterForRow: row) }) else { return false }
    let session = NSDraggingSession()
    _ = session.draggingPasteboard.writeObjects([writer])
    dataSource?.tableView(self, draggingSession: session, willBeginAt: .zero, forRowIndexes: [row])
    let target = other ?? self
    let info = DraggingInfo(session.draggingPasteboard, from: self)
    target.dropTarget = DropTarget(row: proposed, operation: operation)
    let answer =
      !target.takes(info.draggingPasteboard)
      ? []
      : target.asking {
        target.dataSource?.tableView(
          target, validateDrop: info, proposedRow: proposed, proposedDropOperation: operation) ?? []
      }
    var isAccepted = false
    if !answer.isEmpty, let drop = target.dropTarget {
      isAccepted =
        target.dataSource?.tableView(target, acceptDrop: info, row: drop.row, dropOperation: drop.operation) ?? false
    }
    target.dropTarget = nil
    dataSource?.tableView(self, draggingSession: session, endedAt: .zero, operation: isAccepted ? answer : [])
    return isAccepted
  }

  /// The titles of the buttons that a swipe uncovers.
  public func rowActions(_ row: Int, edge: RowActionEdge = .trailing) -> [String] {
    actions(row, edge).map(\.title)
  }

  /// A user swipes a row, and presses a button.
  public func pressRowAction(_ index: Int, of row: Int, edge: RowActionEdge = .trailing) {
    let actions = actions(row, edge)
    guard actions.indices.contains(index) else { return }
    actions[index].handler(actions[index], row)
  }

  private func actions(_ row: Int, _ edge: RowActionEdge) -> [NSTableViewRowAction] {
    asking { delegate?.tableView(self, rowActionsForRow: row, edge: edge) ?? [] }
  }

  /// A user clicks the header of a column.
  public func clickHeader(of column: NSTableColumn) {
    guard let prototype = column.sortDescriptorPrototype else { return }
    let rest = sortDescriptors.filter { $0 != prototype }
    sortDescriptors = [prototype] + rest
  }
}

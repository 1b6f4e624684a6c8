extension NSTableRowsView {
  /// Clicks a row, as the user does.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - extending: whether a key is held that adds the row to the selection, or removes it.
  public func click(_ row: Int, extending: Bool = false) {
    load()
    guard entries.indices.contains(row), asking({ askShouldSelect(row) }) else { return }
    if extending, allowsMultipleSelection {
      if isRowSelected(row) { deselectRow(row) } else { selectRowIndexes([row], byExtendingSelection: true) }
    } else {
      selectRowIndexes([row], byExtendingSelection: false)
    }
  }

  /// Opens the context menu of a row, as the user does.
  ///
  /// - Returns: the titles of the menu's items.
  public func contextMenu(_ row: Int) -> [String] {
    guard let menu else { return [] }
    clickedRow = row
    menu.delegate?.menuNeedsUpdate(menu)
    clickedRow = -1
    return menu.items.map(\.title)
  }

  /// Types the beginning of a row's text, as the user does. Type select then selects the next such row.
  public func type(_ text: String) {
    load()
    guard allowsTypeSelect, !entries.isEmpty else { return }
    let selected = selectedRow
    let start = (selected + 1) % entries.count
    // An equal start and end include all rows.
    let end = selected < 0 ? start : selected
    let row = asking { askTypeSelect(from: start, to: end, text) }
    if entries.indices.contains(row) { selectRowIndexes([row], byExtendingSelection: false) }
  }

  /// Whether a group of updates is open.
  public var isUpdating: Bool { updateDepth > 0 }

  /// The rows that have views, in order.
  public var shownRows: [Int] { entries.indices.filter { entries[$0].rowView != nil } }

  /// Begins to edit the first text field of a row, as the user does.
  ///
  /// - Returns: whether editing has begun.
  @discardableResult
  public func beginEditing(_ row: Int) -> Bool {
    guard entries.indices.contains(row), let rowView = entries[row].rowView else { return false }
    return rowView.firstField.map { window?.makeFirstResponder($0) ?? false } ?? false
  }
}

extension NSView {
  /// The first text field among the view's descendants.
  public var firstField: NSTextField? {
    for view in subviews {
      if let field = view as? NSTextField { return field }
      if let field = view.firstField { return field }
    }
    return nil
  }
}

extension NSTableView {
  /// Drags a row and drops it here or in another table, as the user does.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - proposed: the row of the drop.
  ///   - operation: whether the drop is on that row or above it.
  ///   - other: the destination; nil for this table.
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

  /// The titles of the actions that a swipe shows.
  public func rowActions(_ row: Int, edge: RowActionEdge = .trailing) -> [String] {
    actions(row, edge).map(\.title)
  }

  /// Swipes a row and presses an action, as the user does.
  public func pressRowAction(_ index: Int, of row: Int, edge: RowActionEdge = .trailing) {
    let actions = actions(row, edge)
    guard actions.indices.contains(index) else { return }
    actions[index].handler(actions[index], row)
  }

  private func actions(_ row: Int, _ edge: RowActionEdge) -> [NSTableViewRowAction] {
    asking { delegate?.tableView(self, rowActionsForRow: row, edge: edge) ?? [] }
  }

  /// Clicks the header of a column, as the user does.
  public func clickHeader(of column: NSTableColumn) {
    guard let prototype = column.sortDescriptorPrototype else { return }
    let rest = sortDescriptors.filter { $0 != prototype }
    sortDescriptors = [prototype] + rest
  }
}

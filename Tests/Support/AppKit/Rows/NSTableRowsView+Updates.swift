extension NSTableRowsView {
  /// Begins a group of updates. The header says of `beginUpdates`: "Calls are nestable."
  public func beginUpdates() {
    guard mayChange("beginUpdates") else { return }
    updateDepth += 1
  }

  /// Ends a group of updates. The outermost call compares the rows with the data source's.
  public func endUpdates() {
    guard mayChange("endUpdates") else { return }
    guard updateDepth > 0 else { return refuse("endUpdates was called without beginUpdates.") }
    updateDepth -= 1
    if updateDepth == 0 { updatesEnded() }
  }

  private func updatesEnded() {
    if isLoaded { checkAfterUpdates() }
    needsLayout = true
    // The header: "If a selected row is deleted, a selection changed notification will happen after endUpdates is
    // called."
    guard selectionIsLost else { return }
    selectionIsLost = false
    selectionChanged()
  }

  /// Performs an operation within the open updates, or as a group of its own.
  ///
  /// - Parameters:
  ///   - what: the name of the operation, for a message.
  ///   - animation: the options of an insertion or a removal; nil for another operation.
  ///   - operation: changes the entries.
  func update(_ what: String, _ animation: AnimationOptions? = nil, _ operation: () -> Void) {
    guard mayChange(what) else { return }
    load()
    lastDuration = NSAnimationContext.current.duration
    if let animation { lastAnimation = animation }
    operation()
    if updateDepth == 0 { updatesEnded() }
  }

  /// Inserts entries at their final indices, one after the other. The header says of `insertRows`: "similar to
  /// NSMutableArray's -insertObjects:atIndexes:".
  func insert(_ new: [RowEntry], at indexes: [Int]) {
    for (entry, index) in zip(new, indexes) {
      guard (0...entries.count).contains(index) else { return refuseRow(index) }
      entries.insert(entry, at: index)
    }
  }

  /// Removes the entries at current indices. The header says of `removeRows`: "with respect to the current state
  /// displayed in the TableView, and not the final state".
  func remove(at indexes: [Int]) {
    for index in indexes.reversed() {
      guard entries.indices.contains(index) else { return refuseRow(index) }
      let entry = entries.remove(at: index)
      if entry.isSelected { selectionIsLost = true }
      drop(entry)
    }
  }

  /// Moves an entry with its views. The header says of `moveRow`: "similar to removing a row at 'oldIndex' and
  /// inserting it back at 'newIndex', except the same view is used".
  func move(_ old: Int, to new: Int) {
    for index in [old, new] where !entries.indices.contains(index) { return refuseRow(index) }
    entries.insert(entries.remove(at: old), at: new)
  }

  /// Replaces the rows, for a diffable data source.
  ///
  /// - Parameter old: the old row of each new row; nil for an inserted row.
  func adopt(_ old: [Int?]) {
    update("applySnapshot") {
      let kept = Set(old.compactMap { $0 })
      for (row, entry) in entries.enumerated() where !kept.contains(row) {
        if entry.isSelected { selectionIsLost = true }
        drop(entry)
      }
      entries = old.map { row in row.map { entries[$0] } ?? RowEntry() }
    }
  }

  func refuseRow(_ row: Int) {
    refuse("NSTableView error inserting/removing/moving row \(row) (numberOfRows: \(entries.count)).")
  }
}

extension NSTableRowsView {
  /// Asks again for the heights of rows.
  public func noteHeightOfRows(withIndexesChanged indexSet: IndexSet) {
    guard mayChange("noteHeightOfRows") else { return }
    for row in indexSet where entries.indices.contains(row) { entries[row].height = nil }
    needsLayout = true
  }

  /// Asks again for the views of visible rows, but not for heights. Editing in these rows ends.
  public func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) {
    guard mayChange("reloadData") else { return }
    for row in rowIndexes where entries.indices.contains(row) {
      guard let rowView = entries[row].rowView else { continue }
      let isGroup = isGroup(row)
      for column in columnIndexes where rowView.views.indices.contains(column) {
        replaceView(of: rowView, at: column, row, isGroup: isGroup)
      }
    }
  }

  private func replaceView(of rowView: NSTableRowView, at column: Int, _ row: Int, isGroup: Bool) {
    if let old = rowView.views[column] {
      old.removeFromSuperview()
      pool.keep(old)
    }
    let view = asking { askView(isGroup ? nil : tableColumns[column], row) }
    rowView.views[column] = view
    if let view { rowView.addSubview(view) }
  }
}

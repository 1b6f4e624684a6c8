#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The data source and delegate of a table. It forwards each call to a binding, and answers that the list is empty if
  /// another table asks.
  ///
  /// It is not the binding itself, because a generic class cannot have Objective-C methods in extensions.
  @MainActor
  final class TableSource: NSObject, NSTableViewDataSource, NSTableViewDelegate, RowsSource {
    private let screen: TableScreen
    var rowsScreen: RowsScreen { screen }

    init(_ screen: TableScreen) {
      self.screen = screen
      super.init()
    }

    private func row(_ table: NSTableView, _ row: Int) -> FlatRows.Row? {
      table === screen.table ? screen.rows.row(at: row) : nil
    }

    // MARK: The data source

    func numberOfRows(in tableView: NSTableView) -> Int { tableView === screen.table ? screen.rows.count : 0 }

    func tableView(_ tableView: NSTableView, sortDescriptorsDidChange oldDescriptors: [NSSortDescriptor]) {
      screen.answers?.sortChanged(tableView.sortDescriptors)
    }

    func tableView(_ tableView: NSTableView, pasteboardWriterForRow row: Int) -> (any NSPasteboardWriting)? {
      guard case .item(let place)? = self.row(tableView, row) else { return nil }
      return screen.writer(at: place)
    }

    func tableView(
      _ tableView: NSTableView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
      forRowIndexes rowIndexes: IndexSet
    ) { screen.dragBegins(rowIndexes.compactMap { screen.place(ofRow: $0) }) }

    func tableView(
      _ tableView: NSTableView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
      operation: NSDragOperation
    ) { screen.dragEnds() }

    func tableView(
      _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
      proposedDropOperation dropOperation: NSTableView.DropOperation
    ) -> NSDragOperation {
      guard let gap = gap(row, dropOperation) else { return [] }
      guard screen.isOwn(info) else {
        guard let operation = screen.answers?.dropOperation(info, at: gap), !operation.isEmpty else { return [] }
        tableView.setDropRow(screen.rows.itemRow(gap), dropOperation: .above)
        return operation
      }
      guard let target = screen.target(forGap: gap) else { return [] }
      tableView.setDropRow(screen.rows.itemRow(target), dropOperation: .above)
      return .move
    }

    func tableView(
      _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int,
      dropOperation: NSTableView.DropOperation
    ) -> Bool {
      guard let gap = gap(row, dropOperation) else { return false }
      return screen.isOwn(info) ? screen.drop(atGap: gap) : screen.answers?.takeDrop(info, at: gap) ?? false
    }

    /// The place before which a drop inserts. For a drop on a section's row it is the end of the section.
    private func gap(_ row: Int, _ operation: NSTableView.DropOperation) -> ItemPlace? {
      if operation == .on, case .section(let section)? = screen.rows.row(at: row) {
        return ItemPlace(section: section, item: screen.rows.numberOfItems(inSection: section))
      }
      return screen.rows.place(ofGapAbove: row)
    }

    // MARK: The delegate

    func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
      switch self.row(tableView, row) {
      case .item(let place)?: screen.view(at: place, tableColumn)
      case .section(let section)?: screen.view(ofSection: section, tableColumn)
      case nil: nil
      }
    }

    func tableView(_ tableView: NSTableView, rowViewForRow row: Int) -> NSTableRowView? {
      guard case .item(let place)? = self.row(tableView, row) else { return nil }
      return screen.answers?.rowView(at: place)
    }

    func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool {
      guard screen.sectionRows == .group, case .section? = self.row(tableView, row) else { return false }
      return true
    }

    func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat {
      // A table asks for the heights of all rows, and most programs set none.
      guard let answers = screen.answers, answers.hasHeights else { return -1 }
      return switch self.row(tableView, row) {
      case .item(let place)?: answers.height(at: place) ?? -1
      case .section(let section)?: answers.height(ofSection: section) ?? -1
      case nil: -1
      }
    }

    func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool {
      guard case .item(let place)? = self.row(tableView, row) else { return false }
      return screen.answers?.canSelect(place) ?? false
    }

    func tableView(
      _ tableView: NSTableView, rowActionsForRow row: Int, edge: NSTableView.RowActionEdge
    ) -> [NSTableViewRowAction] {
      guard case .item(let place)? = self.row(tableView, row) else { return [] }
      return screen.rowActions(at: place, edge)
    }

    func tableView(_ tableView: NSTableView, typeSelectStringFor tableColumn: NSTableColumn?, row: Int) -> String? {
      tableView === screen.table ? screen.typeSelectText(ofRow: row, tableColumn) : nil
    }

    func tableView(
      _ tableView: NSTableView, nextTypeSelectMatchFromRow startRow: Int, toRow endRow: Int, for searchString: String
    ) -> Int {
      tableView === screen.table ? screen.typeSelectMatch(from: startRow, to: endRow, searchString) ?? -1 : -1
    }

    func menuNeedsUpdate(_ menu: NSMenu) { screen.fill(menu) }

    func tableViewSelectionDidChange(_ notification: Notification) { screen.answers?.selectionChanged() }
  }
#endif

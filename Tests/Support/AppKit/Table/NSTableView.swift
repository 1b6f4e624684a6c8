/// A double of AppKit's table view.
@MainActor
open class NSTableView: NSTableRowsView {
  /// Posted when the selection has changed.
  public static let selectionDidChangeNotification = Notification.Name("NSTableViewSelectionDidChangeNotification")
  /// The data source.
  open weak var dataSource: (any NSTableViewDataSource)? {
    didSet {
      provider = dataSource as? any TableViewProvider
      if dataSource !== oldValue { forget() }
    }
  }
  /// The data source, if it is a diffable one.
  private weak var provider: (any TableViewProvider)?
  /// The delegate.
  open weak var delegate: (any NSTableViewDelegate)? { didSet { if delegate !== oldValue { forget() } } }

  /// Makes a table without columns.
  public override init(frame frameRect: CGRect) { super.init(frame: frameRect) }
  /// Makes a table from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open override func layout() { tile() }

  override func askNumberOfRows() -> Int { dataSource?.numberOfRows(in: self) ?? 0 }
  override func askView(_ column: NSTableColumn?, _ row: Int) -> NSView? {
    provider.map { $0.view(self, column, row) } ?? delegate?.tableView(self, viewFor: column, row: row)
  }
  override func askRowView(_ row: Int) -> NSTableRowView? {
    provider.map { $0.rowView(self, row) } ?? delegate?.tableView(self, rowViewForRow: row)
  }
  override func askIsGroup(_ row: Int) -> Bool {
    provider?.isSection(row) ?? delegate?.tableView(self, isGroupRow: row) ?? false
  }
  override func askHeight(_ row: Int) -> CGFloat { delegate?.tableView(self, heightOfRow: row) ?? -1 }
  override func askShouldSelect(_ row: Int) -> Bool { delegate?.tableView(self, shouldSelectRow: row) ?? true }
  override func askTypeSelect(from start: Int, to end: Int, _ text: String) -> Int {
    delegate?.tableView(self, nextTypeSelectMatchFromRow: start, toRow: end, for: text) ?? -1
  }
  override func selectionChanged() {
    delegate?.tableViewSelectionDidChange(Notification(name: Self.selectionDidChangeNotification, object: self))
  }
  override func sortDescriptorsChanged(from old: [NSSortDescriptor]) {
    dataSource?.tableView(self, sortDescriptorsDidChange: old)
  }

  // MARK: Rows that come, go and move

  /// Inserts rows at their final indices.
  open func insertRows(at indexes: IndexSet, withAnimation animationOptions: AnimationOptions = []) {
    update("insertRows", animationOptions) { insert(indexes.map { _ in RowEntry() }, at: Array(indexes)) }
  }

  /// Removes the rows at current indices.
  open func removeRows(at indexes: IndexSet, withAnimation animationOptions: AnimationOptions = []) {
    update("removeRows", animationOptions) { remove(at: Array(indexes)) }
  }

  /// Moves a row with its views and its selection.
  open func moveRow(at oldIndex: Int, to newIndex: Int) { update("moveRow") { move(oldIndex, to: newIndex) } }

  /// Asks for the count, and appends rows or removes the last ones. Selection and editing are lost. The header says of `noteNumberOfRowsChanged`: "can
  /// only be used to increase or decrease the number of rows in the table".
  open func noteNumberOfRowsChanged() {
    guard mayChange("noteNumberOfRowsChanged") else { return }
    guard isLoaded else { return load() }
    let count = asking(askNumberOfRows)
    // The header does not say whether selection and editing stay. To lose them is stricter.
    deselectAll(nil)
    if let edited = window?.editedView, edited.isDescendant(of: self) { _ = window?.makeFirstResponder(nil) }
    // The header: "NSTableView automatically invalidates its entire row height cache in -reloadData, and
    // -noteNumberOfRowsChanged."
    for entry in entries { entry.height = nil }
    if count < entries.count {
      remove(at: Array(count..<entries.count))
    } else {
      entries += (entries.count..<count).map { _ in RowEntry() }
    }
    needsLayout = true
  }

  /// Changes the target of the drop that is being validated.
  open func setDropRow(_ row: Int, dropOperation: DropOperation) {
    dropTarget = DropTarget(row: row, operation: dropOperation)
  }
}

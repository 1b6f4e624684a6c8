/// A common superclass of the doubles of `NSTableView` and `NSOutlineView`. AppKit's `NSOutlineView` is an
/// `NSTableView` whose data source and delegate have other types. Swift does not let a subclass declare that.
///
/// Its rules are quoted from `NSTableView.h`, from the comments of the declarations that are named.
@MainActor
open class NSTableRowsView: NSControl {
  /// All columns, including hidden ones.
  open private(set) var tableColumns: [NSTableColumn] = []
  /// The height of rows for which the delegate returns none.
  open var rowHeight: CGFloat = 17
  /// The space between rows and columns.
  open var intercellSpacing = CGSize(width: 3, height: 2)
  /// The look of the rows, which the double does not draw.
  open var style: Style = .automatic
  /// Whether group rows stay at the top of the visible part.
  open var floatsGroupRows = true
  /// Whether the user may select several rows. The program always may.
  open var allowsMultipleSelection = false
  /// Whether the user may deselect all rows.
  open var allowsEmptySelection = true
  /// Whether the user may select a row by typing.
  open var allowsTypeSelect = true
  /// The row that the user clicked; -1 outside of the call that the click causes.
  open internal(set) var clickedRow = -1
  /// The sort descriptors of the headers. Setting them notifies the data source.
  open var sortDescriptors: [NSSortDescriptor] = [] {
    didSet { if sortDescriptors != oldValue { sortDescriptorsChanged(from: oldValue) } }
  }

  var entries: [RowEntry] = []
  /// Whether the rows are loaded. The header says of `numberOfRows`: "may call to the dataSource to acquire the count".
  var isLoaded = false
  var updateDepth = 0
  /// The number of open questions to the data source and the delegate.
  var questions = 0
  var pool = RowPool()
  var nibs: [NSUserInterfaceItemIdentifier: NSNib] = [:]
  /// Whether a selected row has been removed since `beginUpdates`.
  var selectionIsLost = false
  /// The target of the open drop, which the data source may change.
  var dropTarget: DropTarget?
  /// The duration of the last operation's animation.
  public internal(set) var lastDuration = 0.25
  /// The options with which rows were last inserted or removed.
  public internal(set) var lastAnimation: AnimationOptions = []
  /// The number of calls of `reloadData()`.
  public internal(set) var reloads = 0

  /// Makes a table without columns.
  public override init(frame frameRect: CGRect) { super.init(frame: frameRect) }
  /// Makes a table from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open override func viewDidMoveToWindow() { needsLayout = true }

  // MARK: What a table and an outline ask

  func askNumberOfRows() -> Int { 0 }
  func askView(_ column: NSTableColumn?, _ row: Int) -> NSView? { nil }
  func askRowView(_ row: Int) -> NSTableRowView? { nil }
  func askIsGroup(_ row: Int) -> Bool { false }
  func askHeight(_ row: Int) -> CGFloat { -1 }
  func askShouldSelect(_ row: Int) -> Bool { true }
  /// Asks for the first row that type select finds, from `start` up to and not including `end`, which may be before
  /// `start`; -1 for none.
  func askTypeSelect(from start: Int, to end: Int, _ text: String) -> Int { -1 }
  func selectionChanged() {}
  func sortDescriptorsChanged(from old: [NSSortDescriptor]) {}
  /// Replaces the entries by the rows of the data source.
  func loadEntries() { entries = (0..<asking(askNumberOfRows)).map { _ in RowEntry() } }
  /// Compares the rows with the data source's at the end of the outermost updates.
  func checkAfterUpdates() {
    let count = asking(askNumberOfRows)
    // AppKit's message is unknown.
    if count != entries.count {
      refuse("The data source has \(count) rows after the updates, and the table \(entries.count).")
      forget()
    }
  }

  /// Returns the rows from `start` up to and not including `end`. The header: "It is possible for endRow to be less
  /// than startRow if the search will wrap."
  func typeSelectRows(from start: Int, to end: Int) -> [Int] {
    start < end ? Array(start..<end) : Array(start..<entries.count) + Array(0..<end)
  }

  /// Asks the data source or the delegate. The table refuses operations meanwhile.
  func asking<Answer>(_ question: () -> Answer) -> Answer {
    questions += 1
    defer { questions -= 1 }
    return question()
  }

  // MARK: Columns

  /// Appends a column.
  open func addTableColumn(_ tableColumn: NSTableColumn) {
    tableColumns.append(tableColumn)
    dropViews()
  }

  /// Removes a column.
  open func removeTableColumn(_ tableColumn: NSTableColumn) {
    tableColumns.removeAll { $0 === tableColumn }
    dropViews()
  }

  /// The number of columns, including hidden ones.
  open var numberOfColumns: Int { tableColumns.count }
  /// The index of a column; -1 if there is no such column.
  open func column(withIdentifier identifier: NSUserInterfaceItemIdentifier) -> Int {
    tableColumns.firstIndex { $0.identifier == identifier } ?? -1
  }

  // MARK: Rows

  /// The number of rows. The header says of `numberOfRows`: "will return 0 if there are no visible columns".
  open var numberOfRows: Int {
    load()
    return tableColumns.contains { !$0.isHidden } ? entries.count : 0
  }

  func load() {
    guard !isLoaded, questions == 0 else { return }
    isLoaded = true
    loadEntries()
  }

  /// Forgets all rows with their views, heights and selection. The header says of `reloadData`: "The selected rows are
  /// not maintained."
  open func reloadData() {
    guard mayChange("reloadData") else { return }
    reloads += 1
    forget()
  }

  /// Forgets all rows, which are loaded again when they are needed.
  func forget() {
    dropViews()
    entries = []
    isLoaded = false
    needsLayout = true
  }

  func dropViews() {
    for entry in entries { drop(entry) }
    needsLayout = true
  }

  /// Removes the views of a row, which ends editing in them, and keeps them for reuse.
  func drop(_ entry: RowEntry) {
    guard let rowView = entry.rowView else { return }
    entry.rowView = nil
    rowView.removeFromSuperview()
    for case let view? in rowView.views {
      view.removeFromSuperview()
      pool.keep(view)
    }
    rowView.views = []
    pool.keep(rowView)
  }

  /// Whether the table accepts an operation. It accepts none while it asks its data source or its delegate.
  /// `NSOutlineView.h` says so of `reloadData`; the double applies it to all operations.
  func mayChange(_ what: String) -> Bool {
    if questions == 0 { return true }
    refuse("\(what) was called while the table asks its data source or its delegate.")
    return false
  }
}

/// The target of a drop.
struct DropTarget {
  var row: Int
  var operation: NSTableRowsView.DropOperation
  var item: Any?
}

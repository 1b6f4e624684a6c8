/// The part that `NSTableView` and `NSOutlineView` share. AppKit's `NSOutlineView` is an `NSTableView` whose data source
/// and delegate have other types, which Swift does not let a subclass declare: so the double has a superclass of both.
///
/// Each rule is of the header `NSTableView.h`, beside the declaration that the rule's sentence names.
@MainActor
open class NSTableRowsView: NSControl {
  /// The columns, those that are hidden, too.
  open private(set) var tableColumns: [NSTableColumn] = []
  /// The height of a row, unless the delegate has another one.
  open var rowHeight: CGFloat = 17
  /// The distances between rows and columns.
  open var intercellSpacing = CGSize(width: 3, height: 2)
  /// Whether group rows stay at the top of the visible part.
  open var floatsGroupRows = true
  /// Whether a user may select several rows. A program may always.
  open var allowsMultipleSelection = false
  /// Whether a user may select none.
  open var allowsEmptySelection = true
  /// Whether a user may select a row by typing.
  open var allowsTypeSelect = true
  /// The row that the user clicked; -1 outside of the call that it caused.
  open internal(set) var clickedRow = -1
  /// The order that headers show. Setting it notifies the data source.
  open var sortDescriptors: [NSSortDescriptor] = [] {
    didSet { if sortDescriptors != oldValue { sortDescriptorsChanged(from: oldValue) } }
  }

  var entries: [RowEntry] = []
  /// Whether the count is known. `numberOfRows`: "may call to the dataSource to acquire the count".
  var isLoaded = false
  var updateDepth = 0
  /// How many questions to the data source and the delegate are open.
  var questions = 0
  var pool = RowPool()
  var nibs: [NSUserInterfaceItemIdentifier: NSNib] = [:]
  /// Whether a selected row has been removed since `beginUpdates`.
  var selectionIsLost = false
  /// The target of a drop that the data source has chosen.
  var dropTarget: DropTarget?
  /// The time of the animation of the last operation.
  public internal(set) var lastDuration = 0.25
  /// How often `reloadData()` was called.
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
  /// The first row with a text from `start` up to and not including `end`, which may be before `start`; -1 for none.
  func askTypeSelect(from start: Int, to end: Int, _ text: String) -> Int { -1 }
  func selectionChanged() {}
  func sortDescriptorsChanged(from old: [NSSortDescriptor]) {}
  /// Asks for the rows anew, because the data source has other ones.
  func loadEntries() { entries = (0..<asking(askNumberOfRows)).map { _ in RowEntry() } }
  /// Checks the rows against the data source when the outermost updates end.
  func checkAfterUpdates() {
    let count = asking(askNumberOfRows)
    // AppKit's words are not known.
    if count != entries.count {
      refuse("The data source has \(count) rows after the updates, and the table \(entries.count).")
      forget()
    }
  }

  /// The rows from one up to and not including another. "It is possible for endRow to be less than startRow if the search
  /// will wrap."
  func typeSelectRows(from start: Int, to end: Int) -> [Int] {
    start < end ? Array(start..<end) : Array(start..<entries.count) + Array(0..<end)
  }

  /// Asks something. Meanwhile the table takes no operation.
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

  /// The number of columns, those that are hidden, too.
  open var numberOfColumns: Int { tableColumns.count }
  /// The index of a column; -1 where there is none.
  open func column(withIdentifier identifier: NSUserInterfaceItemIdentifier) -> Int {
    tableColumns.firstIndex { $0.identifier == identifier } ?? -1
  }

  // MARK: Rows

  /// The number of rows. `numberOfRows`: "will return 0 if there are no visible columns".
  open var numberOfRows: Int {
    load()
    return tableColumns.contains { !$0.isHidden } ? entries.count : 0
  }

  func load() {
    guard !isLoaded, questions == 0 else { return }
    isLoaded = true
    loadEntries()
  }

  /// Drops all views and heights, and asks again. `reloadData`: "The selected rows are not maintained."
  open func reloadData() {
    guard mayChange("reloadData") else { return }
    reloads += 1
    forget()
  }

  /// Drops what is known: it is asked for when it is needed.
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

  /// Removes the views of a row, which ends their editing, and keeps them for reuse.
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

  /// Whether the table takes an operation: not while it asks its data source or its delegate, which NSOutlineView.h says
  /// of `reloadData`, and the double of all operations of both.
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

import SectionedChanges

/// A double of UIKit's table view.
@MainActor
open class UITableView: UIScrollView {
  /// The style of the table.
  public let style: Style
  /// The data source.
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet {
      guard dataSource !== oldValue else { return }
      indexTitles = nil
      forget()
    }
  }
  /// The delegate.
  open weak var delegate: (any UITableViewDelegate)? {
    didSet {
      scrollDelegate = delegate
      heightsChanged()
    }
  }
  /// The prefetching data source.
  open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
  /// Whether the table calls its prefetching data source.
  open var isPrefetchingEnabled = true
  /// The height of rows.
  open var rowHeight = automaticDimension { didSet { heightsChanged() } }
  /// The height of headers.
  open var sectionHeaderHeight = automaticDimension { didSet { heightsChanged() } }
  /// The height of footers.
  open var sectionFooterHeight = automaticDimension { didSet { heightsChanged() } }
  /// The estimated height of rows that are not visible yet. With 0 the table asks for all heights at once.
  open var estimatedRowHeight = automaticDimension { didSet { heightsChanged() } }
  /// The estimated height of headers. The double does not use it.
  open var estimatedSectionHeaderHeight = automaticDimension
  /// The estimated height of footers. The double does not use it.
  open var estimatedSectionFooterHeight = automaticDimension
  /// The space above headers. The double adds none.
  open var sectionHeaderTopPadding = automaticDimension
  /// A view above all rows.
  open var tableHeaderView: UIView? { didSet { replace(oldValue, tableHeaderView) } }
  /// A view below all rows.
  open var tableFooterView: UIView? { didSet { replace(oldValue, tableFooterView) } }
  /// A view behind all rows.
  open var backgroundView: UIView?
  /// The line between rows.
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine
  /// Whether rows can be selected.
  open var allowsSelection = true
  /// Whether rows can be selected in editing mode.
  open var allowsSelectionDuringEditing = false
  /// Whether several rows can be selected.
  open var allowsMultipleSelection = false
  /// Whether several rows can be selected in editing mode.
  open var allowsMultipleSelectionDuringEditing = false
  /// Whether the table is in editing mode.
  open var isEditing: Bool {
    get { edits }
    set { setEditing(newValue, animated: false) }
  }

  let data = ListData(.table)
  let cells = ReusePool<UITableViewCell>()
  let headersAndFooters = ReusePool<UITableViewHeaderFooterView>()
  /// The positions of sections and rows; nil if they have to be computed.
  var bands: SectionBands?
  /// The known heights, by section and row, if other rows are estimated.
  var rowHeights: [Int: [Int: CGFloat]] = [:]
  /// Whether an update forgets the heights of rows that are not visible. UIKit's behavior is unknown.
  var forgetsHeights = false
  var visible: [IndexPath: UITableViewCell] = [:]
  /// The headers of visible sections. A nil value means that the table has asked and there is none.
  var headers: [Int: UIView?] = [:]
  var footers: [Int: UIView?] = [:]
  var selection: [IndexPath] = []
  var prefetching = Prefetching()
  /// The current question for a cell, and whether a cell was dequeued for it.
  var request: TableRequest?
  var edits = false
  /// The titles of the index; nil if the table has to ask for them.
  var indexTitles: [String]?
  /// The animations of the last changes, by the name of the method.
  var animations: [String: RowAnimation] = [:]
  /// Whether each update since the table was made was animated, in order.
  public internal(set) var areUpdatesAnimated: [Bool] = []
  /// Set by default implementations of optional methods, to report that the program has not implemented them.
  var unanswered = false
  /// Whether the table is making or reconfiguring cells. Some methods must not be called meanwhile.
  var isUpdatingCells = false

  /// Makes a table.
  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
    data.ask = { [weak self] in self?.askForCounts() ?? [] }
  }

  /// Makes a plain table.
  public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

  /// Makes a table from an archive.
  public required init?(coder: NSCoder) {
    style = .plain
    super.init(coder: coder)
    data.ask = { [weak self] in self?.askForCounts() ?? [] }
  }

  private func askForCounts() -> [Int] {
    guard let dataSource else { return [] }
    return (0..<dataSource.numberOfSections(in: self)).map { dataSource.tableView(self, numberOfRowsInSection: $0) }
  }

  private func heightsChanged() {
    bands = nil
    rowHeights = [:]
    setNeedsLayout()
  }

  private func replace(_ old: UIView?, _ new: UIView?) {
    old?.removeFromSuperview()
    if let new { addSubview(new) }
    heightsChanged()
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    layoutRows()
  }

  /// Begins or ends editing mode.
  open func setEditing(_ editing: Bool, animated: Bool) {
    guard editing != edits else { return }
    edits = editing
    if !editing || !allowsMultipleSelectionDuringEditing { deselectAll() }
    for (path, cell) in visible { prepare(cell, at: path) }
  }

  /// Asks the data source again for the titles of the index at the next layout.
  open func reloadSectionIndexTitles() {
    indexTitles = nil
    setNeedsLayout()
  }

  /// Forgets the list, including the selection, and asks the data source again.
  open func reloadData() {
    guard data.depth == 0 else {
      return refuse("reloadData is called between beginUpdates and endUpdates")
    }
    guard data.questions == 0 else { return refuse("reloadData is called while the table view asks its data source") }
    forget()
    indexTitles = nil
    // A table in a window asks for the counts at once, unlike a collection view.
    if window != nil { data.load() }
  }
}

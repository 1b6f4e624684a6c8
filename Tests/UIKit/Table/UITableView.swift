import SectionedChanges

/// A list of rows in sections.
@MainActor
open class UITableView: UIScrollView {
  /// How the table looks.
  public let style: Style
  /// What it asks.
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet {
      guard dataSource !== oldValue else { return }
      indexTitles = nil
      forget()
    }
  }
  /// What it reports to.
  open weak var delegate: (any UITableViewDelegate)? {
    didSet {
      scrollDelegate = delegate
      heightsChanged()
    }
  }
  /// What it asks for before it is visible.
  open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
  /// Whether it asks for anything before it is visible.
  open var isPrefetchingEnabled = true
  /// The height of rows.
  open var rowHeight = automaticDimension { didSet { heightsChanged() } }
  /// The height of headers.
  open var sectionHeaderHeight = automaticDimension { didSet { heightsChanged() } }
  /// The height of footers.
  open var sectionFooterHeight = automaticDimension { didSet { heightsChanged() } }
  /// What rows are taken to be high before they are visible; 0 has all asked at once.
  open var estimatedRowHeight = automaticDimension { didSet { heightsChanged() } }
  /// What headers are taken to be high.
  open var estimatedSectionHeaderHeight = automaticDimension
  /// What footers are taken to be high.
  open var estimatedSectionFooterHeight = automaticDimension
  /// What is above headers beside. The double adds nothing.
  open var sectionHeaderTopPadding = automaticDimension
  /// A view above all rows.
  open var tableHeaderView: UIView? { didSet { replace(oldValue, tableHeaderView) } }
  /// A view below all rows.
  open var tableFooterView: UIView? { didSet { replace(oldValue, tableFooterView) } }
  /// A view behind all rows.
  open var backgroundView: UIView?
  /// What stands between rows.
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine
  /// Whether rows can be selected.
  open var allowsSelection = true
  /// Whether rows can be selected while the table is edited.
  open var allowsSelectionDuringEditing = false
  /// Whether several rows can be selected.
  open var allowsMultipleSelection = false
  /// Whether several rows can be selected while the table is edited.
  open var allowsMultipleSelectionDuringEditing = false
  /// Whether the table is edited.
  open var isEditing: Bool {
    get { edits }
    set { setEditing(newValue, animated: false) }
  }

  let data = ListData(.table)
  let cells = ReusePool<UITableViewCell>()
  let headersAndFooters = ReusePool<UITableViewHeaderFooterView>()
  /// Where rows are; nil where that has to be found.
  var bands: SectionBands?
  /// The heights of rows that are estimated otherwise, by section and row.
  var rowHeights: [Int: [Int: CGFloat]] = [:]
  /// Whether a batch forgets the heights of rows that are not visible. What UIKit keeps is not known.
  var forgetsHeights = false
  var visible: [IndexPath: UITableViewCell] = [:]
  /// Views of sections on the screen; nil is the answer that there is none.
  var headers: [Int: UIView?] = [:]
  var footers: [Int: UIView?] = [:]
  var selection: [IndexPath] = []
  var prefetching = Prefetching()
  /// What a row is asked for, and whether a cell was dequeued for it.
  var request: TableRequest?
  var edits = false
  /// The titles at the side; nil where they have to be asked for.
  var indexTitles: [String]?
  /// By what was done.
  var animations: [String: RowAnimation] = [:]
  /// Whether each batch was animated, since the table was made.
  public internal(set) var areUpdatesAnimated: [Bool] = []
  /// Set by the defaults of methods that may be left out.
  var unanswered = false
  /// Whether the table puts cells in their places.
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

  /// Begins or ends editing.
  open func setEditing(_ editing: Bool, animated: Bool) {
    guard editing != edits else { return }
    edits = editing
    if !editing || !allowsMultipleSelectionDuringEditing { deselectAll() }
    for (path, cell) in visible { prepare(cell, at: path) }
  }

  /// Takes the titles at the side from the data source again.
  open func reloadSectionIndexTitles() {
    indexTitles = nil
    setNeedsLayout()
  }

  /// Takes all rows from the data source again. The selection is lost.
  open func reloadData() {
    guard data.depth == 0 else {
      return refuse("reloadData is called between beginUpdates and endUpdates")
    }
    guard data.questions == 0 else { return refuse("reloadData is called while the table view asks its data source") }
    forget()
    indexTitles = nil
    // Unlike a collection view, a table asks for the counts at once where it has a window.
    if window != nil { data.load() }
  }
}

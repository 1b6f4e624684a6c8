#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// Adapts a table to the presenter's `ListView` protocol.
  final class TableScreen: RowsScreen, ListView {
    /// The rows that the table shows.
    private(set) var rows = FlatRows([], hasSectionRows: false)
    var sectionRows: SectionRows
    private(set) weak var tableView: NSTableView?

    init(_ table: NSTableView, _ answers: any RowAnswers, _ sectionRows: SectionRows) {
      tableView = table
      self.sectionRows = sectionRows
      super.init(table, answers)
    }

    override func leave() {
      super.leave()
      tableView = nil
    }

    override func row(at place: ItemPlace) -> Int? { rows.row(of: place) }
    override func row(ofSection section: Int) -> Int? { rows.row(ofSection: section) }
    override func place(ofRow row: Int) -> ItemPlace? {
      if case .item(let place)? = rows.row(at: row) { place } else { nil }
    }
    override var dataSource: AnyObject? { tableView?.dataSource }
    override func setDataSource(_ source: (any RowsSource)?) {
      let source = source as? TableSource
      tableView?.dataSource = source
      tableView?.delegate = source
    }

    private var newRows: FlatRows { FlatRows(counts, hasSectionRows: sectionRows != .hidden) }

    func reload() {
      rows = newRows
      if hasDataSource { table?.reloadData() }
    }

    func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
      let old = rows
      // The table may not have asked for its count yet. It must get the count of the old list.
      let isCurrent = hasDataSource && table?.numberOfRows == old.count
      showNext()
      rows = newRows
      guard isCurrent, let table = tableView else { return reload() }
      let steps = RowSteps(batch, from: old, to: rows)
      guard steps.moved.count <= Self.moveLimit else { return reload() }
      let animation = animated ? answers?.animation ?? [] : []
      NSView.animating(animated) {
        table.beginUpdates()
        if !steps.removed.isEmpty { table.removeRows(at: IndexSet(steps.removed), withAnimation: animation) }
        for move in steps.moved { table.moveRow(at: move.from, to: move.to) }
        if !steps.inserted.isEmpty { table.insertRows(at: IndexSet(steps.inserted), withAnimation: animation) }
        table.endUpdates()
      }
    }
  }
#endif

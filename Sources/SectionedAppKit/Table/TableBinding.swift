#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// Shows a source in a table view.
  ///
  /// ```swift
  /// var rules = ListRules()
  /// rules.add(ViewRule(.cell, MessageCell.self, for: Message.self) { cell, message, _ in cell.show(message) })
  /// binding = TableBinding(messages, in: tableView, rules: rules)
  /// binding.headerTitle = { day, _ in day.name }
  /// binding.editing = ListEditing(messages)
  /// ```
  ///
  /// The binding is the table's data source and delegate, and has to be kept. A step of the source is applied as
  /// removals, moves and insertions of rows, each in the indices of its moment; rows that stay keep their views, their
  /// selection and the text that is edited in them.
  @MainActor
  public final class TableBinding<Source: SectionedDataSource>: RowsBinding<Source> {
    private var source: TableSource?

    /// The table; nil when it is gone, or was never set.
    public var tableView: NSTableView? { source?.screen.tableView }

    /// The rows of sections. The table is reloaded when it changes.
    public var sectionRows = SectionRows.group {
      didSet {
        source?.screen.sectionRows = sectionRows
        if source != nil { presenter.reload() }
      }
    }

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - source: what is shown, kept alive.
    ///   - tableView: where it is shown, kept weakly; nil for a table that is set later.
    ///   - rules: which views are for which models.
    public init(_ source: Source, in tableView: NSTableView? = nil, rules: ListRules = ListRules()) {
      super.init(source, rules)
      if let tableView { show(in: tableView) }
    }

    /// Shows the source in a table from now on, and in no other one.
    public func show(in tableView: NSTableView) {
      guard tableView !== self.tableView else { return }
      detach()
      // Another binding of the table leaves it: a table has one data source.
      (tableView.dataSource as? TableSource)?.leave()
      let screen = TableScreen(tableView, self, sectionRows)
      let source = TableSource(screen)
      screen.dataSource = source
      (self.source, rowsScreen) = (source, screen)
      tableView.dataSource = source
      tableView.delegate = source
      screen.setMenu(source)
      presenter.view = screen
      list.loading.begin?()
    }

    override func menuChanged() { source.map { $0.screen.setMenu($0) } }

    /// Detaches from the table, which shows nothing then.
    public func detach() {
      presenter.view = nil
      source.map { $0.screen.removeMenu($0) }
      let table = tableView
      if let table, table.dataSource === source {
        table.dataSource = nil
        table.delegate = nil
        table.reloadData()
      }
      (source, rowsScreen) = (nil, nil)
    }
  }
#endif

#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  /// The rows of sections in a table, which has no sections of its own.
  public enum SectionRows: Hashable, Sendable {
    /// Group rows: they have one view for all columns, and stay visible while the table's `floatsGroupRows` is true.
    case group
    /// Rows like those of items, with a view for each column that has a rule.
    case plain
    /// None: items follow each other.
    case hidden
  }
#endif

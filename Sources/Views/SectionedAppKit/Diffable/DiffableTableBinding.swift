#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// Applies each step of a source to a diffable data source of a table, in order.
  ///
  /// ```swift
  /// binding = DiffableTableBinding(
  ///   messages, in: tableView, header: { table, day, count in … }
  /// ) { table, column, message in … }
  /// binding.configure = { view, column, message in (view as? LineCell)?.show(message.subject) }
  /// ```
  ///
  /// The program must keep the binding. The table's delegate remains the program's.
  @MainActor
  public final class DiffableTableBinding<Source: SectionedDataSource> {
    /// AppKit's data source. Each identifier has an occurrence number, because a snapshot raises an exception for
    /// duplicates.
    public typealias DataSource = NSTableViewDiffableDataSource<ListedID<Source.SectionID>, ListedID<Source.ItemID>>

    /// The source that is shown; it has the models.
    public var source: Source { queue.source }
    /// The data source of the table.
    public let dataSource: DataSource
    /// Shows the new model of a changed item in the view of a column, in place, so that editing continues; nil to make
    /// AppKit ask for the views again.
    public var configure: ((NSView, NSTableColumn, Source.Item) -> Void)?
    /// Shows a section and the number of its items in the view of its row, in place; nil to make AppKit ask for the
    /// view again.
    public var configureHeader: ((NSView, Source.Section, Int) -> Void)?

    private let queue: DiffableQueue<Source>
    private let calls: TableCalls
    private weak var tableView: NSTableView?

    /// Makes a binding with its own data source.
    ///
    /// - Parameters:
    ///   - source: the source to show; the binding keeps it alive.
    ///   - tableView: the table, kept weakly.
    ///   - header: makes the view of a section's row, a group row, given the number of the section's items; nil if
    ///     sections have no rows.
    ///   - cell: makes the view of a model in a column. It may change the source; such a change is applied in the next
    ///     turn of the main actor.
    public init(
      _ source: Source, in tableView: NSTableView,
      header: (@MainActor (NSTableView, Source.Section, Int) -> NSView)? = nil,
      cell: @escaping @MainActor (NSTableView, NSTableColumn, Source.Item) -> NSView
    ) {
      self.tableView = tableView
      let later = DeferredQueue<Source>()
      let dataSource = DataSource(tableView: tableView) { table, column, _, id in
        // The source may have dropped the item since.
        later.answering(id, source) { item in item.map { cell(table, column, $0) } ?? NSTableCellView(frame: .zero) }
      }
      let calls = TableCalls(tableView, dataSource)
      if let header {
        dataSource.sectionHeaderViewProvider = { table, _, id in
          later.answering(id, source) { section in
            // The count that the table shows. The source may have another count, and may have the old one again before
            // the next step.
            section.map { header(table, $0, calls.shown.counts[id] ?? 0) } ?? PlainElement(frame: .zero)
          }
        }
      }
      (self.dataSource, self.calls) = (dataSource, calls)
      let target = DiffableTarget<Source>(
        isOnScreen: { calls.table?.window != nil }, reducesMotion: { NSView.reducesMotion }
      ) { calls.apply($0, $1) }
      queue = DiffableQueue(source, target)
      later.queue = queue
      calls.configure = { [weak self] in self?.configure($0) ?? false }
      queue.configureHeaders = { [weak self] in self?.configureHeaders(ofSections: $0) }
      queue.begin()
    }

    /// The animation of inserted and deleted rows.
    public var rowAnimation: NSTableView.AnimationOptions {
      get { dataSource.defaultRowAnimation }
      set { dataSource.defaultRowAnimation = newValue }
    }

    /// Whether steps are animated. A step without animation keeps selection and editing, too.
    public var isAnimated: Bool {
      get { queue.isAnimated }
      set { queue.isAnimated = newValue }
    }

    /// The largest number of changes that are animated together. A larger step reloads the table, which keeps the
    /// selection and ends editing.
    public var animationLimit: Int {
      get { queue.animationLimit }
      set { queue.animationLimit = newValue }
    }

    /// Returns the kind of view for a model, such as its identifier; nil if all models have one kind. A changed model
    /// whose kind changes gets other views, and ``configure`` is not called for it. The kinds of views that were made
    /// before this was set are unknown, so their next change replaces them.
    public var cellIdentifier: ((Source.Item) -> String)? {
      get { queue.cellIdentifier }
      set { queue.cellIdentifier = newValue }
    }

    /// Called when a step has been applied.
    public var didUpdate: ((Source.Update) -> Void)? {
      get { queue.didUpdate }
      set { queue.didUpdate = newValue }
    }

    /// The model of a row; nil if the row belongs to a section or does not exist.
    public func item(atRow row: Int) -> Source.Item? {
      dataSource.itemIdentifier(forRow: row).flatMap { source.item(for: $0) }
    }

    /// The row of an item; nil if the table does not show it.
    public func row(of id: ListedID<Source.ItemID>) -> Int? { dataSource.row(forItemIdentifier: id) }

    /// The selected models, in list order.
    public var selectedItems: [Source.Item] { (tableView?.selectedRowIndexes ?? []).compactMap { item(atRow: $0) } }

    /// Configures an item in place.
    ///
    /// - Returns: false if the program has set no closure for it.
    private func configure(_ id: ListedID<Source.ItemID>) -> Bool {
      guard let configure else { return false }
      guard let tableView, let row = row(of: id), let item = source.item(for: id) else { return true }
      for (index, column) in tableView.tableColumns.enumerated() {
        if let view = tableView.view(atColumn: index, row: row, makeIfNecessary: false) {
          configure(view, column, item)
        }
      }
      return true
    }

    /// Configures visible headers, because a diffable data source does not ask for them again.
    ///
    /// - Parameter sections: the indices of their sections; nil for all.
    private func configureHeaders(ofSections sections: IndexSet?) {
      guard let tableView, dataSource.sectionHeaderViewProvider != nil else { return }
      let ids = calls.shown.ids
      var replaced = IndexSet()
      for index in sections?.filter({ $0 < ids.count }) ?? Array(ids.indices) {
        guard let row = dataSource.row(forSectionIdentifier: ids[index]),
          let view = tableView.view(atColumn: 0, row: row, makeIfNecessary: false),
          let section = queue.section(for: ids[index])
        else { continue }
        // A plain view was made while the source had dropped the section. The source has it again.
        if let configureHeader, !(view is PlainElement) {
          configureHeader(view, section, calls.shown.counts[ids[index]] ?? 0)
        } else {
          replaced.insert(row)
        }
      }
      if !replaced.isEmpty { tableView.reloadData(forRowIndexes: replaced, columnIndexes: [0]) }
    }

    /// Applies the queue's steps to the data source.
    @MainActor
    private final class TableCalls {
      private(set) weak var table: NSTableView?
      private weak var dataSource: DataSource?
      /// Configures an item in place; returns false if it has to be replaced.
      var configure: (ListedID<Source.ItemID>) -> Bool = { _ in false }
      /// The sections that the table shows.
      private(set) var shown = ShownSections<Source>()

      init(_ table: NSTableView, _ dataSource: DataSource) {
        self.table = table
        self.dataSource = dataSource
      }

      func apply(_ step: DiffableStep<Source>, _ showing: DiffableShowing) {
        guard let table, let dataSource else { return }
        shown.note(step.list)
        let isReload = showing == .offScreen || showing == .tooMany
        let snapshot = step.snapshot(reloading: isReload ? [] : step.reloaded)
        if isReload {
          let selected = table.selectedRowIndexes.compactMap { dataSource.itemIdentifier(forRow: $0) }
          dataSource.apply(snapshot, animatingDifferences: false)
          let rows = IndexSet(selected.compactMap { dataSource.row(forItemIdentifier: $0) })
          if !rows.isEmpty { table.selectRowIndexes(rows, byExtendingSelection: false) }
        } else {
          // Ask for differences also without animation: otherwise the table is reloaded, which ends editing.
          let animation = dataSource.defaultRowAnimation
          if showing == .withoutAnimation { dataSource.defaultRowAnimation = [] }
          dataSource.apply(snapshot, animatingDifferences: true)
          dataSource.defaultRowAnimation = animation
        }
        if isReload { return }
        let rows = step.reconfigured.filter { !configure($0) }.compactMap { dataSource.row(forItemIdentifier: $0) }
        if rows.isEmpty { return }
        table.reloadData(
          forRowIndexes: IndexSet(rows), columnIndexes: IndexSet(integersIn: 0..<table.numberOfColumns))
      }
    }
  }
#endif

#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// Applies each step of a source to a diffable data source of a table, in order.
  ///
  /// ```swift
  /// binding = DiffableTableBinding(messages, in: tableView, header: { table, day, count in … }) { table, column, message in … }
  /// binding.configure = { view, column, message in (view as? LineCell)?.show(message.subject) }
  /// ```
  ///
  /// The binding has to be kept. The table's delegate stays the program's.
  @MainActor
  public final class DiffableTableBinding<Source: SectionedDataSource> {
    /// AppKit's data source. Its identifiers have an occurrence number, because a duplicate raises an exception.
    public typealias DataSource = NSTableViewDiffableDataSource<ListedID<Source.SectionID>, ListedID<Source.ItemID>>

    /// The source that is shown, which has the models.
    public var source: Source { queue.source }
    /// The data source of the table.
    public let dataSource: DataSource
    /// Shows the model of a changed item in the view of a column, in place, so that editing continues; nil to have AppKit
    /// ask for its views again.
    public var configure: ((NSView, NSTableColumn, Source.Item) -> Void)?
    /// Shows a section and the number of its items in the view of its row, in place; nil to have AppKit ask for the view
    /// again.
    public var configureHeader: ((NSView, Source.Section, Int) -> Void)?

    private let queue: DiffableQueue<Source>
    private let calls: TableCalls
    private weak var tableView: NSTableView?

    /// Makes a binding with a data source of its own.
    ///
    /// - Parameters:
    ///   - source: what is shown, kept alive.
    ///   - tableView: where it is shown, kept weakly.
    ///   - header: makes the view of a section's row, which is a group row, with the number of the section's items; nil
    ///     for sections without rows.
    ///   - cell: makes the view of a model at a column. It may change the source, which is applied in the next turn.
    public init(
      _ source: Source, in tableView: NSTableView,
      header: (@MainActor (NSTableView, Source.Section, Int) -> NSView)? = nil,
      cell: @escaping @MainActor (NSTableView, NSTableColumn, Source.Item) -> NSView
    ) {
      self.tableView = tableView
      let later = DeferredQueue<Source>()
      let dataSource = DataSource(tableView: tableView) { table, column, _, id in
        // The source may have dropped it since.
        later.answering(id, source) { item in item.map { cell(table, column, $0) } ?? NSTableCellView(frame: .zero) }
      }
      let calls = TableCalls(tableView, dataSource)
      if let header {
        dataSource.sectionHeaderViewProvider = { table, _, id in
          later.answering(id, source) { section in
            // The number that the table shows: the source may be ahead, and come back before the next step.
            section.map { header(table, $0, calls.counts[id] ?? 0) } ?? PlainElement(frame: .zero)
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

    /// The animation of rows that come or go.
    public var rowAnimation: NSTableView.AnimationOptions {
      get { dataSource.defaultRowAnimation }
      set { dataSource.defaultRowAnimation = newValue }
    }

    /// Whether steps are animated. A step without animation keeps selection and editing, too.
    public var isAnimated: Bool {
      get { queue.isAnimated }
      set { queue.isAnimated = newValue }
    }

    /// With more changes than this, a step reloads the table, which keeps the selection and ends editing.
    public var animationLimit: Int {
      get { queue.animationLimit }
      set { queue.animationLimit = newValue }
    }

    /// Called when a step has been applied.
    public var didUpdate: ((Source.Update) -> Void)? {
      get { queue.didUpdate }
      set { queue.didUpdate = newValue }
    }

    /// The model of a row; nil where the row is a section's, or is not there.
    public func item(atRow row: Int) -> Source.Item? {
      dataSource.itemIdentifier(forRow: row).flatMap { source.item(for: $0) }
    }

    /// The row of an item; nil where it is not shown.
    public func row(of id: ListedID<Source.ItemID>) -> Int? { dataSource.row(forItemIdentifier: id) }

    /// The selected models, in order.
    public var selectedItems: [Source.Item] { (tableView?.selectedRowIndexes ?? []).compactMap { item(atRow: $0) } }

    /// Configures an item in place.
    ///
    /// - Returns: false where the program does not do so.
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

    /// Configures visible headers: a diffable data source is not asked for them again.
    ///
    /// - Parameter sections: the indices of their sections; nil for all.
    private func configureHeaders(ofSections sections: IndexSet?) {
      guard let tableView, dataSource.sectionHeaderViewProvider != nil else { return }
      let ids = calls.sections
      var replaced = IndexSet()
      for index in sections?.filter({ $0 < ids.count }) ?? Array(ids.indices) {
        guard let row = dataSource.row(forSectionIdentifier: ids[index]),
          let view = tableView.view(atColumn: 0, row: row, makeIfNecessary: false),
          let section = queue.section(for: ids[index])
        else { continue }
        // A plain view was made while the source had dropped the section, which it has again.
        if let configureHeader, !(view is PlainElement) {
          configureHeader(view, section, calls.counts[ids[index]] ?? 0)
        } else {
          replaced.insert(row)
        }
      }
      if !replaced.isEmpty { tableView.reloadData(forRowIndexes: replaced, columnIndexes: [0]) }
    }

    /// The calls of the data source, which a queue makes.
    @MainActor
    private final class TableCalls {
      private(set) weak var table: NSTableView?
      private weak var dataSource: DataSource?
      /// Configures an item in place; false where it has to be replaced.
      var configure: (ListedID<Source.ItemID>) -> Bool = { _ in false }
      /// The sections that the table has.
      private(set) var sections: [ListedID<Source.SectionID>] = []
      /// The numbers of their items.
      private(set) var counts: [ListedID<Source.SectionID>: Int] = [:]

      init(_ table: NSTableView, _ dataSource: DataSource) {
        self.table = table
        self.dataSource = dataSource
      }

      private func note(_ list: Source.Snapshot) {
        sections = list.sections.map(\.id)
        counts = Dictionary(list.sections.map { ($0.id, $0.items.count) }) { first, _ in first }
      }

      func apply(_ step: DiffableStep<Source>, _ showing: DiffableShowing) {
        guard let table, let dataSource else { return }
        note(step.list)
        let isReload = showing == .offScreen || showing == .tooMany
        let snapshot = step.snapshot(reloading: isReload ? [] : step.reloaded)
        if isReload {
          let selected = table.selectedRowIndexes.compactMap { dataSource.itemIdentifier(forRow: $0) }
          dataSource.apply(snapshot, animatingDifferences: false)
          let rows = IndexSet(selected.compactMap { dataSource.row(forItemIdentifier: $0) })
          if !rows.isEmpty { table.selectRowIndexes(rows, byExtendingSelection: false) }
        } else {
          // Without differences a table would be reloaded, and editing would end.
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

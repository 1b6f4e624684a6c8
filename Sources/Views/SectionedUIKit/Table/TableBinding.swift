#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  /// Shows a source in a table view.
  ///
  /// ```swift
  /// var rules = ListRules()
  /// rules.add(ViewRule(.cell, BookCell.self, for: Book.self) { cell, book, _ in cell.show(book) })
  /// binding = TableBinding(books, in: tableView, rules: rules)
  /// binding.headerTitle = { shelf, _ in shelf.name }
  /// binding.editing = ListEditing(books)
  /// ```
  ///
  /// The binding is the table's data source, so the program must keep it. The table's delegate remains the program's.
  /// It calls the binding's methods for headers, footers, editing styles and targets of moves.
  @MainActor
  public final class TableBinding<Source: SectionedDataSource> {
    /// The presenter of the source. It has the hooks, the limits, and the list that the table shows.
    public var presenter: ListPresenter<Source> { list.presenter }
    /// The table; nil if it was released or never set.
    public var tableView: UITableView? { screen?.view }
    /// The animations of inserted, deleted and reloaded rows and sections.
    public var animations = TableAnimations()
    /// Returns the title of a section's header, given the section and its index; nil if it has none.
    public var headerTitle: ((Source.Section, Int) -> String?)? {
      didSet { noteTitles() }
    }
    /// Returns the title of a section's footer, given the section and its index; nil if it has none.
    public var footerTitle: ((Source.Section, Int) -> String?)? {
      didSet { noteTitles() }
    }
    /// Whether a section without items has its header and footer.
    public var showsHeadersOfEmptySections = true
    /// Whether the binding hides the table's separators while a placeholder is the only row.
    public var hidesSeparatorsOfPlaceholder = true

    let list: ListContent<Source>
    var screen: TableScreen?
    private var dataSource: TableSource?

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - source: the source to show; the binding keeps it alive.
    ///   - tableView: the table, kept weakly; nil to set it later with ``show(in:)``.
    ///   - rules: the rules that choose cells, headers and footers for models.
    public init(_ source: Source, in tableView: UITableView? = nil, rules: ListRules = ListRules()) {
      list = ListContent(source, rules)
      if let tableView { show(in: tableView) }
    }

    /// Shows the source in a table. The binding leaves the table that it used before.
    public func show(in tableView: UITableView) {
      guard tableView !== self.tableView || tableView.dataSource !== dataSource else { return }
      detach()
      // A table has one data source, so the binding that used this table leaves it.
      (tableView.dataSource as? TableSource)?.leave()
      let screen = TableScreen(tableView, self)
      let dataSource = TableSource(screen)
      self.screen = screen
      noteTitles()
      self.dataSource = dataSource
      screen.dataSource = dataSource
      tableView.dataSource = dataSource
      // Do not replace a prefetching data source that the program has set.
      if tableView.prefetchDataSource.map({ $0 is TableSource }) ?? true { tableView.prefetchDataSource = dataSource }
      presenter.view = screen
      list.loading.begin?()
    }

    private func noteTitles() { screen?.hasTitles = (headerTitle != nil, footerTitle != nil) }

    /// Detaches from the table, which is then empty.
    public func detach() {
      presenter.view = nil
      screen?.restoreSeparators()
      let table = tableView
      if table?.prefetchDataSource === dataSource { table?.prefetchDataSource = nil }
      if table?.dataSource === dataSource {
        table?.dataSource = nil
        table?.reloadData()
      }
      (screen, dataSource) = (nil, nil)
    }

    /// The rules that choose cells, headers and footers. Setting them reloads the table.
    public var rules: ListRules {
      get { list.rules }
      set {
        list.rules = newValue
        if screen != nil { presenter.reload() }
      }
    }

    /// The edits that the user may make in the table.
    public var editing: ListEditing {
      get { presenter.editing }
      set { presenter.editing = newValue }
    }

    /// The calls that load the list: `begin` when the table or this property is set, and `append` when the row for more
    /// becomes visible.
    public var loading: ListLoading {
      get { list.loading }
      set { list.loading = newValue }
    }

    /// Returns the title of a section in the index at the table's side; nil if the section has none. Consecutive
    /// sections with the same title share one entry. The index is rebuilt when sections are inserted, deleted, moved or
    /// updated.
    public var indexTitle: ((Source.Section) -> String?)? {
      get { list.indexTitle }
      set {
        list.indexTitle = newValue
        tableView?.reloadSectionIndexTitles()
      }
    }

    /// Called with models that will be shown soon. It is not called if the program has set the table's
    /// `prefetchDataSource`.
    public var prefetch: (([Source.Item]) -> Void)? {
      get { list.prefetch }
      set { list.prefetch = newValue }
    }

    /// Called with models whose prefetching the table cancels.
    public var cancelPrefetch: (([Source.Item]) -> Void)? {
      get { list.cancelPrefetch }
      set { list.cancelPrefetch = newValue }
    }

    /// Called with the errors that `ListEditing` throws when the user edits the list.
    public var onError: ((any Error) -> Void)? {
      get { list.onError }
      set { list.onError = newValue }
    }
  }
#endif

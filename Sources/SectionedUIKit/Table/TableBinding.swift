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
  /// The binding is the table's data source, and has to be kept. The table's delegate stays the program's: for headers,
  /// footers, editing styles and targets of moves it calls the methods that the binding has for them.
  @MainActor
  public final class TableBinding<Source: SectionedDataSource> {
    /// The presenter of the source: its hooks, its limits, and the list that the table has.
    public var presenter: ListPresenter<Source> { list.presenter }
    /// The table; nil when it is gone, or was never set.
    public var tableView: UITableView? { screen?.view }
    /// The animations of inserted, deleted and reloaded rows and sections.
    public var animations = TableAnimations()
    /// The title of a section's header, at an index; nil where it has none.
    public var headerTitle: ((Source.Section, Int) -> String?)? {
      didSet { noteTitles() }
    }
    /// The title of a section's footer, at an index; nil where it has none.
    public var footerTitle: ((Source.Section, Int) -> String?)? {
      didSet { noteTitles() }
    }
    /// Whether a section without items has its header and footer.
    public var showsHeadersOfEmptySections = true
    /// Whether the table has no separators while a placeholder is its only row.
    public var hidesSeparatorsOfPlaceholder = true

    let list: ListContent<Source>
    var screen: TableScreen?
    private var dataSource: TableSource?

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - source: what is shown, kept alive.
    ///   - tableView: where it is shown, kept weakly; nil for a table that is set later.
    ///   - rules: which cells, headers and footers are for which models.
    public init(_ source: Source, in tableView: UITableView? = nil, rules: ListRules = ListRules()) {
      list = ListContent(source, rules)
      if let tableView { show(in: tableView) }
    }

    /// Shows the source in a table from now on, and in no other one.
    public func show(in tableView: UITableView) {
      guard tableView !== self.tableView else { return }
      detach()
      // Another binding of the table leaves it: a table has one data source.
      (tableView.dataSource as? TableSource)?.leave()
      let screen = TableScreen(tableView, self)
      let dataSource = TableSource(screen)
      self.screen = screen
      noteTitles()
      self.dataSource = dataSource
      screen.dataSource = dataSource
      tableView.dataSource = dataSource
      // A prefetching data source of the program's stays.
      if tableView.prefetchDataSource.map({ $0 is TableSource }) ?? true { tableView.prefetchDataSource = dataSource }
      presenter.view = screen
      list.loading.begin?()
    }

    private func noteTitles() { screen?.hasTitles = (headerTitle != nil, footerTitle != nil) }

    /// Detaches from the table, which shows nothing then.
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

    /// The rules for the cells, headers and footers. The table is reloaded when they change.
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

    /// The calls by which the table has its list loaded: the content, when this or the table is set, and more when the
    /// row for more is seen.
    public var loading: ListLoading {
      get { list.loading }
      set { list.loading = newValue }
    }

    /// The title of a section in the index at the table's side; nil where it has none. Sections with one title that
    /// follow each other share it. The table asks again when sections are inserted, deleted, moved or updated.
    public var indexTitle: ((Source.Section) -> String?)? {
      get { list.indexTitle }
      set {
        list.indexTitle = newValue
        tableView?.reloadSectionIndexTitles()
      }
    }

    /// Called with models that will be shown soon. Not where the table has a `prefetchDataSource` of the program's.
    public var prefetch: (([Source.Item]) -> Void)? {
      get { list.prefetch }
      set { list.prefetch = newValue }
    }

    /// Called with models that will not be shown soon after all.
    public var cancelPrefetch: (([Source.Item]) -> Void)? {
      get { list.cancelPrefetch }
      set { list.cancelPrefetch = newValue }
    }

    /// Called with the error that `ListEditing` threw for what the user did.
    public var onError: ((any Error) -> Void)? {
      get { list.onError }
      set { list.onError = newValue }
    }
  }
#endif

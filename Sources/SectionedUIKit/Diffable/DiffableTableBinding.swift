#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  /// Applies each step of a source to a diffable data source of a table, in order.
  ///
  /// ```swift
  /// binding = DiffableTableBinding(books, in: tableView) { table, path, book in
  ///   let cell = table.dequeueReusableCell(withIdentifier: "book", for: path)
  ///   cell.textLabel?.text = book.title
  ///   return cell
  /// }
  /// ```
  @MainActor
  public final class DiffableTableBinding<Source: SectionedDataSource> {
    /// UIKit's data source.
    public typealias DataSource = UITableViewDiffableDataSource<ListedID<Source.SectionID>, ListedID<Source.ItemID>>

    /// The source that is shown, which has the models.
    public var source: Source { queue.source }
    /// The data source of the table.
    public let dataSource: DataSource
    let queue: DiffableQueue<Source>
    weak var tableView: UITableView?
    /// The headers and footers that the binding makes.
    var headers: [ViewRole: DiffableTableHeader<Source>] = [:]

    /// Makes a binding with a data source of its own.
    ///
    /// - Parameters:
    ///   - source: what is shown, kept alive.
    ///   - tableView: where it is shown.
    ///   - cell: makes the cell of a model.
    public convenience init(
      _ source: Source, in tableView: UITableView,
      cell: @escaping @MainActor (UITableView, IndexPath, Source.Item) -> UITableViewCell
    ) {
      let later = DeferredQueue<Source>()
      let dataSource = DataSource(tableView: tableView) { table, path, id in
        // The source may have dropped it since.
        later.answering(id, source) { item in item.map { cell(table, path, $0) } ?? UITableViewCell() }
      }
      self.init(source, dataSource, in: tableView)
      later.queue = queue
    }

    /// Makes a binding with a data source of the program's, perhaps of a class of its own, with titles and editing.
    ///
    /// - Parameters:
    ///   - source: what is shown, kept alive.
    ///   - dataSource: has its cells made by a closure that asks the source for the models.
    ///   - tableView: where it is shown.
    public init(_ source: Source, _ dataSource: DataSource, in tableView: UITableView) {
      self.dataSource = dataSource
      self.tableView = tableView
      let target = DiffableTarget<Source>(
        in: tableView,
        apply: { [weak dataSource] in dataSource?.apply($0, animatingDifferences: $1) },
        reload: { [weak dataSource] in dataSource?.applySnapshotUsingReloadData($0) },
        id: { [weak dataSource] in dataSource?.itemIdentifier(for: $0) },
        path: { [weak dataSource] in dataSource?.indexPath(for: $0) })
      queue = DiffableQueue(source, target)
      queue.configureHeaders = { [weak self] in self?.configureHeaders(ofSections: $0) }
      queue.begin()
    }

    /// Makes a cell by a closure that may change the source: for a data source of the program's. Changes made there are
    /// applied in the next turn.
    public func answering<Cell>(_ body: () -> Cell) -> Cell { queue.answering(body) }

    /// Called when a step has been applied, its animation under way.
    public var didUpdate: ((Source.Update) -> Void)? {
      get { queue.didUpdate }
      set { queue.didUpdate = newValue }
    }

    /// Called when a step is applied with the indices of sections that were updated or moved, or that items came to or
    /// left, because a diffable data source does not ask for their headers again. Headers that the binding makes are
    /// configured without it.
    public var sectionsChanged: (([Int]) -> Void)? {
      get { queue.sectionsChanged }
      set { queue.sectionsChanged = newValue }
    }

    /// How rows come and go.
    public var rowAnimation: UITableView.RowAnimation {
      get { dataSource.defaultRowAnimation }
      set { dataSource.defaultRowAnimation = newValue }
    }

    /// Names the kind of cell that is made for a model, as its reuse identifier does; nil where all are of one kind.
    /// UIKit configures a cell again when its model changes, and ends a program that returns another kind of cell then:
    /// so an item whose kind changes is reloaded. With a data source of the program's, every changed item is.
    public var cellIdentifier: ((Source.Item) -> String)? {
      get { queue.cellIdentifier }
      set { queue.cellIdentifier = newValue }
    }

    /// Whether steps are animated.
    public var isAnimated: Bool {
      get { queue.isAnimated }
      set { queue.isAnimated = newValue }
    }

    /// The largest number of changes that are animated together.
    public var animationLimit: Int {
      get { queue.animationLimit }
      set { queue.animationLimit = newValue }
    }

    /// The index path of an item; nil where it is not shown.
    public func indexPath(of id: ListedID<Source.ItemID>) -> IndexPath? { dataSource.indexPath(for: id) }

    /// The model at an index path of the table; nil where there is none.
    public func item(at indexPath: IndexPath) -> Source.Item? {
      dataSource.itemIdentifier(for: indexPath).flatMap { source.item(for: $0) }
    }
  }
#endif

#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  /// Applies each step of a source to a diffable data source of a collection view, in order.
  ///
  /// ```swift
  /// let cell = UICollectionView.CellRegistration<UICollectionViewListCell, Book> { cell, _, book in … }
  /// binding = DiffableCollectionBinding(books, in: collectionView) { view, path, book in
  ///   view.dequeueConfiguredReusableCell(using: cell, for: path, item: book)
  /// }
  /// ```
  @MainActor
  public final class DiffableCollectionBinding<Source: SectionedDataSource> {
    /// UIKit's data source.
    public typealias DataSource = UICollectionViewDiffableDataSource<
      ListedID<Source.SectionID>, ListedID<Source.ItemID>
    >

    /// The source that is shown; it has the models.
    public var source: Source { queue.source }
    /// The data source of the view.
    public let dataSource: DataSource
    let queue: DiffableQueue<Source>
    weak var collectionView: UICollectionView?
    /// The closures that make and configure headers and other views, by element kind.
    var headers: [String: DiffableHeader<Source>] = [:]

    /// Makes a binding with its own data source.
    ///
    /// - Parameters:
    ///   - source: the source to show; the binding keeps it alive.
    ///   - collectionView: the view, kept weakly.
    ///   - cell: makes the cell of a model.
    public convenience init(
      _ source: Source, in collectionView: UICollectionView,
      cell: @escaping @MainActor (UICollectionView, IndexPath, Source.Item) -> UICollectionViewCell
    ) {
      let plain = UICollectionView.CellRegistration<UICollectionViewCell, ListedID<Source.ItemID>> { _, _, _ in }
      let later = DeferredQueue<Source>()
      let dataSource = DataSource(collectionView: collectionView) { view, path, id in
        later.answering(id, source) { item in
          if let item { return cell(view, path, item) }
          // The source has dropped the item since. UIKit accepts only a dequeued cell.
          return view.dequeueConfiguredReusableCell(using: plain, for: path, item: id)
        }
      }
      self.init(source, dataSource, in: collectionView)
      later.queue = queue
    }

    /// Makes a binding with the program's data source, which may be a subclass.
    ///
    /// - Parameters:
    ///   - source: the source to show; the binding keeps it alive.
    ///   - dataSource: the program's data source. Its cell provider asks the source for the models.
    ///   - collectionView: the view, kept weakly.
    public init(_ source: Source, _ dataSource: DataSource, in collectionView: UICollectionView) {
      self.dataSource = dataSource
      self.collectionView = collectionView
      let target = DiffableTarget<Source>(
        in: collectionView,
        apply: { [weak dataSource] in dataSource?.apply($0, animatingDifferences: $1) },
        reload: { [weak dataSource] in dataSource?.applySnapshotUsingReloadData($0) },
        id: { [weak dataSource] in dataSource?.itemIdentifier(for: $0) },
        path: { [weak dataSource] in dataSource?.indexPath(for: $0) })
      queue = DiffableQueue(source, target)
      queue.configureHeaders = { [weak self] in self?.configureHeaders(ofSections: $0) }
      queue.begin()
    }

    /// Calls a closure that makes a cell and may change the source. A cell provider of the program's data source uses
    /// it. Changes that the closure makes are applied in the next turn of the main actor.
    public func answering<Cell>(_ body: () -> Cell) -> Cell { queue.answering(body) }

    /// Called when a step has been applied. Its animation may still be running.
    public var didUpdate: ((Source.Update) -> Void)? {
      get { queue.didUpdate }
      set { queue.didUpdate = newValue }
    }

    /// Called when a step is applied, with the indices of the sections that were updated or moved, or whose items were
    /// inserted or removed. A diffable data source does not ask for their headers again. The binding configures the
    /// headers that it makes itself.
    public var sectionsChanged: (([Int]) -> Void)? {
      get { queue.sectionsChanged }
      set { queue.sectionsChanged = newValue }
    }

    /// Returns the kind of cell for a model, such as its reuse identifier; nil if all models have one kind. UIKit
    /// raises an exception if a reconfigured item gets another kind of cell, so an item whose kind changes is reloaded.
    /// With a data source of the program's, this closure makes the binding reload every changed item.
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

    /// The index path of an item; nil if the view does not show it.
    public func indexPath(of id: ListedID<Source.ItemID>) -> IndexPath? { dataSource.indexPath(for: id) }

    /// The model at an index path of the view; nil if the path has no item.
    public func item(at indexPath: IndexPath) -> Source.Item? {
      dataSource.itemIdentifier(for: indexPath).flatMap { source.item(for: $0) }
    }
  }
#endif

#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// Applies each step of a source to a diffable data source of a collection view, in order.
  ///
  /// ```swift
  /// binding = DiffableCollectionBinding(pictures, in: collectionView) { view, path, picture in … }
  /// binding.configure = { item, picture in (item as? PictureItem)?.show(picture) }
  /// ```
  @MainActor
  public final class DiffableCollectionBinding<Source: SectionedDataSource> {
    /// AppKit's data source. Each identifier has an occurrence number, because a snapshot raises an exception for
    /// duplicates.
    public typealias DataSource = NSCollectionViewDiffableDataSource<
      ListedID<Source.SectionID>, ListedID<Source.ItemID>
    >

    /// The source that is shown; it has the models.
    public var source: Source { queue.source }
    /// The data source of the view.
    public let dataSource: DataSource
    /// Shows the new model of a changed item in place, so that editing continues; nil to replace the item.
    public var configure: ((NSCollectionViewItem, Source.Item) -> Void)?

    let queue: DiffableQueue<Source>
    weak var collectionView: NSCollectionView?
    /// The sections that the view shows.
    var shownSections: ShownSections<Source> { calls.shown }
    private let calls: CollectionCalls
    /// The closures that make and configure headers and other views, by element kind.
    var elements: [NSCollectionView.SupplementaryElementKind: DiffableElement<Source>] = [:]

    /// Makes a binding with its own data source.
    ///
    /// - Parameters:
    ///   - source: the source to show; the binding keeps it alive.
    ///   - collectionView: the view, kept weakly.
    ///   - item: makes the item of a model with `makeItem(withIdentifier:for:)`. It may change the source; such a
    ///     change is applied in the next turn of the main actor.
    public init(
      _ source: Source, in collectionView: NSCollectionView,
      item: @escaping @MainActor (NSCollectionView, IndexPath, Source.Item) -> NSCollectionViewItem
    ) {
      self.collectionView = collectionView
      let plain = NSUserInterfaceItemIdentifier("SectionedAppKit plain")
      collectionView.register(PlainItem.self, forItemWithIdentifier: plain)
      let later = DeferredQueue<Source>()
      dataSource = DataSource(collectionView: collectionView) { view, path, id in
        // The source may have dropped the item since.
        later.answering(id, source) { model in
          model.map { item(view, path, $0) } ?? view.makeItem(withIdentifier: plain, for: path)
        }
      }
      let calls = CollectionCalls(collectionView, dataSource)
      self.calls = calls
      let target = DiffableTarget<Source>(
        isOnScreen: { calls.view?.window != nil }, reducesMotion: { NSView.reducesMotion }
      ) { calls.apply($0, $1) }
      queue = DiffableQueue(source, target)
      later.queue = queue
      calls.configure = { [weak self] in self?.configure }
      queue.configureHeaders = { [weak self] in self?.configureElements(ofSections: $0) }
      queue.begin()
    }

    /// Whether steps are animated. AppKit reloads the view for a step without animation, which keeps the selection and
    /// ends editing.
    public var isAnimated: Bool {
      get { queue.isAnimated }
      set { queue.isAnimated = newValue }
    }

    /// The largest number of changes that are animated together.
    public var animationLimit: Int {
      get { queue.animationLimit }
      set { queue.animationLimit = newValue }
    }

    /// Returns the kind of `NSCollectionViewItem` for a model, such as its identifier; nil if all models have one kind.
    /// A changed model whose kind changes gets another item, and ``configure`` is not called for it. The kinds of items
    /// that were made before this was set are unknown, so their next change replaces them.
    public var cellIdentifier: ((Source.Item) -> String)? {
      get { queue.cellIdentifier }
      set { queue.cellIdentifier = newValue }
    }

    /// Called when a step has been applied.
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

    /// The model at an index path of the view; nil if the path has no item.
    public func item(at indexPath: IndexPath) -> Source.Item? {
      dataSource.itemIdentifier(for: indexPath).flatMap { source.item(for: $0) }
    }

    /// The index path of an item; nil if the view does not show it.
    public func indexPath(of id: ListedID<Source.ItemID>) -> IndexPath? { dataSource.indexPath(for: id) }

    /// Applies the queue's steps to the data source.
    @MainActor
    private final class CollectionCalls {
      private(set) weak var view: NSCollectionView?
      private weak var dataSource: DataSource?
      /// The sections that the view shows.
      private(set) var shown = ShownSections<Source>()
      /// Returns the program's closure that configures an item in place.
      var configure: () -> ((NSCollectionViewItem, Source.Item) -> Void)? = { nil }

      init(_ view: NSCollectionView, _ dataSource: DataSource) {
        self.view = view
        self.dataSource = dataSource
      }

      func apply(_ step: DiffableStep<Source>, _ showing: DiffableShowing) {
        guard let view, let dataSource else { return }
        shown.note(step.list)
        let configure = showing == .animated ? configure() : nil
        let reloaded = step.reloaded + (configure == nil ? step.reconfigured : [])
        let selected = view.selectionIndexPaths.compactMap { dataSource.itemIdentifier(for: $0) }
        dataSource.apply(
          step.snapshot(reloading: showing == .animated ? reloaded : []),
          animatingDifferences: showing == .animated)
        // Reloaded items lose their selection. Without animation all items are reloaded.
        let lost = Set(selected.compactMap { dataSource.indexPath(for: $0) }).subtracting(view.selectionIndexPaths)
        if !lost.isEmpty { view.selectItems(at: lost, scrollPosition: []) }
        guard let configure else { return }
        for id in step.reconfigured {
          guard let path = dataSource.indexPath(for: id), let item = view.item(at: path),
            let model = step.source.item(for: id)
          else { continue }
          configure(item, model)
        }
      }
    }
  }
#endif

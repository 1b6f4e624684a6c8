#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources

  /// Applies each step of a source to a diffable data source of a collection view, in order.
  ///
  /// ```swift
  /// binding = DiffableCollectionBinding(pictures, in: collectionView) { view, path, picture in … }
  /// binding.configure = { item, picture in (item as? PictureItem)?.show(picture) }
  /// ```
  @MainActor
  public final class DiffableCollectionBinding<Source: SectionedDataSource> {
    /// AppKit's data source. Its identifiers have an occurrence number, because a duplicate raises an exception.
    public typealias DataSource = NSCollectionViewDiffableDataSource<
      ListedID<Source.SectionID>, ListedID<Source.ItemID>
    >

    /// The source that is shown, which has the models.
    public let source: Source
    /// The data source of the view.
    public let dataSource: DataSource
    /// Shows the model of a changed item in place, so that editing continues; nil to have AppKit replace the item.
    public var configure: ((NSCollectionViewItem, Source.Item) -> Void)?
    /// Whether steps are animated.
    public var isAnimated = true
    /// Called when a step has been applied.
    public var didUpdate: ((Source.Update) -> Void)?

    private weak var collectionView: NSCollectionView?
    private var token: ObservationToken?
    private var pending: Source.Update?
    private var silent: Source.Update?
    private var isApplying = false

    /// Makes a binding with a data source of its own.
    ///
    /// - Parameters:
    ///   - source: what is shown, kept alive.
    ///   - collectionView: where it is shown, kept weakly.
    ///   - item: makes the item of a model, by `makeItem(withIdentifier:for:)`. It may change the source, which is
    ///     applied in the next turn.
    public init(
      _ source: Source, in collectionView: NSCollectionView,
      item: @escaping @MainActor (NSCollectionView, IndexPath, Source.Item) -> NSCollectionViewItem
    ) {
      self.source = source
      self.collectionView = collectionView
      let plain = NSUserInterfaceItemIdentifier("SectionedAppKit plain")
      collectionView.register(PlainItem.self, forItemWithIdentifier: plain)
      let questions = OpenQuestions()
      self.questions = questions
      dataSource = DataSource(collectionView: collectionView) { view, path, id in
        // The source may have dropped the item since.
        guard let model = source.item(for: id) else { return view.makeItem(withIdentifier: plain, for: path) }
        return questions.asking { item(view, path, model) }
      }
      questions.ended = { [weak self] in self?.applyWaiting() }
      token = source.observe { [weak self] update in self?.receive(update) }
      dataSource.apply(snapshot(source.snapshot), animatingDifferences: false)
    }

    private let questions: OpenQuestions

    private func receive(_ update: Source.Update) {
      pending = pending?.combined(with: update) ?? update
      applyWaiting()
    }

    private func applyWaiting() {
      // A diffable data source must not be given a snapshot while it asks for an item.
      guard !isApplying, !questions.areOpen else { return questions.note() }
      while let update = pending {
        pending = nil
        let whole = silent?.combined(with: update) ?? update
        silent = update.origin == .silent ? whole : nil
        if silent != nil || whole.changes.isEmpty { continue }
        isApplying = true
        apply(whole)
        isApplying = false
      }
    }

    private func apply(_ update: Source.Update) {
      var snapshot = snapshot(update.new)
      let changed = update.changes.reconfiguredItems(in: update.new).filter { source.item(for: $0) != nil }
      if configure == nil { snapshot.reloadItems(changed) }
      let isSeen = isAnimated && update.origin != .withoutAnimation && collectionView?.window != nil
      dataSource.apply(snapshot, animatingDifferences: isSeen)
      for id in changed {
        guard let configure, let path = dataSource.indexPath(for: id), let item = collectionView?.item(at: path),
          !(item is PlainItem), let model = source.item(for: id)
        else { continue }
        configure(item, model)
      }
      didUpdate?(update)
    }

    private func snapshot(
      _ list: Source.Snapshot
    ) -> NSDiffableDataSourceSnapshot<ListedID<Source.SectionID>, ListedID<Source.ItemID>> {
      var snapshot = NSDiffableDataSourceSnapshot<ListedID<Source.SectionID>, ListedID<Source.ItemID>>()
      snapshot.appendSections(list.sections.map(\.id))
      for section in list.sections { snapshot.appendItems(section.items.map(\.id), toSection: section.id) }
      return snapshot
    }

    /// The model at an index path of the view; nil where there is none.
    public func item(at indexPath: IndexPath) -> Source.Item? {
      dataSource.itemIdentifier(for: indexPath).flatMap { source.item(for: $0) }
    }

    /// The index path of an item; nil where it is not shown.
    public func indexPath(of id: ListedID<Source.ItemID>) -> IndexPath? { dataSource.indexPath(for: id) }
  }

  /// The items that a view is asking for. The program's closures may change the source meanwhile.
  @MainActor
  private final class OpenQuestions {
    private var count = 0
    private var isWaited = false
    /// Called in the turn after questions in which something waited.
    var ended: () -> Void = {}

    var areOpen: Bool { count > 0 }

    /// Records that something waits for the end of the questions.
    func note() { isWaited = true }

    func asking<Answer>(_ question: () -> Answer) -> Answer {
      count += 1
      defer {
        count -= 1
        if count == 0, isWaited {
          isWaited = false
          // The view may go on asking for items.
          Task { [weak self] in self?.ended() }
        }
      }
      return question()
    }
  }
#endif

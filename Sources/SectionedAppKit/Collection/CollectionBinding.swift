#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// Shows a source in a collection view.
  ///
  /// ```swift
  /// binding = CollectionBinding(pictures, in: collectionView)
  /// binding.rules.add(ViewRule(.cell, PictureItem.self, for: Picture.self) { item, picture, _ in item.show(picture) })
  /// ```
  ///
  /// The binding is the view's data source, and has to be kept. The view's delegate stays the program's. A rule for
  /// `.cell` has a class of items, registered by the binding; one for `.header` or `.footer` has a class of views that
  /// are an `NSCollectionViewElement`.
  ///
  /// A program does not change the source within a batch update of its own.
  @MainActor
  public final class CollectionBinding<Source: SectionedDataSource> {
    /// The presenter of the source: its hooks, its limits, and the list that the view has.
    public var presenter: ListPresenter<Source> { list.presenter }
    /// The view; nil when it is gone, or was never set.
    public var collectionView: NSCollectionView? { source?.screen.view }
    /// The rules for items and the views of sections. The view is reloaded when they change.
    public var rules: ListRules {
      didSet { if source != nil { presenter.reload() } }
    }

    let list: BoundList<Source>
    private var source: CollectionSource?

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - source: what is shown, kept alive.
    ///   - collectionView: where it is shown, kept weakly; nil for a view that is set later.
    ///   - rules: which items and views are for which models.
    public init(_ source: Source, in collectionView: NSCollectionView? = nil, rules: ListRules = ListRules()) {
      list = BoundList(source)
      self.rules = rules
      presenter.cellIdentifier = { [weak self] place in
        guard let self else { return nil }
        return list.model(for: .cell, at: place, by: self.rules).rule?.identifier ?? ""
      }
      if let collectionView { show(in: collectionView) }
    }

    /// Shows the source in a view from now on, and in no other one.
    public func show(in collectionView: NSCollectionView) {
      guard collectionView !== self.collectionView else { return }
      detach()
      // Another binding of the view leaves it: a view has one data source.
      (collectionView.dataSource as? CollectionSource)?.screen.leave()
      let screen = CollectionScreen(collectionView, self)
      let source = CollectionSource(screen)
      screen.dataSource = source
      self.source = source
      collectionView.dataSource = source
      presenter.view = screen
      list.loading.begin?()
    }

    /// Detaches from the view, which shows nothing then.
    public func detach() {
      presenter.view = nil
      let view = collectionView
      if let view, view.dataSource === source {
        view.dataSource = nil
        view.reloadData()
      }
      source = nil
    }

    /// The calls by which the view has its list loaded.
    public var loading: ListLoading {
      get { list.loading }
      set { list.loading = newValue }
    }

    /// The model at an index path of the view; nil where there is none.
    public func item(at indexPath: IndexPath) -> Source.Item? { indexPath.place.flatMap { presenter.item(at: $0) } }

    /// Records that the user clicked an item: for the view's delegate. The row for more loads more or shows more items
    /// of its section, and a row that reports a failure tries again.
    ///
    /// - Parameter indexPath: an index path of the view.
    /// - Returns: whether something was asked for.
    @discardableResult
    public func userClicked(at indexPath: IndexPath) -> Bool { indexPath.place.map { list.touched($0) } ?? false }

    /// The index path of an item; nil where it is not shown.
    public func indexPath(of id: ListedID<Source.ItemID>) -> IndexPath? {
      presenter.place(of: id).map { IndexPath($0) }
    }

    /// The selected models, in order.
    public var selectedItems: [Source.Item] {
      (source?.screen.selection ?? []).compactMap { presenter.item(at: $0) }
    }
  }

  extension CollectionBinding: CollectionAnswers {
    var content: any BoundAnswers { list }
  }

  /// The answers that a collection needs from its binding, whatever the type of the source.
  @MainActor
  protocol CollectionAnswers: AnyObject {
    var content: any BoundAnswers { get }
    var rules: ListRules { get }
  }

  /// The data source of a collection, which passes each call on to a binding. For any other view than the binding's the
  /// list is empty.
  @MainActor
  final class CollectionSource: NSObject, NSCollectionViewDataSource {
    let screen: CollectionScreen

    init(_ screen: CollectionScreen) {
      self.screen = screen
      super.init()
    }

    private func content(_ view: NSCollectionView) -> (any BoundAnswers)? {
      view === screen.view ? screen.content : nil
    }

    func numberOfSections(in collectionView: NSCollectionView) -> Int { content(collectionView)?.numberOfSections ?? 0 }

    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
      content(collectionView)?.numberOfItems(inSection: section) ?? 0
    }

    func collectionView(
      _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem {
      guard let content = content(collectionView), let place = indexPath.place else { return PlainItem() }
      return content.answering {
        guard let model = screen.model(for: .cell, at: place) else { return PlainItem() }
        return screen.items.item(model, for: indexPath, in: collectionView, content)
      }
    }

    func collectionView(
      _ collectionView: NSCollectionView,
      viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
    ) -> NSView {
      guard let content = content(collectionView), let place = indexPath.place else {
        return PlainElement(frame: .zero)
      }
      return content.answering {
        guard let model = screen.model(for: ViewRole(elementKind: kind), at: place) else {
          return PlainElement(frame: .zero)
        }
        return screen.items.element(model, kind, for: indexPath, in: collectionView, content)
      }
    }
  }
#endif

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
  /// The binding is the view's data source, and has to be kept. It is also the view's delegate and prefetches, unless the
  /// program has set its own. A delegate of the program passes calls for selection, drags and drops on to ``delegate``. A
  /// rule for
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
    /// Whether the user may select an item; nil for every item.
    public var canSelect: ((Source.Item) -> Bool)?
    /// Called with the selected models, in order, when the user has changed the selection.
    public var selectionDidChange: (([Source.Item]) -> Void)?
    /// The data of an item for a drag to another view or program; nil where it has none. Within the view an item is
    /// dragged by ``editing`` alone, if the data is an `NSPasteboardItem`; with other data the view has to be registered
    /// for its types.
    public var pasteboardWriter: ((Source.Item) -> (any NSPasteboardWriting)?)?
    /// The operation of a drop from another view or program at a place of the view's list; none refuses it. The view has
    /// to be registered for the types that the program takes, by `registerForDraggedTypes`.
    public var validateDrop: ((any NSDraggingInfo, ItemPlace) -> NSDragOperation)?
    /// Takes a drop from another view or program at a place of the view's list, and returns whether it did.
    public var acceptDrop: ((any NSDraggingInfo, ItemPlace) -> Bool)?
    /// Called with models that will be shown soon. Not where the view has a `prefetchDataSource` of the program's.
    public var prefetch: (([Source.Item]) -> Void)?
    /// Called with models that were to be shown soon, and are not. Models that the source has dropped are left out.
    public var cancelPrefetch: (([Source.Item]) -> Void)?

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
      (collectionView.dataSource as? CollectionSource)?.leave()
      let screen = CollectionScreen(collectionView, self)
      let source = CollectionSource(screen)
      screen.dataSource = source
      self.source = source
      collectionView.dataSource = source
      // Those of the program stay.
      if collectionView.delegate == nil { collectionView.delegate = source }
      if collectionView.prefetchDataSource == nil { collectionView.prefetchDataSource = source }
      presenter.view = screen
      list.loading.begin?()
    }

    /// Detaches from the view, which shows nothing then.
    public func detach() {
      presenter.view = nil
      source?.leaveRoles()
      let view = collectionView
      if let view, view.dataSource === source {
        view.dataSource = nil
        view.reloadData()
      }
      source = nil
    }

    /// The delegate that carries out selection, drags and drops, for a delegate of the program's to pass calls on to; nil
    /// without a view.
    public var delegate: (any NSCollectionViewDelegate)? { source }

    /// The edits that the user may make in the view.
    public var editing: ListEditing {
      get { presenter.editing }
      set { presenter.editing = newValue }
    }

    /// Called with the error that `ListEditing` threw for what the user did.
    public var onError: ((any Error) -> Void)? {
      get { list.onError }
      set { list.onError = newValue }
    }

    /// Deletes the selected items that the user may delete: for a menu or a key.
    public func deleteSelectedItems() { list.userDeleted(source?.screen.selection ?? []) }

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
    func canSelect(_ place: ItemPlace) -> Bool {
      guard let item = presenter.item(at: place) else { return false }
      return list.answering { canSelect?(item) ?? true }
    }
    func selectionChanged() { selectionDidChange?(selectedItems) }
    func pasteboardWriter(at place: ItemPlace) -> (any NSPasteboardWriting)? {
      guard let pasteboardWriter, let item = presenter.item(at: place) else { return nil }
      return list.answering { pasteboardWriter(item) }
    }
    func dropOperation(_ info: any NSDraggingInfo, at place: ItemPlace) -> NSDragOperation {
      list.answering { validateDrop?(info, place) ?? [] }
    }
    func takeDrop(_ info: any NSDraggingInfo, at place: ItemPlace) -> Bool { acceptDrop?(info, place) ?? false }
    func prefetch(_ places: [ItemPlace]) {
      list.answering { prefetch?(places.compactMap { presenter.item(at: $0) }) }
    }
    func cancelPrefetch(_ places: [ItemPlace]) {
      list.answering { cancelPrefetch?(places.compactMap { presenter.item(at: $0) }) }
    }
  }
#endif

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
  /// The binding is the view's data source, so the program must keep it. It is also the view's delegate and prefetching
  /// data source, unless the program has set its own. The program's delegate forwards the calls for selection, drags
  /// and drops to ``delegate``. A rule for `.cell` has an `NSCollectionViewItem` class or a nib with such an item, which
  /// the binding registers. A rule for `.header` or `.footer` has the same of views that conform to
  /// `NSCollectionViewElement`.
  ///
  /// Do not change the source within a batch update of the program's.
  @MainActor
  public final class CollectionBinding<Source: SectionedDataSource> {
    /// The presenter of the source. It has the hooks, the limits, and the list that the view shows.
    public var presenter: ListPresenter<Source> { list.presenter }
    /// The view; nil if it was released or never set.
    public var collectionView: NSCollectionView? { source?.screen.view }
    /// The rules that choose items and views of sections. Setting them reloads the view.
    public var rules: ListRules {
      didSet { if source != nil { presenter.reload() } }
    }
    /// Returns whether the user may select an item; nil allows every item.
    public var canSelect: ((Source.Item) -> Bool)?
    /// Called when the user has changed the selection, with the selected models in list order.
    public var selectionDidChange: (([Source.Item]) -> Void)?
    /// Returns the pasteboard data of an item for a drag to another view or program; nil if the item has none. If the
    /// data is an `NSPasteboardItem`, ``editing`` alone decides about drags within the view. For other data, register
    /// the view for its types.
    public var pasteboardWriter: ((Source.Item) -> (any NSPasteboardWriting)?)?
    /// Returns the operation of a drop from another view or program, given a place in the view's list; an empty
    /// operation refuses the drop. Register the view for the accepted types with `registerForDraggedTypes`.
    public var validateDrop: ((any NSDraggingInfo, ItemPlace) -> NSDragOperation)?
    /// Accepts a drop from another view or program at a place in the view's list. Returns whether it did.
    public var acceptDrop: ((any NSDraggingInfo, ItemPlace) -> Bool)?
    /// Called with models that will be shown soon. It is not called if the program has set the view's
    /// `prefetchDataSource`.
    public var prefetch: (([Source.Item]) -> Void)?
    /// Called with models whose prefetching the view cancels, except models that the source has dropped.
    public var cancelPrefetch: (([Source.Item]) -> Void)?

    let list: BoundList<Source>
    private var source: CollectionSource?

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - source: the source to show; the binding keeps it alive.
    ///   - collectionView: the view, kept weakly; nil to set it later with ``show(in:)``.
    ///   - rules: the rules that choose items and views of sections for models.
    public init(_ source: Source, in collectionView: NSCollectionView? = nil, rules: ListRules = ListRules()) {
      list = BoundList(source)
      self.rules = rules
      presenter.cellIdentifier = { [weak self] place in
        guard let self else { return nil }
        return list.model(for: .cell, at: place, by: self.rules).rule?.identifier ?? ""
      }
      if let collectionView { show(in: collectionView) }
    }

    /// Shows the source in a view. The binding leaves the view that it used before.
    public func show(in collectionView: NSCollectionView) {
      guard collectionView !== self.collectionView || collectionView.dataSource !== source else { return }
      detach()
      // A view has one data source, so the binding that used this view leaves it.
      (collectionView.dataSource as? CollectionSource)?.leave()
      let screen = CollectionScreen(collectionView, self)
      let source = CollectionSource(screen)
      screen.dataSource = source
      self.source = source
      collectionView.dataSource = source
      // Do not replace those that the program has set. Another binding's stay when the program removes its data source.
      if collectionView.delegate.map({ $0 is CollectionSource }) ?? true { collectionView.delegate = source }
      if collectionView.prefetchDataSource.map({ $0 is CollectionSource }) ?? true {
        collectionView.prefetchDataSource = source
      }
      presenter.view = screen
      list.loading.begin?()
    }

    /// Detaches from the view, which is then empty.
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

    /// The delegate that handles selection, drags and drops; nil without a view. If the program sets the view's
    /// delegate, that one forwards these calls here.
    public var delegate: (any NSCollectionViewDelegate)? { source }

    /// The edits that the user may make in the view.
    public var editing: ListEditing {
      get { presenter.editing }
      set { presenter.editing = newValue }
    }

    /// Called with the errors that `ListEditing` throws when the user edits the list.
    public var onError: ((any Error) -> Void)? {
      get { list.onError }
      set { list.onError = newValue }
    }

    /// Deletes the selected items that the user may delete, as for a menu or a key.
    public func deleteSelectedItems() { list.userDeleted(source?.screen.selection ?? []) }

    /// The calls that load the list. `begin` is called when the view or this property is set.
    public var loading: ListLoading {
      get { list.loading }
      set { list.loading = newValue }
    }

    /// The model at an index path of the view; nil if the path has no item.
    public func item(at indexPath: IndexPath) -> Source.Item? { indexPath.place.flatMap { presenter.item(at: $0) } }

    /// Reports that the user clicked an item; the view's delegate calls it. The row for more loads more or shows more
    /// items of its section, and a row that reports a failure tries again.
    ///
    /// - Parameter indexPath: an index path of the view.
    /// - Returns: whether the click started such a request.
    @discardableResult
    public func userClicked(at indexPath: IndexPath) -> Bool { indexPath.place.map { list.touched($0) } ?? false }

    /// The index path of an item in the view; nil if the view does not show it.
    public func indexPath(of id: ListedID<Source.ItemID>) -> IndexPath? {
      presenter.place(of: id).map { IndexPath($0) }
    }

    /// The selected models, in list order.
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

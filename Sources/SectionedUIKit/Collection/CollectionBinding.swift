#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  /// Shows a source in a collection view.
  ///
  /// ```swift
  /// binding = CollectionBinding(books, in: collectionView)
  /// binding.rules.add(ViewRule(.cell, BookCell.self, for: Book.self) { cell, book, _ in cell.show(book) })
  /// binding.rules.add(ViewRule(.header, ShelfView.self, for: Shelf.self) { view, shelf, _ in view.show(shelf) })
  /// ```
  ///
  /// The binding is the view's data source, and has to be kept. The view's delegate stays the program's. A layout that
  /// has headers gets a view for each: one by the rules, or a plain one.
  @MainActor
  public final class CollectionBinding<Source: SectionedDataSource> {
    /// The presenter of the source: its hooks, its limits, and the list that the view has.
    public var presenter: ListPresenter<Source> { list.presenter }
    /// The view; nil when it is gone, or was never set.
    public var collectionView: UICollectionView? { screen.view }

    /// Whether a section without items has views by the rules, such as its header. ``hasView(_:ofSection:)`` reports it
    /// to the layout's delegate.
    public var showsHeadersOfEmptySections = true

    let list: ListContent<Source>
    let screen: CollectionScreen
    private let dataSource: CollectionSource
    /// Whether the user is dragging an item.
    var isDragging = false

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - source: what is shown, kept alive.
    ///   - collectionView: where it is shown, kept weakly; nil for a view that is set later.
    ///   - rules: which cells and other views are for which models.
    public init(_ source: Source, in collectionView: UICollectionView? = nil, rules: ListRules = ListRules()) {
      list = ListContent(source, rules)
      screen = CollectionScreen(list)
      dataSource = CollectionSource(screen)
      if let collectionView { show(in: collectionView) }
    }

    /// Shows the source in a view from now on, and in no other one.
    public func show(in collectionView: UICollectionView) {
      guard collectionView !== screen.view else { return }
      detach()
      // Another binding of the view leaves it: a view has one data source.
      (collectionView.dataSource as? CollectionSource)?.leave()
      screen.view = collectionView
      screen.dataSource = dataSource
      collectionView.dataSource = dataSource
      // A prefetching data source of the program's stays.
      if collectionView.prefetchDataSource.map({ $0 is CollectionSource }) ?? true {
        collectionView.prefetchDataSource = dataSource
      }
      presenter.view = screen
      list.loading.begin?()
    }

    /// Detaches from the view, which shows nothing then.
    public func detach() {
      endDragging()
      presenter.view = nil
      let view = screen.view
      if view?.prefetchDataSource === dataSource { view?.prefetchDataSource = nil }
      if view?.dataSource === dataSource {
        view?.dataSource = nil
        view?.reloadData()
      }
      screen.leave()
    }

    /// The rules for the cells and other views. The view is reloaded when they change.
    public var rules: ListRules {
      get { list.rules }
      set {
        list.rules = newValue
        if screen.view != nil { presenter.reload() }
      }
    }

    /// Whether the view scrolls from left to right; nil to ask the layout, if it is a flow layout. Set it for other
    /// layouts that do.
    public var scrollsHorizontally: Bool? {
      get { screen.scrollsHorizontally }
      set { screen.scrollsHorizontally = newValue }
    }

    /// The edits that the user may make in the view.
    public var editing: ListEditing {
      get { presenter.editing }
      set { presenter.editing = newValue }
    }

    /// The calls by which the view has its list loaded: the content, when this or the view is set, and more when the
    /// row for more is seen.
    public var loading: ListLoading {
      get { list.loading }
      set { list.loading = newValue }
    }

    /// The title of a section in the index at the view's side; nil where it has none. Sections with one title that
    /// follow each other share it.
    public var indexTitle: ((Source.Section) -> String?)? {
      get { list.indexTitle }
      set { list.indexTitle = newValue }
    }

    /// Called with models that will be shown soon. Not where the view has a `prefetchDataSource` of the program's.
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

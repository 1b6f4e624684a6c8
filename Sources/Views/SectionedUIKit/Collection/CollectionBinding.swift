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
  /// The binding is the view's data source, so the program must keep it. The view's delegate remains the program's. If
  /// the layout has headers, each gets a view: one from the rules, or an empty one.
  @MainActor
  public final class CollectionBinding<Source: SectionedDataSource> {
    /// The presenter of the source. It has the hooks, the limits, and the list that the view shows.
    public var presenter: ListPresenter<Source> { list.presenter }
    /// The view; nil if it was released or never set.
    public var collectionView: UICollectionView? { screen.view }

    /// Whether a section without items has the views that the rules give it, such as a header.
    /// ``hasView(_:ofSection:)`` takes this into account.
    public var showsHeadersOfEmptySections = true

    let list: ListContent<Source>
    let screen: CollectionScreen
    private let dataSource: CollectionSource
    /// Whether the user is dragging an item.
    var isDragging = false

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - source: the source to show; the binding keeps it alive.
    ///   - collectionView: the view, kept weakly; nil to set it later with ``show(in:)``.
    ///   - rules: the rules that choose cells and other views for models.
    public init(_ source: Source, in collectionView: UICollectionView? = nil, rules: ListRules = ListRules()) {
      list = ListContent(source, rules)
      screen = CollectionScreen(list)
      dataSource = CollectionSource(screen)
      if let collectionView { show(in: collectionView) }
    }

    /// Shows the source in a view. The binding leaves the view that it used before.
    public func show(in collectionView: UICollectionView) {
      guard collectionView !== screen.view || collectionView.dataSource !== dataSource else { return }
      detach()
      // A view has one data source, so the binding that used this view leaves it.
      (collectionView.dataSource as? CollectionSource)?.leave()
      screen.view = collectionView
      screen.dataSource = dataSource
      collectionView.dataSource = dataSource
      // Do not replace a prefetching data source that the program has set.
      if collectionView.prefetchDataSource.map({ $0 is CollectionSource }) ?? true {
        collectionView.prefetchDataSource = dataSource
      }
      presenter.view = screen
      list.loading.begin?()
    }

    /// Detaches from the view, which is then empty.
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

    /// The rules that choose cells and other views. Setting them reloads the view.
    public var rules: ListRules {
      get { list.rules }
      set {
        list.rules = newValue
        if screen.view != nil { presenter.reload() }
      }
    }

    /// Whether the view scrolls horizontally; nil to ask the layout if it is a flow layout. Set it for other layouts
    /// that scroll horizontally.
    public var scrollsHorizontally: Bool? {
      get { screen.scrollsHorizontally }
      set { screen.scrollsHorizontally = newValue }
    }

    /// The edits that the user may make in the view.
    public var editing: ListEditing {
      get { presenter.editing }
      set { presenter.editing = newValue }
    }

    /// The calls that load the list: `begin` when the view or this property is set, and `append` when the row for more
    /// becomes visible.
    public var loading: ListLoading {
      get { list.loading }
      set { list.loading = newValue }
    }

    /// Returns the title of a section in the index at the view's side; nil if the section has none. Consecutive
    /// sections with the same title share one entry.
    public var indexTitle: ((Source.Section) -> String?)? {
      get { list.indexTitle }
      set { list.indexTitle = newValue }
    }

    /// Called with models that will be shown soon. It is not called if the program has set the view's
    /// `prefetchDataSource`.
    public var prefetch: (([Source.Item]) -> Void)? {
      get { list.prefetch }
      set { list.prefetch = newValue }
    }

    /// Called with models whose prefetching the view cancels.
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

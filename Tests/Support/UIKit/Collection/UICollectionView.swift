import SectionedChanges

/// A double of UIKit's collection view.
@MainActor
open class UICollectionView: UIScrollView {
  /// The data source.
  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet { if dataSource !== oldValue { forget() } }
  }
  /// The delegate.
  open weak var delegate: (any UICollectionViewDelegate)? {
    didSet {
      scrollDelegate = delegate
      collectionViewLayout.invalidateLayout()
    }
  }
  /// The prefetching data source.
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
  /// Whether the view calls its prefetching data source.
  open var isPrefetchingEnabled = true
  /// The layout.
  open var collectionViewLayout: UICollectionViewLayout {
    didSet {
      collectionViewLayout.collectionView = self
      collectionViewLayout.invalidateLayout()
    }
  }
  /// Whether items can be selected.
  open var allowsSelection = true
  /// Whether several items can be selected.
  open var allowsMultipleSelection = false
  /// Whether items can be selected in editing mode.
  open var allowsSelectionDuringEditing = false
  /// Whether several items can be selected in editing mode.
  open var allowsMultipleSelectionDuringEditing = false
  /// Whether the view is in editing mode.
  open var isEditing = false
  /// A view behind all items.
  open var backgroundView: UIView?

  let data = ListData(.collection)
  var pools: [String: ReusePool<UICollectionReusableView>] = [:]
  var visible: [IndexPath: UICollectionViewCell] = [:]
  var supplementary: [SupplementaryPlace: UICollectionReusableView] = [:]
  var selection: [IndexPath] = []
  var prefetching = Prefetching()
  var request: CollectionRequest?
  /// The names of registrations in use. Keeping them alive prevents another object from getting the same identifier.
  var retainedNames: [RegistrationName] = []
  var dragging: (from: IndexPath, to: IndexPath)?
  /// Set by default implementations of optional methods, to report that the program has not implemented them.
  var unanswered = false

  /// Makes a view.
  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
    begin()
  }

  /// Makes a view from an archive.
  public required init?(coder: NSCoder) {
    collectionViewLayout = UICollectionViewFlowLayout()
    super.init(coder: coder)
    begin()
  }

  private func begin() {
    collectionViewLayout.collectionView = self
    data.ask = { [weak self] in self?.askForCounts() ?? [] }
  }

  private func askForCounts() -> [Int] {
    guard let dataSource else { return [] }
    return (0..<dataSource.numberOfSections(in: self)).map {
      dataSource.collectionView(self, numberOfItemsInSection: $0)
    }
  }

  override func boundsChanged(from old: CGRect) {
    super.boundsChanged(from: old)
    if old.size != bounds.size { collectionViewLayout.invalidateLayout() }
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    layoutItems()
  }

  /// Forgets the list, including the selection. The view asks the data source again at the next layout, or earlier if
  /// it needs the counts.
  open func reloadData() {
    guard data.questions == 0 else {
      return refuse("reloadData is called while the collection view asks its data source")
    }
    guard data.depth == 0 else { return refuse("reloadData is called in a batch update") }
    forget()
  }
}

/// The kind and index path of a supplementary view.
struct SupplementaryPlace: Hashable {
  let kind: String
  let path: IndexPath
}

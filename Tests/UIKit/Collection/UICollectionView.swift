import SectionedChanges

/// A list of items in sections, in a layout.
@MainActor
open class UICollectionView: UIScrollView {
  /// What it asks.
  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet { if dataSource !== oldValue { forget() } }
  }
  /// What it reports to.
  open weak var delegate: (any UICollectionViewDelegate)? {
    didSet {
      scrollDelegate = delegate
      collectionViewLayout.invalidateLayout()
    }
  }
  /// What it asks for before it is visible.
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
  /// Whether it asks for anything before it is visible.
  open var isPrefetchingEnabled = true
  /// Says where everything is.
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
  /// Whether items can be selected while the view is edited.
  open var allowsSelectionDuringEditing = false
  /// Whether several items can be selected while the view is edited.
  open var allowsMultipleSelectionDuringEditing = false
  /// Whether the view is edited.
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
  /// Registrations that were used: their names must not be taken again.
  var retainedNames: [RegistrationName] = []
  var dragging: (from: IndexPath, to: IndexPath)?
  /// Set by the defaults of methods that may be left out.
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

  /// Takes all items from the data source again, at the next layout or when they are needed. The selection is lost.
  open func reloadData() {
    guard data.questions == 0 else {
      return refuse("reloadData is called while the collection view asks its data source")
    }
    guard data.depth == 0 else { return refuse("reloadData is called in a batch update") }
    forget()
  }
}

/// The place of a view that is no cell.
struct SupplementaryPlace: Hashable {
  let kind: String
  let path: IndexPath
}

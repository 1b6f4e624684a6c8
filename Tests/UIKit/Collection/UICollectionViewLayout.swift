/// Where an element of a collection view is.
@MainActor
open class UICollectionViewLayoutAttributes: NSObject {
  /// Where it is in the content.
  open var frame = CGRect.zero
  /// The element.
  open var indexPath: IndexPath
  /// The kind of the element; nil for an item.
  open internal(set) var representedElementKind: String?

  nonisolated init(_ indexPath: IndexPath, kind: String? = nil, frame: CGRect = .zero) {
    self.indexPath = indexPath
    representedElementKind = kind
    self.frame = frame
    super.init()
  }

  /// Makes those of an item.
  public convenience init(forCellWith indexPath: IndexPath) { self.init(indexPath) }

  /// Makes those of another element.
  public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
    self.init(indexPath, kind: elementKind)
  }
}

/// Says where the elements of a collection view are.
@MainActor
open class UICollectionViewLayout: NSObject {
  /// The view that it is for.
  open internal(set) weak var collectionView: UICollectionView?
  var isPrepared = false

  nonisolated public override init() { super.init() }

  /// Makes a layout from an archive.
  public required init?(coder: NSCoder) { super.init() }

  /// Finds everything; called before the layout is asked.
  open func prepare() {}
  /// The size of everything.
  open var collectionViewContentSize: CGSize { .zero }
  /// What reaches into a rectangle.
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
  /// Where an item is.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  /// Where another element is.
  open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// Everything has to be found again.
  open func invalidateLayout() {
    isPrepared = false
    collectionView?.setNeedsLayout()
  }

  func prepareIfNeeded() {
    if isPrepared { return }
    isPrepared = true
    prepare()
  }
}

/// The position of an element in a collection view.
@MainActor
open class UICollectionViewLayoutAttributes: NSObject {
  /// The frame in the content.
  open var frame = CGRect.zero
  /// The index path of the element.
  open var indexPath: IndexPath
  /// The kind of a supplementary view; nil for an item.
  open internal(set) var representedElementKind: String?

  nonisolated init(_ indexPath: IndexPath, kind: String? = nil, frame: CGRect = .zero) {
    self.indexPath = indexPath
    representedElementKind = kind
    self.frame = frame
    super.init()
  }

  /// Makes the attributes of an item.
  public convenience init(forCellWith indexPath: IndexPath) { self.init(indexPath) }

  /// Makes the attributes of a supplementary view.
  public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
    self.init(indexPath, kind: elementKind)
  }
}

/// The base class of layouts, which position the elements of a collection view.
@MainActor
open class UICollectionViewLayout: NSObject {
  /// The view that uses the layout.
  open internal(set) weak var collectionView: UICollectionView?
  var isPrepared = false

  nonisolated public override init() { super.init() }

  /// Makes a layout from an archive.
  public required init?(coder: NSCoder) { super.init() }

  /// Computes the layout. Called before other methods of the layout.
  open func prepare() {}
  /// The size of the content.
  open var collectionViewContentSize: CGSize { .zero }
  /// Returns the attributes of all elements that intersect a rectangle.
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? { nil }
  /// Returns the attributes of an item.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
  /// Returns the attributes of a supplementary view.
  open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// Discards the layout, which is computed again at the next layout of the view.
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

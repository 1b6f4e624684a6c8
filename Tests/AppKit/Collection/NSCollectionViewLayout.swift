/// The places of the items of a collection.
@MainActor
open class NSCollectionViewLayout: NSObject {
  /// Makes a layout.
  public nonisolated override init() { super.init() }
}

/// A layout in lines. The double's has one item a line, and views of sections that have a height.
@MainActor
open class NSCollectionViewFlowLayout: NSCollectionViewLayout {
  /// The size of an item.
  open var itemSize = CGSize(width: 50, height: 50)
  /// The size of a section's header; without a height there is none.
  open var headerReferenceSize = CGSize.zero
}

/// The place of an element.
@MainActor
open class NSCollectionViewLayoutAttributes: NSObject {
  /// The rectangle in the collection.
  open var frame: CGRect
  /// The element's index path.
  open var indexPath: IndexPath?

  init(_ frame: CGRect, _ indexPath: IndexPath) {
    self.frame = frame
    self.indexPath = indexPath
    super.init()
  }
}

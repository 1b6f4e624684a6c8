/// A layout of a collection view.
@MainActor
open class NSCollectionViewLayout: NSObject {
  /// Makes a layout.
  public nonisolated override init() { super.init() }
}

/// A flow layout. The double's has one item a line, and headers if their size has a height.
@MainActor
open class NSCollectionViewFlowLayout: NSCollectionViewLayout {
  /// The size of an item.
  open var itemSize = CGSize(width: 50, height: 50)
  /// The size of a header. If its height is 0, there are no headers.
  open var headerReferenceSize = CGSize.zero
}

/// The position of an element.
@MainActor
open class NSCollectionViewLayoutAttributes: NSObject {
  /// The frame in the collection view.
  open var frame: CGRect
  /// The index path of the element.
  open var indexPath: IndexPath?

  init(_ frame: CGRect, _ indexPath: IndexPath) {
    self.frame = frame
    self.indexPath = indexPath
    super.init()
  }
}

/// A part of a collection: an item, or a supplementary view.
@MainActor
public protocol NSCollectionViewElement: NSObjectProtocol {}

/// Shows an item of a collection in a view of its own.
@MainActor
open class NSCollectionViewItem: NSViewController, NSCollectionViewElement {
  /// Names the items that can be used in its place.
  open var identifier: NSUserInterfaceItemIdentifier?
  /// Whether it is selected.
  open var isSelected = false
  /// The text. Not retained: it is a subview.
  open weak var textField: NSTextField?
  /// The image. Not retained: it is a subview.
  open weak var imageView: NSImageView?
  /// The collection that shows it.
  open internal(set) weak var collectionView: NSCollectionView?

  /// Makes an item. Said again here, so that subclasses in other modules inherit it.
  public override init(nibName nibNameOrNil: NibName?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// Makes an item from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Called before it is used for another item.
  open func prepareForReuse() {}
}

/// A part of a collection view: an item, or a supplementary view.
@MainActor
public protocol NSCollectionViewElement: NSObjectProtocol {}

/// An item of a collection view. It is a controller with its own view.
@MainActor
open class NSCollectionViewItem: NSViewController, NSCollectionViewElement {
  /// The identifier under which the item is reused.
  open var identifier: NSUserInterfaceItemIdentifier?
  /// Whether it is selected.
  open var isSelected = false
  /// The text field, a subview, which the item does not retain.
  open weak var textField: NSTextField?
  /// The image view, a subview, which the item does not retain.
  open weak var imageView: NSImageView?
  /// The collection view that shows the item.
  open internal(set) weak var collectionView: NSCollectionView?

  /// Makes an item. The override makes the initializer available to subclasses in other modules.
  public override init(nibName nibNameOrNil: NibName?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// Makes an item from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Prepares the item for another place. Called before it is used again.
  open func prepareForReuse() {}
}

/// A reusable view of a collection view.
@MainActor
open class UICollectionReusableView: UIView {
  /// The identifier under which the view is reused.
  open internal(set) var reuseIdentifier: String?

  /// Makes a view.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Makes a view from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes a view for a collection view. Swift can instantiate a class that is known only at run time by a required
  /// initializer, and subclasses inherit this one.
  public required convenience init(dequeued frame: CGRect) { self.init(frame: frame) }

  /// Prepares the view for another place. Called when it is dequeued again.
  open func prepareForReuse() {}
  /// Applies the attributes of the layout.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
}

/// The cell of an item.
@MainActor
open class UICollectionViewCell: UICollectionReusableView {
  /// The view that contains the cell's content.
  public let contentView = UIView(frame: .zero)
  /// Whether it is selected.
  open var isSelected = false
  /// Whether a finger touches the cell.
  open var isHighlighted = false
  /// A view behind the content.
  open var backgroundView: UIView?
  private var content = ContentHolder()

  /// Makes a cell.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(contentView)
  }

  /// Makes a cell from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }

  /// The content as a configuration.
  public var contentConfiguration: (any UIContentConfiguration)? {
    get { content.configuration }
    set { content.show(newValue, in: contentView) }
  }

  /// Marks the configuration for an update. Does nothing in the double.
  open func setNeedsUpdateConfiguration() {}
}

/// The cell of a list layout.
@MainActor
open class UICollectionViewListCell: UICollectionViewCell {
  /// Returns an empty list content configuration.
  public func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }
}

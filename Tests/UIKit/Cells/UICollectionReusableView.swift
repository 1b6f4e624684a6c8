/// A view of a collection view that is used again.
@MainActor
open class UICollectionReusableView: UIView {
  /// Names the views that it can be used again for.
  open internal(set) var reuseIdentifier: String?

  /// Makes a view.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Makes a view from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// What a collection view makes views by, for Swift makes none of a class that it does not know by any other
  /// initializer.
  public required convenience init(dequeued frame: CGRect) { self.init(frame: frame) }

  /// Makes it ready for another place. Called when it is dequeued again.
  open func prepareForReuse() {}
  /// Takes over what the layout says.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
}

/// An item on the screen.
@MainActor
open class UICollectionViewCell: UICollectionReusableView {
  /// What the content is in.
  public let contentView = UIView(frame: .zero)
  /// Whether it is selected.
  open var isSelected = false
  /// Whether a finger is on it.
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

  /// Contents as a value.
  public var contentConfiguration: (any UIContentConfiguration)? {
    get { content.configuration }
    set { content.show(newValue, in: contentView) }
  }

  /// Asks for its configuration to be updated.
  open func setNeedsUpdateConfiguration() {}
}

/// An item of a list on the screen.
@MainActor
open class UICollectionViewListCell: UICollectionViewCell {
  /// Contents of a cell, empty.
  public func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }
}

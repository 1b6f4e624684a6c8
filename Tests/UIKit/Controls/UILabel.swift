/// Shows a text.
@MainActor
open class UILabel: UIView {
  /// The text.
  open var text: String?
  /// How it is drawn.
  open var font: UIFont?
  /// Its colour.
  open var textColor: UIColor?
  /// How many lines it has at most; 0 for any number.
  open var numberOfLines = 1
}

/// Shows an image.
@MainActor
open class UIImageView: UIView {
  /// The image.
  open var image: UIImage?

  /// Makes an empty view.
  public override init(frame: CGRect) { super.init(frame: frame) }
  /// Makes a view from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes a view of an image.
  public convenience init(image: UIImage?) {
    self.init(frame: .zero)
    self.image = image
  }
}

/// A label.
@MainActor
open class UILabel: UIView {
  /// The text.
  open var text: String?
  /// The font of the text.
  open var font: UIFont?
  /// The color of the text.
  open var textColor: UIColor?
  /// The largest number of lines; 0 for any number.
  open var numberOfLines = 1
}

/// A view that shows an image.
@MainActor
open class UIImageView: UIView {
  /// The image.
  open var image: UIImage?

  /// Makes an empty view.
  public override init(frame: CGRect) { super.init(frame: frame) }
  /// Makes a view from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes a view that shows an image.
  public convenience init(image: UIImage?) {
    self.init(frame: .zero)
    self.image = image
  }
}

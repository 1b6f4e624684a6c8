/// A header or a footer of a section on the screen.
@MainActor
open class UITableViewHeaderFooterView: UIView {
  /// Names the views that it can be used again for.
  open internal(set) var reuseIdentifier: String?
  /// What the content is in.
  public let contentView = UIView(frame: .zero)
  /// The text of a view without a content configuration.
  open private(set) var textLabel: UILabel? = UILabel(frame: .zero)
  /// The second text of a view without a content configuration.
  open private(set) var detailTextLabel: UILabel? = UILabel(frame: .zero)
  private var content = ContentHolder()

  /// Makes a view.
  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    addSubview(contentView)
  }

  /// Makes a view from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }

  /// What a table makes views by.
  public required convenience init(dequeued reuseIdentifier: String?) { self.init(reuseIdentifier: reuseIdentifier) }

  /// Contents as a value.
  public var contentConfiguration: (any UIContentConfiguration)? {
    get { content.configuration }
    set { content.show(newValue, in: contentView) }
  }

  /// Contents of a header, empty.
  public func defaultContentConfiguration() -> UIListContentConfiguration { .plainHeader() }

  /// Makes it ready for another section. Called when it is dequeued again.
  open func prepareForReuse() {}
}

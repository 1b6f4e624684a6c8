/// A header or footer of a section.
@MainActor
open class UITableViewHeaderFooterView: UIView {
  /// The identifier under which the view is reused.
  open internal(set) var reuseIdentifier: String?
  /// The view that contains the content.
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

  /// Makes a view for a table.
  public required convenience init(dequeued reuseIdentifier: String?) { self.init(reuseIdentifier: reuseIdentifier) }

  /// The content as a configuration.
  public var contentConfiguration: (any UIContentConfiguration)? {
    get { content.configuration }
    set { content.show(newValue, in: contentView) }
  }

  /// Returns an empty list content configuration for a header.
  public func defaultContentConfiguration() -> UIListContentConfiguration { .plainHeader() }

  /// Prepares the view for another section. Called when it is dequeued again.
  open func prepareForReuse() {}
}

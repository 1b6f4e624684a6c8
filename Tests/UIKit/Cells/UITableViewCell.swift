/// A row on the screen.
///
/// A subclass that is registered needs the initializers of this class, overridden or inherited: as UIKit, the double
/// makes cells by `init(style:reuseIdentifier:)`.
@MainActor
open class UITableViewCell: UIView {
  /// How a cell looks.
  public enum CellStyle: Int, Sendable {
    case `default`, value1, value2, subtitle
  }

  /// What a cell is selected with.
  public enum SelectionStyle: Int, Sendable {
    case none, blue, gray, `default`
  }

  /// What a user may do with a row while the table is edited.
  public enum EditingStyle: Int, Sendable {
    case none, delete, insert
  }

  /// What stands between rows.
  public enum SeparatorStyle: Int, Sendable {
    case none, singleLine, singleLineEtched
  }

  /// What stands at the end of a row.
  public enum AccessoryType: Int, Sendable {
    case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
  }

  /// Names the cells that it can be used again for.
  open internal(set) var reuseIdentifier: String?
  /// What the content is in.
  public let contentView = UIView(frame: .zero)
  /// The text of a cell without a content configuration.
  open private(set) var textLabel: UILabel? = UILabel(frame: .zero)
  /// The second text of a cell without a content configuration.
  open private(set) var detailTextLabel: UILabel? = UILabel(frame: .zero)
  /// The image of a cell without a content configuration.
  open private(set) var imageView: UIImageView? = UIImageView(frame: .zero)
  /// What it is selected with.
  open var selectionStyle = SelectionStyle.default
  /// What stands at its end.
  open var accessoryType = AccessoryType.none
  /// A view at its end.
  open var accessoryView: UIView?
  /// How many times its content is indented.
  open var indentationLevel = 0
  /// The points of one indentation.
  open var indentationWidth: CGFloat = 10
  /// Whether a handle to move it is shown while the table is edited.
  open var showsReorderControl = false
  /// What a user may do with it while the table is edited.
  open internal(set) var editingStyle = EditingStyle.none
  /// Whether it is selected.
  open var isSelected = false
  /// Whether a finger is on it.
  open var isHighlighted = false
  /// Whether it is edited.
  open var isEditing = false
  var content = ContentHolder()

  /// The size that fits its content: as high as a line of text. A table asks where neither it nor its delegate says how
  /// high a row is.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 44) }

  /// Makes a cell.
  public init(style: CellStyle, reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    addSubview(contentView)
  }

  /// Makes a cell from an archive.
  public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }

  /// What a table makes cells by, for Swift makes none of a class that it does not know by any other initializer.
  public required convenience init(dequeued style: CellStyle, reuseIdentifier: String?) {
    self.init(style: style, reuseIdentifier: reuseIdentifier)
  }

  /// Contents as a value. A label's text and this exclude each other.
  public var contentConfiguration: (any UIContentConfiguration)? {
    get { content.configuration }
    set { content.show(newValue, in: contentView) }
  }

  /// Contents of the cell's style, empty.
  public func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }

  /// Makes it ready for another row. Called when it is dequeued again.
  open func prepareForReuse() {}

  /// Selects it, or not.
  open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }

  /// Begins or ends editing it.
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

  /// Asks for its configuration to be updated.
  open func setNeedsUpdateConfiguration() {}
}

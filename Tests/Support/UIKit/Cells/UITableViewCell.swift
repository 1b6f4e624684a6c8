/// The cell of a row.
///
/// The double makes cells with `init(style:reuseIdentifier:)`, like UIKit. So a subclass that is registered must
/// override or inherit the initializers of this class.
@MainActor
open class UITableViewCell: UIView {
  /// The style of a cell.
  public enum CellStyle: Int, Sendable {
    case `default`, value1, value2, subtitle
  }

  /// The appearance of a selected cell.
  public enum SelectionStyle: Int, Sendable {
    case none, blue, gray, `default`
  }

  /// The editing control of a row.
  public enum EditingStyle: Int, Sendable {
    case none, delete, insert
  }

  /// The line between rows.
  public enum SeparatorStyle: Int, Sendable {
    case none, singleLine, singleLineEtched
  }

  /// The control at the end of a row.
  public enum AccessoryType: Int, Sendable {
    case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
  }

  /// The identifier under which the cell is reused.
  open internal(set) var reuseIdentifier: String?
  /// The view that contains the cell's content.
  public let contentView = UIView(frame: .zero)
  /// The text of a cell without a content configuration.
  open private(set) var textLabel: UILabel? = UILabel(frame: .zero)
  /// The second text of a cell without a content configuration.
  open private(set) var detailTextLabel: UILabel? = UILabel(frame: .zero)
  /// The image of a cell without a content configuration.
  open private(set) var imageView: UIImageView? = UIImageView(frame: .zero)
  /// The appearance of the cell when it is selected.
  open var selectionStyle = SelectionStyle.default
  /// The control at the end of the cell.
  open var accessoryType = AccessoryType.none
  /// The view at the end of the cell.
  open var accessoryView: UIView?
  /// The number of indentations of the content.
  open var indentationLevel = 0
  /// The width of one indentation in points.
  open var indentationWidth: CGFloat = 10
  /// Whether the cell shows a reorder control while the table is in editing mode.
  open var showsReorderControl = false
  /// The editing control that the cell shows while the table is in editing mode.
  open internal(set) var editingStyle = EditingStyle.none
  /// Whether it is selected.
  open var isSelected = false
  /// Whether a finger touches the cell.
  open var isHighlighted = false
  /// Whether the cell is in editing mode.
  open var isEditing = false
  var content = ContentHolder()

  /// Returns a height of one line of text. The table calls this if neither it nor its delegate sets the row's height.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 44) }

  /// Makes a cell.
  public init(style: CellStyle, reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    addSubview(contentView)
  }

  /// Makes a cell of the default style without a reuse identifier.
  public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

  /// Makes a cell from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(contentView)
  }

  /// Makes a cell for a table. Swift can instantiate a class that is known only at run time by a required initializer,
  /// and subclasses inherit this one.
  public required convenience init(dequeued style: CellStyle, reuseIdentifier: String?) {
    self.init(style: style, reuseIdentifier: reuseIdentifier)
  }

  /// The content as a configuration. Use either this or the labels.
  public var contentConfiguration: (any UIContentConfiguration)? {
    get { content.configuration }
    set { content.show(newValue, in: contentView) }
  }

  /// Returns an empty list content configuration for the cell's style.
  public func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }

  /// Prepares the cell for another row. Called when it is dequeued again.
  open func prepareForReuse() {}

  /// Selects or deselects the cell.
  open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }

  /// Begins or ends editing mode.
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

  /// Marks the configuration for an update. Does nothing in the double.
  open func setNeedsUpdateConfiguration() {}
}

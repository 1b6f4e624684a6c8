/// The view behind the cells of a row.
@MainActor
open class NSTableRowView: NSView {
  /// Whether the row is selected.
  open var isSelected = false
  /// Whether the row is drawn as a group row.
  open var isGroupRowStyle = false
  /// Whether the row floats over others.
  open var isFloating = false
  var views: [NSView?] = []

  /// Makes a view. Said again here, so that subclasses in other modules inherit it.
  public override init(frame frameRect: CGRect) { super.init(frame: frameRect) }
  /// Makes a view from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The view at a column.
  open func view(atColumn column: Int) -> Any? { views.indices.contains(column) ? views[column] : nil }
  /// The number of its columns.
  open var numberOfColumns: Int { views.count }
}

/// A cell with a text and an image.
@MainActor
open class NSTableCellView: NSView {
  /// A value for bindings.
  open var objectValue: Any?
  /// The text. Not retained: it is a subview.
  open weak var textField: NSTextField?
  /// The image. Not retained: it is a subview.
  open weak var imageView: NSImageView?

  /// Makes a view. Said again here, so that subclasses in other modules inherit it.
  public override init(frame frameRect: CGRect) { super.init(frame: frameRect) }
  /// Makes a view from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

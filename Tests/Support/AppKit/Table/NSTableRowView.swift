/// The view of a row, which contains its cells.
@MainActor
open class NSTableRowView: NSView {
  /// Whether the row is selected.
  open var isSelected = false
  /// Whether the row has the style of a group row.
  open var isGroupRowStyle = false
  /// Whether the row floats above other rows.
  open var isFloating = false
  var views: [NSView?] = []

  /// Makes a view. The override makes the initializer available to subclasses in other modules.
  public override init(frame frameRect: CGRect) { super.init(frame: frameRect) }
  /// Makes a view from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The view in a column.
  open func view(atColumn column: Int) -> Any? { views.indices.contains(column) ? views[column] : nil }
  /// The number of columns; 1 for a group row.
  open var numberOfColumns: Int { views.count }
}

/// A cell with a text and an image.
@MainActor
open class NSTableCellView: NSView {
  /// The value for Cocoa bindings.
  open var objectValue: Any?
  /// The text field, a subview, which the cell does not retain.
  open weak var textField: NSTextField?
  /// The image view, a subview, which the cell does not retain.
  open weak var imageView: NSImageView?

  /// Makes a view. The override makes the initializer available to subclasses in other modules.
  public override init(frame frameRect: CGRect) { super.init(frame: frameRect) }
  /// Makes a view from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// A column of a table.
@MainActor
open class NSTableColumn: NSObject {
  /// Names the column.
  open var identifier: NSUserInterfaceItemIdentifier
  /// The text in the header.
  open var title = ""
  /// The width.
  open var width: CGFloat = 100
  /// Whether it is not shown.
  open var isHidden = false
  /// The order that a click on the header sets; nil where a click does nothing.
  open var sortDescriptorPrototype: NSSortDescriptor?

  /// Makes a column.
  public init(identifier: NSUserInterfaceItemIdentifier) {
    self.identifier = identifier
    super.init()
  }
}

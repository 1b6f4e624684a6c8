/// A column of a table.
@MainActor
open class NSTableColumn: NSObject {
  /// The identifier of the column.
  open var identifier: NSUserInterfaceItemIdentifier
  /// The title of the header.
  open var title = ""
  /// The width.
  open var width: CGFloat = 100
  /// Whether the column is hidden.
  open var isHidden = false
  /// The sort descriptor that a click on the header sets; nil if a click has no effect.
  open var sortDescriptorPrototype: NSSortDescriptor?

  /// Makes a column.
  public init(identifier: NSUserInterfaceItemIdentifier) {
    self.identifier = identifier
    super.init()
  }
}

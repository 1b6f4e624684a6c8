#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The answers that a table or an outline needs from its binding, whatever the type of the source.
  @MainActor
  protocol RowAnswers: AnyObject {
    var content: any BoundAnswers { get }
    /// The rules for a column; for a row without columns those of the binding.
    func rules(for column: NSTableColumn?) -> ListRules
    var animation: NSTableView.AnimationOptions { get }
    /// The text of a section's row without a rule; nil where it has none.
    func headerText(ofSection section: Int) -> String?
    /// The row view of an item; nil for a plain one.
    func rowView(at place: ItemPlace) -> NSTableRowView?
    /// Whether rows have heights of their own.
    var hasHeights: Bool { get }
    /// The height of an item's row; nil for the view's.
    func height(at place: ItemPlace) -> CGFloat?
    /// The height of a section's row; nil for the view's.
    func height(ofSection section: Int) -> CGFloat?
    func canSelect(_ place: ItemPlace) -> Bool
    func selectionChanged()
    func sortChanged(_ descriptors: [NSSortDescriptor])
    /// The data of an item that is dragged; nil where the program has none.
    func pasteboardWriter(at place: ItemPlace) -> (any NSPasteboardWriting)?
    /// The operation of a drop from another view.
    func dropOperation(_ info: any NSDraggingInfo, at place: ItemPlace) -> NSDragOperation
    /// Takes a drop from another view.
    func takeDrop(_ info: any NSDraggingInfo, at place: ItemPlace) -> Bool
    /// The program's buttons beside a row.
    func rowActions(at place: ItemPlace, _ edge: NSTableView.RowActionEdge) -> [NSTableViewRowAction]
    /// The text of the button that deletes a row; nil where there is none.
    var deleteTitle: String? { get }
  }
#endif

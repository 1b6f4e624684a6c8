#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The answers that a table or an outline needs from its binding, whatever the type of the source.
  @MainActor
  protocol RowAnswers: DragAnswers {
    /// The rules for a column; for a row without columns those of the binding.
    func rules(for column: NSTableColumn?) -> ListRules
    var animation: NSTableView.AnimationOptions { get }
    /// The text of a section's row without a rule; nil where it has none.
    func headerText(ofSection section: Int) -> String?
    /// The text that assistive techniques read for that row; nil for its text.
    func headerLabel(ofSection section: Int) -> String?
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
    /// The text by which typing finds an item; nil where it is not found.
    func typeSelectText(at place: ItemPlace) -> String?
    /// Whether the program has a menu for rows.
    var hasContextMenu: Bool { get }
    /// Fills a menu with the commands for the item at a place, or for the selection that it belongs to.
    func fill(_ menu: NSMenu, for place: ItemPlace)
    /// The program's buttons beside a row.
    func rowActions(at place: ItemPlace, _ edge: NSTableView.RowActionEdge) -> [NSTableViewRowAction]
    /// The text of the button that deletes a row; nil where there is none.
    var deleteTitle: String? { get }
  }
#endif

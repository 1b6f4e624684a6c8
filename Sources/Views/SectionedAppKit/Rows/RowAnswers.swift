#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The interface of a binding that tables and outlines call, independent of the source's type.
  @MainActor
  protocol RowAnswers: DragAnswers {
    /// The rules for a column; without a column, those of the binding.
    func rules(for column: NSTableColumn?) -> ListRules
    var animation: NSTableView.AnimationOptions { get }
    /// The text of a section's row if no rule applies; nil if it has none.
    func headerText(ofSection section: Int) -> String?
    /// The accessibility label of that row; nil if it equals the text.
    func headerLabel(ofSection section: Int) -> String?
    /// The row view of an item; nil for the default one.
    func rowView(at place: ItemPlace) -> NSTableRowView?
    /// Whether the program sets heights of single rows.
    var hasHeights: Bool { get }
    /// The height of an item's row; nil for the view's default.
    func height(at place: ItemPlace) -> CGFloat?
    /// The height of a section's row; nil for the view's default.
    func height(ofSection section: Int) -> CGFloat?
    func canSelect(_ place: ItemPlace) -> Bool
    func selectionChanged()
    func sortChanged(_ descriptors: [NSSortDescriptor])
    /// The text that type select compares for an item; nil if type select ignores the item.
    func typeSelectText(at place: ItemPlace) -> String?
    /// Whether the program has a menu for rows.
    var hasContextMenu: Bool { get }
    /// Fills a menu with the commands for the item at a place, or for the selection if the item is selected.
    func fill(_ menu: NSMenu, for place: ItemPlace)
    /// The program's actions for a swipe on a row.
    func rowActions(at place: ItemPlace, _ edge: NSTableView.RowActionEdge) -> [NSTableViewRowAction]
    /// The title of the action that deletes a row; nil for no such action.
    var deleteTitle: String? { get }
  }
#endif

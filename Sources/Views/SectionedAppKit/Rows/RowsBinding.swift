#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// The members that table and outline bindings share: rules, heights, selection, editing, drag and drop.
  ///
  /// AppKit asks a view's delegate for the views of its rows. So a binding is the view's data source and delegate, and
  /// notifies the program with closures.
  @MainActor
  public class RowsBinding<Source: SectionedDataSource>: RowAnswers {
    /// The presenter of the source. It has the hooks, the limits, and the list that the view shows.
    public var presenter: ListPresenter<Source> { list.presenter }
    /// Returns the text of a section's row, given the section and its index, if no rule for headers applies; nil if the
    /// section has none. A ``TreeOutlineBinding`` has no rows of sections, so it ignores this, ``headerLabel`` and
    /// ``headerHeight``.
    public var headerTitle: ((Source.Section, Int) -> String?)? { didSet { configureHeaders() } }
    /// Returns the accessibility label of the row that shows ``headerTitle``, given the section and the number of its
    /// items, as "Today, 3 messages"; nil to use the title. A rule for headers sets the label of its view itself.
    public var headerLabel: ((Source.Section, Int) -> String?)? { didSet { configureHeaders() } }
    /// Makes the row view of an item; nil for the default one. Called when the row becomes visible.
    public var rowView: ((Source.Item) -> NSTableRowView?)?
    /// Returns the height of an item's row; -1 for the view's `rowHeight`. Called again when the item changes.
    public var rowHeight: ((Source.Item) -> CGFloat)? { didSet { reload() } }
    /// Returns the height of a section's row; -1 for AppKit's default. Called again when the section or the number of
    /// its items changes.
    public var headerHeight: ((Source.Section) -> CGFloat)? { didSet { reload() } }
    /// The animation of inserted and removed rows.
    public var animation: NSTableView.AnimationOptions = .effectFade
    /// Returns whether the user may select an item; nil allows every item. The user cannot select rows of sections.
    public var canSelect: ((Source.Item) -> Bool)?
    /// Called when the user or an update has changed the selection, with the selected models in list order.
    public var selectionDidChange: (([Source.Item]) -> Void)?
    /// Called with the view's new sort descriptors when the user has clicked a column header. The program sorts the
    /// source, for example by `sortDescriptors` of a fetch. The rows then move, and stay selected.
    public var sortDescriptorsDidChange: (([NSSortDescriptor]) -> Void)?
    /// Returns the pasteboard data of an item for a drag to another view or program; nil if the item has none. If the
    /// data is an `NSPasteboardItem`, ``editing`` alone decides about drags within the view, and in a
    /// ``TreeOutlineBinding`` its `treeEditing`. For other data, register the view for its types.
    public var pasteboardWriter: ((Source.Item) -> (any NSPasteboardWriting)?)?
    /// Returns the operation of a drop from another view or program, given a place in the view's list; an empty
    /// operation refuses the drop. Register the view for the accepted types with `registerForDraggedTypes`. A
    /// ``TreeOutlineBinding`` calls its `validateNodeDrop` instead, because a drop in a tree has a parent.
    public var validateDrop: ((any NSDraggingInfo, ItemPlace) -> NSDragOperation)?
    /// Accepts a drop from another view or program at a place in the view's list. Returns whether it did. A
    /// ``TreeOutlineBinding`` calls its `acceptNodeDrop` instead.
    public var acceptDrop: ((any NSDraggingInfo, ItemPlace) -> Bool)?
    /// The title of the swipe action that deletes a row, in the user's language; nil for no such action. Only a
    /// ``TableBinding`` uses it, because AppKit's outlines have no swipe actions.
    public var deleteTitle: String?
    /// Returns the swipe actions on one edge of an item's row in a table, beside the one of ``deleteTitle``. Only a
    /// ``TableBinding`` uses it.
    public var rowActions: ((Source.Item, NSTableView.RowActionEdge) -> [NSTableViewRowAction])?
    /// Returns the text that type select compares with the typed beginning; nil to skip the item. Type select also
    /// skips rows that the user may not select, and items without rows, as beneath a collapsed node.
    public var typeSelectText: ((Source.Item) -> String?)?
    /// Adds the commands of a context menu for models: the selected ones if the user clicked a selected row, or else
    /// the clicked one. Setting this sets the view's `menu`. Rows of sections have no menu.
    public var contextMenu: ((NSMenu, [Source.Item]) -> Void)? { didSet { rowsScreen?.setMenu() } }
    /// The rules of columns that have their own, by the column's identifier. Other columns use ``rules``. Setting them
    /// reloads the view.
    public var columnRules: [NSUserInterfaceItemIdentifier: ListRules] = [:] { didSet { reload() } }
    /// The rules for the views of items (`.cell`) and of sections (`.header`). Setting them reloads the view.
    public var rules: ListRules { didSet { reload() } }

    let list: BoundList<Source>
    private(set) var rowsScreen: RowsScreen?
    /// The data source and delegate of the view, which does not retain them.
    private var rowsSource: (any RowsSource)?

    init(_ source: Source, _ rules: ListRules) {
      list = BoundList(source)
      self.rules = rules
      presenter.cellIdentifier = { [weak self] place in self?.rowsScreen?.wantedIdentifier(at: place) }
    }

    /// The edits that the user may make in the view. In a ``TreeOutlineBinding``, set `treeEditing`, which replaces this.
    public var editing: ListEditing {
      get { presenter.editing }
      set { presenter.editing = newValue }
    }

    /// The calls that load the list: `begin` when the view or this property is set, and `append` when the row for more
    /// becomes visible.
    public var loading: ListLoading {
      get { list.loading }
      set { list.loading = newValue }
    }

    /// Called with the errors that `ListEditing` throws when the user edits the list.
    public var onError: ((any Error) -> Void)? {
      get { list.onError }
      set { list.onError = newValue }
    }

    /// Shows the list in a view. The binding leaves the view that it used before.
    ///
    /// - Parameters:
    ///   - screen: adapts the view.
    ///   - source: the data source and delegate for the view.
    func attach(_ screen: some RowsScreen & ListView, _ source: any RowsSource) {
      detach()
      (rowsScreen, rowsSource) = (screen, source)
      screen.attach(source)
      presenter.view = screen
      list.loading.begin?()
    }

    /// Whether the binding is the data source of a view. A program may have set another one since ``attach(_:_:)``.
    func isShown(in view: AnyTableView) -> Bool { rowsScreen.map { $0.table === view && $0.hasDataSource } ?? false }

    /// Detaches from the view, which is then empty.
    public func detach() {
      presenter.view = nil
      rowsScreen?.detach()
      (rowsScreen, rowsSource) = (nil, nil)
    }

    func reload() { if rowsScreen != nil { presenter.reload() } }
    private func configureHeaders() { if rowsScreen != nil { presenter.configureVisible() } }

    // The answers to the view. A closure of the program may change the source; the view shows that in the next turn.

    var content: any BoundAnswers { list }
    func rules(for column: NSTableColumn?) -> ListRules { column.flatMap { columnRules[$0.identifier] } ?? rules }
    func headerText(ofSection section: Int) -> String? {
      presenter.section(at: section).flatMap { headerTitle?($0, section) }
    }
    func headerLabel(ofSection section: Int) -> String? {
      presenter.section(at: section).flatMap { headerLabel?($0, presenter.finalCount(ofSection: section)) }
    }
    func rowView(at place: ItemPlace) -> NSTableRowView? {
      guard let rowView, let item = presenter.item(at: place) else { return nil }
      return list.answering { rowView(item) }
    }
    var hasHeights: Bool { rowHeight != nil || headerHeight != nil }
    func height(at place: ItemPlace) -> CGFloat? {
      guard let rowHeight, let item = presenter.item(at: place) else { return nil }
      return list.answering { rowHeight(item) }
    }
    func height(ofSection section: Int) -> CGFloat? {
      guard let headerHeight, let model = presenter.section(at: section) else { return nil }
      return list.answering { headerHeight(model) }
    }
    func canSelect(_ place: ItemPlace) -> Bool {
      guard let item = presenter.item(at: place) else { return false }
      return list.answering { canSelect?(item) ?? true }
    }
    func selectionChanged() { selectionDidChange?(selectedItems) }
    func sortChanged(_ descriptors: [NSSortDescriptor]) { sortDescriptorsDidChange?(descriptors) }
    func pasteboardWriter(at place: ItemPlace) -> (any NSPasteboardWriting)? {
      guard let pasteboardWriter, let item = presenter.item(at: place) else { return nil }
      return list.answering { pasteboardWriter(item) }
    }
    func rowActions(at place: ItemPlace, _ edge: NSTableView.RowActionEdge) -> [NSTableViewRowAction] {
      guard let rowActions, let item = presenter.item(at: place) else { return [] }
      return list.answering { rowActions(item, edge) }
    }
    func typeSelectText(at place: ItemPlace) -> String? {
      guard let typeSelectText, let item = presenter.item(at: place) else { return nil }
      return list.answering { typeSelectText(item) }
    }
    var hasContextMenu: Bool { contextMenu != nil }
    func fill(_ menu: NSMenu, for place: ItemPlace) {
      guard let contextMenu, let item = presenter.item(at: place) else { return }
      let isSelected = rowsScreen?.selection.contains(place) ?? false
      contextMenu(menu, isSelected ? selectedItems : [item])
    }
    func dropOperation(_ info: any NSDraggingInfo, at place: ItemPlace) -> NSDragOperation {
      list.answering { validateDrop?(info, place) ?? [] }
    }
    func takeDrop(_ info: any NSDraggingInfo, at place: ItemPlace) -> Bool { acceptDrop?(info, place) ?? false }
  }
#endif

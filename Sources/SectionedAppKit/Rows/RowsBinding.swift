#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// The part that the bindings of tables and outlines share: rules, heights, selection, editing, drag and drop.
  ///
  /// AppKit asks a view's delegate for the views of its rows. So a binding is the view's data source and its delegate,
  /// and a program is notified by closures.
  @MainActor
  public class RowsBinding<Source: SectionedDataSource>: RowAnswers {
    /// The presenter of the source: its hooks, its limits, and the list that the view has.
    public var presenter: ListPresenter<Source> { list.presenter }
    /// The text of a section's row, at an index, where no rule for headers is for the section; nil where it has none.
    public var headerTitle: ((Source.Section, Int) -> String?)? { didSet { configureHeaders() } }
    /// The text that assistive techniques read for the row that shows ``headerTitle``, with the number of the section's
    /// items, as "Today, 3 messages"; nil for the title. A rule for headers sets the label of its view itself.
    public var headerLabel: ((Source.Section, Int) -> String?)? { didSet { configureHeaders() } }
    /// Makes the row view of an item; nil for a plain one. Asked when the row becomes visible.
    public var rowView: ((Source.Item) -> NSTableRowView?)?
    /// The height of an item's row; nil, or -1, for the view's `rowHeight`. Asked again when the item changes.
    public var rowHeight: ((Source.Item) -> CGFloat)? { didSet { reload() } }
    /// The height of a section's row; nil, or -1, for AppKit's. Asked again when the section or its number of items
    /// changes.
    public var headerHeight: ((Source.Section) -> CGFloat)? { didSet { reload() } }
    /// The animation of rows that come or go.
    public var animation: NSTableView.AnimationOptions = .effectFade
    /// Whether the user may select an item; nil for every item. The rows of sections are never selected.
    public var canSelect: ((Source.Item) -> Bool)?
    /// Called with the selected models, in order, when the user or an update has changed the selection.
    public var selectionDidChange: (([Source.Item]) -> Void)?
    /// Called when the user has clicked a header, with the order that the view shows now. The program orders the source,
    /// as by `sortDescriptors` of a fetch; rows move then, and the selection stays.
    public var sortDescriptorsDidChange: (([NSSortDescriptor]) -> Void)?
    /// The data of an item for a drag to another view or program; nil where it has none. Within the view an item is
    /// dragged by ``editing`` alone, if the data is an `NSPasteboardItem`; with other data the view has to be registered
    /// for its types.
    public var pasteboardWriter: ((Source.Item) -> (any NSPasteboardWriting)?)?
    /// The operation of a drop from another view or program at a place of the view's list; none refuses it. The view has
    /// to be registered for the types that the program takes, by `registerForDraggedTypes`.
    public var validateDrop: ((any NSDraggingInfo, ItemPlace) -> NSDragOperation)?
    /// Takes a drop from another view or program at a place of the view's list, and returns whether it did.
    public var acceptDrop: ((any NSDraggingInfo, ItemPlace) -> Bool)?
    /// The text of the button by which a swipe deletes a row; nil for no button. Given by the program, which knows its
    /// user's language.
    public var deleteTitle: String?
    /// The buttons that a swipe uncovers on one side of an item's row in a table, beside that of ``deleteTitle``.
    public var rowActions: ((Source.Item, NSTableView.RowActionEdge) -> [NSTableViewRowAction])?
    /// The text of an item by whose beginning a user who types finds its row; nil where typing does not find it. Rows that
    /// the user may not select are passed over.
    public var typeSelectText: ((Source.Item) -> String?)?
    /// Adds the commands of a context menu for some models: the selected ones, where the user clicked one of them, or else
    /// the clicked one. The view's `menu` is set by this, and the row of a section has none.
    public var contextMenu: ((NSMenu, [Source.Item]) -> Void)? { didSet { menuChanged() } }
    /// The rules for the views of columns that have their own. Other columns have ``rules``. The view is reloaded when they
    /// change.
    public var columnRules: [NSUserInterfaceItemIdentifier: ListRules] = [:] { didSet { reload() } }
    /// The rules for the views of items (`.cell`) and of sections (`.header`). The view is reloaded when they change.
    public var rules: ListRules { didSet { reload() } }

    let list: BoundList<Source>
    var rowsScreen: RowsScreen?

    init(_ source: Source, _ rules: ListRules) {
      list = BoundList(source)
      self.rules = rules
      presenter.cellIdentifier = { [weak self] place in self?.rowsScreen?.wantedIdentifier(at: place) }
    }

    /// The edits that the user may make in the view.
    public var editing: ListEditing {
      get { presenter.editing }
      set { presenter.editing = newValue }
    }

    /// The calls by which the view has its list loaded: the content, when this or the view is set, and more when the row
    /// for more is seen.
    public var loading: ListLoading {
      get { list.loading }
      set { list.loading = newValue }
    }

    /// Called with the error that `ListEditing` threw for what the user did.
    public var onError: ((any Error) -> Void)? {
      get { list.onError }
      set { list.onError = newValue }
    }

    /// Called when there is a menu, or none any more.
    func menuChanged() {}
    private func reload() { if rowsScreen != nil { presenter.reload() } }
    private func configureHeaders() { if rowsScreen != nil { presenter.configureVisible() } }

    // What the view asks. The program's closures may change the source, which is shown in the next turn then.

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

#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The data source and delegate of an outline. It forwards each call to a binding, and answers that the outline is
  /// empty if another outline asks.
  ///
  /// It has all methods that AppKit calls, so that lists and trees answer the same calls. Subclasses override the
  /// functions in which these differ.
  @MainActor
  class OutlineRowsSource: NSObject, NSOutlineViewDataSource, NSOutlineViewDelegate, RowsSource {
    private let rows: OutlineRowsScreen
    var rowsScreen: RowsScreen { rows }
    private var answers: (any RowAnswers)? { rows.answers }

    init(_ rows: OutlineRowsScreen) {
      self.rows = rows
      super.init()
    }

    // MARK: The differences between lists and trees

    /// Whether the user may expand a node.
    func isExpandable(_ node: OutlineNode) -> Bool { false }
    /// Whether a node's row is a group row.
    func isGroup(_ node: OutlineNode) -> Bool { false }
    /// The name under which the outline saves a node's expansion; nil if it does not save it.
    func savedName(of node: OutlineNode) -> String? { nil }
    /// The node to expand for a saved name; nil if there is none.
    func node(savedAs name: String) -> OutlineNode? { nil }
    /// Called when a node was expanded or collapsed.
    func noteExpanded(_ node: OutlineNode, _ isExpanded: Bool) {}
    /// The pasteboard data of a dragged node; nil if it cannot be dragged.
    func writer(of node: OutlineNode) -> (any NSPasteboardWriting)? { nil }
    /// Called when a drag of nodes begins.
    func dragBegins(_ nodes: [OutlineNode]) {}
    /// The operation of a drop on a parent, or before the child at an index. It may change the outline's drop target.
    func dropOperation(_ info: any NSDraggingInfo, on parent: OutlineNode, at index: Int) -> NSDragOperation { [] }
    /// Accepts a drop on a parent, or before the child at an index; returns whether it did.
    func takeDrop(_ info: any NSDraggingInfo, on parent: OutlineNode, at index: Int) -> Bool { false }

    /// The node of an item, or the root; nil if another outline asks.
    private func node(_ outline: NSOutlineView, _ item: Any?) -> OutlineNode? {
      guard outline === rows.outline else { return nil }
      return item == nil ? rows.root : item as? OutlineNode
    }

    private func place(_ outline: NSOutlineView, _ item: Any) -> ItemPlace? {
      node(outline, item).flatMap { rows.place(of: $0) }
    }

    // MARK: The data source

    func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int {
      node(outlineView, item)?.children.count ?? 0
    }

    func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any {
      guard let node = node(outlineView, item), node.children.indices.contains(index) else { return OutlineNode() }
      return node.children[index]
    }

    func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool {
      node(outlineView, item).map { isExpandable($0) } ?? false
    }

    func outlineView(_ outlineView: NSOutlineView, persistentObjectForItem item: Any?) -> Any? {
      node(outlineView, item).flatMap { savedName(of: $0) }
    }

    func outlineView(_ outlineView: NSOutlineView, itemForPersistentObject object: Any) -> Any? {
      (object as? String).flatMap { node(savedAs: $0) }
    }

    func outlineView(_ outlineView: NSOutlineView, sortDescriptorsDidChange oldDescriptors: [NSSortDescriptor]) {
      answers?.sortChanged(outlineView.sortDescriptors)
    }

    // MARK: Drag and drop

    func outlineView(_ outlineView: NSOutlineView, pasteboardWriterForItem item: Any) -> (any NSPasteboardWriting)? {
      node(outlineView, item).flatMap { writer(of: $0) }
    }

    func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
      forItems draggedItems: [Any]
    ) { dragBegins(draggedItems.compactMap { $0 as? OutlineNode }) }

    func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
      operation: NSDragOperation
    ) { rows.dragEnds() }

    func outlineView(
      _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
      proposedChildIndex index: Int
    ) -> NSDragOperation { node(outlineView, item).map { dropOperation(info, on: $0, at: index) } ?? [] }

    func outlineView(
      _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex index: Int
    ) -> Bool { node(outlineView, item).map { takeDrop(info, on: $0, at: index) } ?? false }

    // MARK: The delegate

    func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView? {
      guard let node = node(outlineView, item) else { return nil }
      if let section = rows.section(of: node) { return rows.view(ofSection: section, tableColumn) }
      return rows.place(of: node).flatMap { rows.view(at: $0, tableColumn) }
    }

    func outlineView(_ outlineView: NSOutlineView, rowViewForItem item: Any) -> NSTableRowView? {
      guard let node = node(outlineView, item) else { return nil }
      // The outline has just asked the same for the triangle.
      node.hasTriangle = isExpandable(node)
      return rows.place(of: node).flatMap { answers?.rowView(at: $0) }
    }

    func outlineView(_ outlineView: NSOutlineView, isGroupItem item: Any) -> Bool {
      node(outlineView, item).map { isGroup($0) } ?? false
    }

    func outlineView(_ outlineView: NSOutlineView, heightOfRowByItem item: Any) -> CGFloat {
      // An outline asks for the heights of all rows, and most programs set none.
      guard let answers, answers.hasHeights, let node = node(outlineView, item) else { return -1 }
      if let section = rows.section(of: node) { return answers.height(ofSection: section) ?? -1 }
      return rows.place(of: node).flatMap { answers.height(at: $0) } ?? -1
    }

    func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool {
      place(outlineView, item).flatMap { answers?.canSelect($0) } ?? false
    }

    func outlineView(
      _ outlineView: NSOutlineView, typeSelectStringFor tableColumn: NSTableColumn?, item: Any
    ) -> String? {
      outlineView === rows.outline ? rows.typeSelectText(ofRow: outlineView.row(forItem: item), tableColumn) : nil
    }

    func outlineView(
      _ outlineView: NSOutlineView, nextTypeSelectMatchFromItem startItem: Any, toItem endItem: Any,
      for searchString: String
    ) -> Any? {
      guard outlineView === rows.outline else { return nil }
      let (start, end) = (outlineView.row(forItem: startItem), outlineView.row(forItem: endItem))
      return rows.typeSelectMatch(from: start, to: end, searchString).flatMap { outlineView.item(atRow: $0) }
    }

    func menuNeedsUpdate(_ menu: NSMenu) { rows.fill(menu) }

    func outlineViewSelectionDidChange(_ notification: Notification) { answers?.selectionChanged() }

    func outlineViewItemDidExpand(_ notification: Notification) { noteExpanded(notification, true) }
    func outlineViewItemDidCollapse(_ notification: Notification) { noteExpanded(notification, false) }

    private func noteExpanded(_ notification: Notification, _ isExpanded: Bool) {
      if let node = notification.userInfo?["NSObject"] as? OutlineNode { noteExpanded(node, isExpanded) }
    }
  }
#endif

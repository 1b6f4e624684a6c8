#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The interface of a binding that only outlines use.
  @MainActor
  protocol OutlineAnswers: RowAnswers {
    /// Whether the rows of sections are group rows.
    var hasGroupRows: Bool { get }
    /// The name under which the outline saves a section's expansion; nil if it does not save it.
    func savedName(ofSection section: Int) -> String?
  }

  /// The data source and delegate of an outline. It forwards each call to a binding, and answers that the list is empty
  /// if another outline asks.
  @MainActor
  final class OutlineSource: NSObject, NSOutlineViewDataSource, NSOutlineViewDelegate, NSMenuDelegate {
    let screen: OutlineScreen
    private weak var answers: (any OutlineAnswers)?

    init(_ screen: OutlineScreen, _ answers: any OutlineAnswers) {
      self.screen = screen
      self.answers = answers
      super.init()
    }

    /// Leaves the outline to another binding.
    func leave() {
      screen.removeMenu(self)
      screen.leave()
    }

    private func node(_ outline: NSOutlineView, _ item: Any?) -> OutlineNode? {
      guard outline === screen.outline else { return nil }
      return item == nil ? screen.root : item as? OutlineNode
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
      node(outlineView, item)?.parent === screen.root
    }

    func outlineView(_ outlineView: NSOutlineView, persistentObjectForItem item: Any?) -> Any? {
      (item as? OutlineNode).flatMap { screen.section(of: $0) }.flatMap { answers?.savedName(ofSection: $0) }
    }

    func outlineView(_ outlineView: NSOutlineView, itemForPersistentObject object: Any) -> Any? {
      guard let name = object as? String, let answers else { return nil }
      let section = screen.root.children.indices.first { answers.savedName(ofSection: $0) == name }
      return section.flatMap { screen.node(ofSection: $0) }
    }

    func outlineView(_ outlineView: NSOutlineView, sortDescriptorsDidChange oldDescriptors: [NSSortDescriptor]) {
      answers?.sortChanged(outlineView.sortDescriptors)
    }

    func outlineView(_ outlineView: NSOutlineView, pasteboardWriterForItem item: Any) -> (any NSPasteboardWriting)? {
      node(outlineView, item).flatMap { screen.place(of: $0) }.flatMap { screen.writer(at: $0) }
    }

    func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
      forItems draggedItems: [Any]
    ) { screen.dragBegins(draggedItems.compactMap { ($0 as? OutlineNode).flatMap { screen.place(of: $0) } }) }

    func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
      operation: NSDragOperation
    ) { screen.dragEnds() }

    func outlineView(
      _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
      proposedChildIndex index: Int
    ) -> NSDragOperation {
      guard let gap = gap(item, index) else { return [] }
      let isOwn = screen.isOwn(info)
      let operation = isOwn ? .move : answers?.dropOperation(info, at: gap) ?? []
      guard !operation.isEmpty, let target = isOwn ? screen.target(forGap: gap) : gap,
        let section = screen.node(ofSection: target.section)
      else { return [] }
      outlineView.setDropItem(section, dropChildIndex: target.item)
      return operation
    }

    func outlineView(
      _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex index: Int
    ) -> Bool {
      guard let gap = gap(item, index) else { return false }
      return screen.isOwn(info) ? screen.drop(atGap: gap) : answers?.takeDrop(info, at: gap) ?? false
    }

    /// The place before which a drop inserts: the end of a section for a drop on the section; nil in the root.
    private func gap(_ item: Any?, _ index: Int) -> ItemPlace? {
      guard let node = item as? OutlineNode else { return nil }
      guard let section = screen.section(of: node) else { return screen.place(of: node) }
      return ItemPlace(section: section, item: index < 0 ? node.children.count : min(index, node.children.count))
    }

    // MARK: The delegate

    func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView? {
      guard let node = node(outlineView, item) else { return nil }
      if let section = screen.section(of: node) { return screen.view(ofSection: section, tableColumn) }
      return screen.place(of: node).flatMap { screen.view(at: $0, tableColumn) }
    }

    func outlineView(_ outlineView: NSOutlineView, rowViewForItem item: Any) -> NSTableRowView? {
      node(outlineView, item).flatMap { screen.place(of: $0) }.flatMap { answers?.rowView(at: $0) }
    }

    func outlineView(_ outlineView: NSOutlineView, isGroupItem item: Any) -> Bool {
      answers?.hasGroupRows == true && node(outlineView, item)?.parent === screen.root
    }

    func outlineView(_ outlineView: NSOutlineView, heightOfRowByItem item: Any) -> CGFloat {
      guard let answers, answers.hasHeights, let node = node(outlineView, item) else { return -1 }
      if let section = screen.section(of: node) { return answers.height(ofSection: section) ?? -1 }
      return screen.place(of: node).flatMap { answers.height(at: $0) } ?? -1
    }

    func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool {
      node(outlineView, item).flatMap { screen.place(of: $0) }.flatMap { answers?.canSelect($0) } ?? false
    }

    func outlineView(
      _ outlineView: NSOutlineView, typeSelectStringFor tableColumn: NSTableColumn?, item: Any
    ) -> String? {
      outlineView === screen.outline
        ? screen.typeSelectText(ofRow: outlineView.row(forItem: item), tableColumn) : nil
    }

    func outlineView(
      _ outlineView: NSOutlineView, nextTypeSelectMatchFromItem startItem: Any, toItem endItem: Any,
      for searchString: String
    ) -> Any? {
      guard outlineView === screen.outline else { return nil }
      let (start, end) = (outlineView.row(forItem: startItem), outlineView.row(forItem: endItem))
      return screen.typeSelectMatch(from: start, to: end, searchString).flatMap { outlineView.item(atRow: $0) }
    }

    func menuNeedsUpdate(_ menu: NSMenu) { screen.fill(menu) }

    func outlineViewSelectionDidChange(_ notification: Notification) { answers?.selectionChanged() }

    func outlineViewItemDidExpand(_ notification: Notification) {
      if let node = notification.userInfo?["NSObject"] as? OutlineNode { screen.noteExpanded(node) }
    }

    func outlineViewItemDidCollapse(_ notification: Notification) {
      if let node = notification.userInfo?["NSObject"] as? OutlineNode { screen.noteCollapsed(node) }
    }
  }
#endif

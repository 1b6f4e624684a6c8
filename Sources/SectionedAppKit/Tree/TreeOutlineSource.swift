#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The data source and delegate of a tree's outline. It answers that the tree is empty if another outline asks.
  @MainActor
  final class TreeOutlineSource: NSObject, NSOutlineViewDataSource, NSOutlineViewDelegate {
    let screen: TreeOutlineScreen
    private weak var answers: (any TreeOutlineAnswers)?

    init(_ screen: TreeOutlineScreen, _ answers: any TreeOutlineAnswers) {
      self.screen = screen
      self.answers = answers
      super.init()
    }

    private func node(_ outline: NSOutlineView, _ item: Any?) -> OutlineNode? {
      guard outline === screen.outline else { return nil }
      return item == nil ? screen.root : item as? OutlineNode
    }

    /// The name of an item; nil for the root and for an item that is no longer in the outline.
    private func name(_ item: Any?) -> AnyHashable? {
      guard let node = item as? OutlineNode, let name = node.name, screen.nodes[name] === node else { return nil }
      return name
    }

    private func place(_ outline: NSOutlineView, _ item: Any?) -> ItemPlace? {
      node(outline, item).flatMap { screen.place(of: $0) }
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

    private func isExpandable(_ node: OutlineNode) -> Bool {
      node.name.flatMap { answers?.row($0) }?.isExpandable ?? false
    }

    func outlineView(_ outlineView: NSOutlineView, persistentObjectForItem item: Any?) -> Any? {
      name(item).flatMap { answers?.savedName(of: $0) }
    }

    // Returns nil, because the tree stores the expansion and may know a node for which the outline has no item yet.
    func outlineView(_ outlineView: NSOutlineView, itemForPersistentObject object: Any) -> Any? {
      if let name = object as? String { answers?.restore(name) }
      return nil
    }

    func outlineView(_ outlineView: NSOutlineView, sortDescriptorsDidChange oldDescriptors: [NSSortDescriptor]) {
      answers?.sortChanged(outlineView.sortDescriptors)
    }

    // MARK: Drag and drop

    func outlineView(_ outlineView: NSOutlineView, pasteboardWriterForItem item: Any) -> (any NSPasteboardWriting)? {
      guard let answers, let name = name(item) else { return nil }
      let data = place(outlineView, item).flatMap { answers.pasteboardWriter(at: $0) }
      return TreeOutlineScreen.writer(data, isMovable: answers.canMove(name))
    }

    func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
      forItems draggedItems: [Any]
    ) { screen.dragged = draggedItems.compactMap { name($0) }.filter { answers?.canMove($0) ?? false } }

    func outlineView(
      _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
      operation: NSDragOperation
    ) { screen.dragEnds() }

    func outlineView(
      _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
      proposedChildIndex index: Int
    ) -> NSDragOperation {
      guard let answers, isParent(item) else { return [] }
      guard screen.isOwn(info) else { return answers.dropOperation(info, under: name(item), at: index) }
      guard let gap = answers.dropGap(of: screen.dragged, under: name(item), at: index) else { return [] }
      if gap != index { outlineView.setDropItem(item, dropChildIndex: gap) }
      return .move
    }

    func outlineView(
      _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex index: Int
    ) -> Bool {
      guard let answers, isParent(item) else { return false }
      return screen.isOwn(info)
        ? answers.userDropped(screen.dragged, under: name(item), at: index)
        : answers.takeDrop(info, under: name(item), at: index)
    }

    /// Whether an item accepts drops: the root, or an item that the outline still has.
    private func isParent(_ item: Any?) -> Bool { item == nil || name(item) != nil }

    // MARK: The delegate

    func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView? {
      place(outlineView, item).flatMap { screen.view(at: $0, tableColumn) }
    }

    func outlineView(_ outlineView: NSOutlineView, rowViewForItem item: Any) -> NSTableRowView? {
      guard let node = node(outlineView, item) else { return nil }
      // The outline has just asked the same for the triangle. A node that left the tree has none.
      node.hasTriangle = isExpandable(node)
      return screen.place(of: node).flatMap { answers?.rowView(at: $0) }
    }

    func outlineView(_ outlineView: NSOutlineView, heightOfRowByItem item: Any) -> CGFloat {
      guard let answers, answers.hasHeights else { return -1 }
      return place(outlineView, item).flatMap { answers.height(at: $0) } ?? -1
    }

    func outlineView(_ outlineView: NSOutlineView, shouldSelectItem item: Any) -> Bool {
      place(outlineView, item).flatMap { answers?.canSelect($0) } ?? false
    }

    func outlineViewSelectionDidChange(_ notification: Notification) { answers?.selectionChanged() }

    func outlineViewItemDidExpand(_ notification: Notification) { noteExpanded(notification, true) }
    func outlineViewItemDidCollapse(_ notification: Notification) { noteExpanded(notification, false) }

    private func noteExpanded(_ notification: Notification, _ isExpanded: Bool) {
      guard screen.operations == 0, let node = notification.userInfo?["NSObject"] as? OutlineNode, let name = node.name
      else { return }
      if !isExpanded { screen.noteCollapsed(node) }
      answers?.userExpanded(name, isExpanded)
      if isExpanded { screen.noteExpanded(node) }
    }
  }
#endif

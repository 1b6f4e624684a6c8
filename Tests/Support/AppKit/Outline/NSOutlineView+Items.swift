extension NSOutlineView {
  /// The item of a row; nil if there is no such row.
  public func item(atRow row: Int) -> Any? {
    load()
    return entries.indices.contains(row) ? entries[row].node?.item : nil
  }

  /// The row of an item; -1 if the item is not visible.
  public func row(forItem item: Any?) -> Int {
    load()
    guard item != nil, let node = node(item) else { return -1 }
    return row(of: node)
  }

  /// The parent of an item; nil for the root.
  public func parent(forItem item: Any?) -> Any? { node(item)?.parent?.item }

  /// The index of an item among its parent's children; -1 if the item is not visible.
  public func childIndex(forItem item: Any) -> Int {
    guard let node = node(item), let parent = node.parent else { return -1 }
    return parent.children.firstIndex { $0 === node } ?? -1
  }

  /// Whether an item is expanded.
  public func isItemExpanded(_ item: Any?) -> Bool {
    load()
    return node(item)?.isExpanded ?? false
  }

  /// Whether an item can be expanded.
  public func isExpandable(_ item: Any?) -> Bool {
    item.map { item in asking { dataSource?.outlineView(self, isItemExpandable: item) ?? false } } ?? true
  }

  /// Asks again for the views of an item's row, and whether the item is expandable. `reloadItem` does not reload its
  /// children.
  public func reloadItem(_ item: Any?) {
    guard mayChange("reloadItem") else { return }
    load()
    guard item != nil, let node = node(item), node !== root else { return }
    let row = row(of: node)
    guard row >= 0, entries[row].rowView != nil else { return }
    askTriangle(row)
    reloadData(forRowIndexes: [row], columnIndexes: IndexSet(integersIn: 0..<numberOfColumns))
  }

  /// Asks whether an item is expandable. A row's disclosure triangle changes only when its views are made or its item
  /// is reloaded.
  func askTriangle(_ row: Int) {
    guard let node = entries[row].node, let item = node.item else { return }
    node.hasTriangle = isExpandable(item)
  }

  /// Whether a row with views shows a disclosure triangle.
  public func showsTriangle(_ row: Int) -> Bool { entries[row].node?.hasTriangle ?? false }

  /// The number of ancestors of a row's item; -1 if there is no such row.
  public func level(forRow row: Int) -> Int {
    load()
    guard entries.indices.contains(row) else { return -1 }
    var level = -1
    var next = entries[row].node?.parent
    while let node = next {
      level += 1
      next = node.parent
    }
    return level
  }

  /// Expands an item.
  public func expandItem(_ item: Any?) {
    guard mayChange("expandItem") else { return }
    load()
    guard let node = node(item), let item = node.item, !node.isExpanded else { return }
    open(node)
    guard node.isExpanded else { return }
    needsLayout = true
    saveExpansion()
    delegate?.outlineViewItemDidExpand(
      Notification(name: Self.itemDidExpandNotification, object: self, userInfo: ["NSObject": item]))
  }

  /// Collapses an item. Selected rows beneath it lose their selection.
  public func collapseItem(_ item: Any?) {
    guard mayChange("collapseItem") else { return }
    load()
    guard let node = node(item), let item = node.item, node.isExpanded else { return }
    let row = row(of: node)
    remove(at: Array(row + 1..<row + node.rowCount))
    node.children = []
    node.isExpanded = false
    expanded.remove(item)
    needsLayout = true
    saveExpansion()
    if selectionIsLost, updateDepth == 0 {
      selectionIsLost = false
      selectionChanged()
    }
    delegate?.outlineViewItemDidCollapse(
      Notification(name: Self.itemDidCollapseNotification, object: self, userInfo: ["NSObject": item]))
  }

  private func saveExpansion() {
    guard autosaveExpandedItems, let autosaveName else { return }
    Self.saved[autosaveName] = expanded.compactMap { dataSource?.outlineView(self, persistentObjectForItem: $0) }
  }

  func restoreExpansion() {
    guard let autosaveName, let saved = Self.saved[autosaveName] else { return }
    for object in saved {
      let item = asking { dataSource?.outlineView(self, itemForPersistentObject: object) }
      if let node = item.flatMap({ node($0) }), node !== root, !node.isExpanded { open(node) }
    }
  }

  /// Drags an item and drops it under a parent, here or in another outline, as the user does; nil is the root.
  ///
  /// - Parameters:
  ///   - row: the row of the item.
  ///   - parent: the parent, an item of the destination.
  ///   - index: the child index of the drop.
  ///   - other: the destination; nil for this outline.
  /// - Returns: whether the drop was accepted.
  @discardableResult
  public func dragRow(_ row: Int, into parent: Any?, at index: Int, in other: NSOutlineView? = nil) -> Bool {
    dragRows([row], into: parent, at: index, in: other)
  }

  /// Drags items and drops them under a parent, here or in another outline, as the user does; nil is the root. Items
  /// without pasteboard data stay.
  ///
  /// - Parameters:
  ///   - rows: the rows of the items.
  ///   - parent: the parent, an item of the destination.
  ///   - index: the child index of the drop.
  ///   - other: the destination; nil for this outline.
  /// - Returns: whether the drop was accepted.
  @discardableResult
  public func dragRows(_ rows: [Int], into parent: Any?, at index: Int, in other: NSOutlineView? = nil) -> Bool {
    var (items, writers): ([Any], [any NSPasteboardWriting]) = ([], [])
    for case let item? in rows.map({ item(atRow: $0) }) {
      guard let writer = asking({ dataSource?.outlineView(self, pasteboardWriterForItem: item) }) else { continue }
      items.append(item)
      writers.append(writer)
    }
    if items.isEmpty { return false }
    let session = NSDraggingSession()
    _ = session.draggingPasteboard.writeObjects(writers)
    dataSource?.outlineView(self, draggingSession: session, willBeginAt: .zero, forItems: items)
    let target = other ?? self
    let info = DraggingInfo(session.draggingPasteboard, from: self)
    target.dropTarget = DropTarget(row: index, operation: .above, item: parent)
    let answer =
      !target.takes(info.draggingPasteboard)
      ? []
      : target.asking {
        target.dataSource?.outlineView(target, validateDrop: info, proposedItem: parent, proposedChildIndex: index)
          ?? []
      }
    var isAccepted = false
    if !answer.isEmpty, let drop = target.dropTarget {
      isAccepted =
        target.dataSource?.outlineView(target, acceptDrop: info, item: drop.item, childIndex: drop.row) ?? false
    }
    target.dropTarget = nil
    dataSource?.outlineView(self, draggingSession: session, endedAt: .zero, operation: isAccepted ? answer : [])
    return isAccepted
  }

  /// Changes the target of the drop that is being validated.
  public func setDropItem(_ item: Any?, dropChildIndex index: Int) {
    dropTarget = DropTarget(row: index, operation: .above, item: item)
  }
}

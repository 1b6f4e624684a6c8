extension NSOutlineView {
  /// Inserts items at their final indices. The header: "The operation will not do anything if 'parent' is not
  /// expanded."
  public func insertItems(
    at indexes: IndexSet, inParent parent: Any?, withAnimation animationOptions: AnimationOptions = []
  ) {
    update("insertItems", animationOptions) {
      guard let node = node(parent), node.isExpanded else { return }
      for index in indexes {
        guard index <= node.children.count else { return refuseIndex(index, node, "inserting") }
        let child = OutlineEntry(nil, in: node)
        let row = firstRow(of: index, in: node)
        node.children.insert(child, at: index)
        entries.insert(RowEntry(node: child), at: row)
      }
    }
  }

  /// Removes the items at current indices, with their visible descendants.
  public func removeItems(
    at indexes: IndexSet, inParent parent: Any?, withAnimation animationOptions: AnimationOptions = []
  ) {
    update("removeItems", animationOptions) {
      guard let node = node(parent), node.isExpanded else { return }
      for index in indexes.reversed() {
        guard node.children.indices.contains(index) else { return refuseIndex(index, node, "removing") }
        let row = firstRow(of: index, in: node)
        let child = node.children.remove(at: index)
        remove(at: Array(row..<row + child.rowCount))
        forgetExpansion(of: child)
      }
    }
  }

  private func forgetExpansion(of node: OutlineEntry) {
    if let item = node.item { expanded.remove(item) }
    for child in node.children { forgetExpansion(of: child) }
  }

  /// Moves an item with its visible descendants. The header: "Moving from an invalid index, or to an invalid index will
  /// throw an exception". The double refuses an index in a collapsed item, too.
  public func moveItem(at fromIndex: Int, inParent oldParent: Any?, to toIndex: Int, inParent newParent: Any?) {
    update("moveItem") {
      guard let old = node(oldParent), let new = node(newParent) else { return }
      guard old.children.indices.contains(fromIndex) else { return refuseIndex(fromIndex, old, "moving") }
      let end = new.children.count - (old === new ? 1 : 0)
      guard new.isExpanded, (0...end).contains(toIndex) else { return refuseIndex(toIndex, new, "moving") }
      let row = firstRow(of: fromIndex, in: old)
      let child = old.children.remove(at: fromIndex)
      let moved = Array(entries[row..<row + child.rowCount])
      entries.removeSubrange(row..<row + child.rowCount)
      let target = firstRow(of: toIndex, in: new)
      child.parent = new
      new.children.insert(child, at: toIndex)
      entries.insert(contentsOf: moved, at: target)
    }
  }

  private func refuseIndex(_ index: Int, _ node: OutlineEntry, _ what: String) {
    refuse(
      "NSOutlineView error \(what) child indexes \(index) in parent \(name(node)) "
        + "(which has \(node.children.count) children).")
  }

  /// Returns the node of an item; the root for nil.
  func node(_ item: Any?) -> OutlineEntry? {
    guard let item = item as? NSObject else { return root }
    return node(item, in: root)
  }

  private func node(_ item: NSObject, in node: OutlineEntry) -> OutlineEntry? {
    for child in node.children {
      if child.item == item { return child }
      if let found = self.node(item, in: child) { return found }
    }
    return nil
  }

  /// The row of a node; -1 for the root.
  func row(of node: OutlineEntry) -> Int { entries.firstIndex { $0.node === node } ?? -1 }

  private func firstRow(of index: Int, in node: OutlineEntry) -> Int {
    node.children.prefix(index).reduce(row(of: node) + 1) { $0 + $1.rowCount }
  }
}

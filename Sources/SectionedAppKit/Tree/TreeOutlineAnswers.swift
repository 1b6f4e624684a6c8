#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// A node of a tree that has a row, as of the source's last step.
  struct OutlineRow {
    /// The name of the parent; nil for a root.
    var parent: AnyHashable?
    /// The index of the row.
    var rank: Int
    /// Whether its children are shown.
    var isExpanded: Bool
    /// Whether the user may expand it.
    var isExpandable: Bool
  }

  /// The answers that the outline of a tree needs, whatever the type of the source. Nodes have the names of their rows.
  @MainActor
  protocol TreeOutlineAnswers: RowAnswers {
    /// The node with a name; nil where it has no row.
    func row(_ name: AnyHashable) -> OutlineRow?
    /// The names of the children that have rows; nil for the roots.
    func children(of name: AnyHashable?) -> [AnyHashable]
    /// Expands or collapses a node as the user has done.
    func userExpanded(_ name: AnyHashable, _ isExpanded: Bool)
    /// The name under which a node's expansion is saved; nil where it is not saved.
    func savedName(of name: AnyHashable) -> String?
    /// Expands the node that was saved under a name.
    func restore(_ savedName: String)
    /// Whether the user may move a node.
    func canMove(_ name: AnyHashable) -> Bool
    /// The gap among the children of a parent where nodes may be dropped; nil where they may not be. A gap of
    /// ``onParent`` is the parent itself.
    func dropGap(of names: [AnyHashable], under parent: AnyHashable?, at gap: Int) -> Int?
    /// Moves nodes that the user has dropped.
    ///
    /// - Returns: whether they were moved.
    func userDropped(_ names: [AnyHashable], under parent: AnyHashable?, at gap: Int) -> Bool
    /// The operation of a drop from another view.
    func dropOperation(_ info: any NSDraggingInfo, under parent: AnyHashable?, at gap: Int) -> NSDragOperation
    /// Takes a drop from another view.
    func takeDrop(_ info: any NSDraggingInfo, under parent: AnyHashable?, at gap: Int) -> Bool
  }

  /// The index of a drop on an item: `NSOutlineViewDropOnItemIndex`.
  let onParent = -1
#endif

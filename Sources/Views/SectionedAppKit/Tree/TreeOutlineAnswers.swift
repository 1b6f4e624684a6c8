#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// A shown node of a tree, as of the source's last step.
  struct OutlineRow {
    /// The name of the parent; nil for a root.
    var parent: AnyHashable?
    /// The index of the row in the tree's list of rows.
    var rank: Int
    /// Whether its children are shown.
    var isExpanded: Bool
    /// Whether the user may expand it.
    var isExpandable: Bool
  }

  /// The interface of a binding that the outline of a tree calls, independent of the source's type. A node's name is
  /// the name of its row.
  @MainActor
  protocol TreeOutlineAnswers: RowAnswers {
    /// The node with a name; nil if it has no row.
    func row(_ name: AnyHashable) -> OutlineRow?
    /// The names of a node's children that have rows, in order; of the roots if the name is nil.
    func children(of name: AnyHashable?) -> [AnyHashable]
    /// Expands or collapses a node in the tree after the user did so in the outline.
    func userExpanded(_ name: AnyHashable, _ isExpanded: Bool)
    /// The name under which the outline saves a node's expansion; nil if it does not save it.
    func savedName(of name: AnyHashable) -> String?
    /// Expands the node with a saved name.
    func restore(_ savedName: String)
    /// Whether the user may move a node.
    func canMove(_ name: AnyHashable) -> Bool
    /// The gap among the children of a parent at which nodes may be dropped; nil if they may not be dropped there. The
    /// value ``onParent`` is a drop on the parent itself.
    func dropGap(of names: [AnyHashable], under parent: AnyHashable?, at gap: Int) -> Int?
    /// Moves nodes that the user has dropped.
    ///
    /// - Returns: whether the nodes were moved.
    func userDropped(_ names: [AnyHashable], under parent: AnyHashable?, at gap: Int) -> Bool
    /// The operation of a drop from another view under a parent.
    func dropOperation(_ info: any NSDraggingInfo, under parent: AnyHashable?, at gap: Int) -> NSDragOperation
    /// Accepts a drop from another view under a parent; returns whether it did.
    func takeDrop(_ info: any NSDraggingInfo, under parent: AnyHashable?, at gap: Int) -> Bool
  }

  /// The child index of a drop on an item, as `NSOutlineViewDropOnItemIndex`.
  let onParent = -1
#endif

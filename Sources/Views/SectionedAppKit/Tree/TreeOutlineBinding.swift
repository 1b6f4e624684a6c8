#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedTrees
  import SectionedViews

  /// Shows a tree in an outline view.
  ///
  /// ```swift
  /// binding = TreeOutlineBinding(folders, in: outlineView, rules: rules)     // rules for TreeRow<Folder>
  /// binding.treeEditing = TreeViewEditing(TreeEditing(of: folders, position: "position"))
  /// ```
  ///
  /// The binding is the outline's data source and delegate, so the program must keep it. A step of the tree is applied
  /// with the fewest operations: a subtree that moves is one move. Its rows keep their views, their selection and the
  /// text that is being edited. A row that moves to a parent inserted in the same step is removed and inserted again.
  ///
  /// The tree stores the expansion. If the user expands an item, the tree expands the node; if the program expands a
  /// node, the outline expands the item. With ``treeEditing`` the user drags nodes onto each other and between each
  /// other.
  @MainActor
  public final class TreeOutlineBinding<Source: TreeDataSource>: RowsBinding<Source> {
    /// The outline; nil if it was released or never set.
    public var outlineView: NSOutlineView? { (rowsScreen as? TreeOutlineScreen)?.outline }

    /// The edits that the user may make. ``RowsBinding/deleteSelectedItems()`` deletes with it. Setting it replaces
    /// ``RowsBinding/editing``.
    public var treeEditing = TreeViewEditing<Source.ItemID>() { didSet { editingChanged() } }

    /// Returns the name under which the outline saves that a node is expanded if `autosaveExpandedItems` is true; nil
    /// if it does not save it. The outline has no items beneath collapsed nodes, so it does not save those; the tree's
    /// `expandedIDs` contains them.
    public var savedName: ((Source.ItemID) -> String?)?
    /// Returns the node with a saved name; nil if there is none. The node may be missing in the tree; it is expanded
    /// when it is inserted.
    public var savedNode: ((String) -> Source.ItemID?)?

    /// Returns the operation of a drop from another view or program; an empty operation refuses it. The arguments are
    /// the drop, the parent, or nil for the root, and the index of the child before which it is dropped, or -1 for a
    /// drop on the parent. It replaces ``RowsBinding/validateDrop``.
    public var validateNodeDrop: ((any NSDraggingInfo, Source.ItemID?, Int) -> NSDragOperation)?
    /// Accepts a drop from another view or program, with the arguments of ``validateNodeDrop``. Returns whether it did.
    /// It replaces ``RowsBinding/acceptDrop``.
    public var acceptNodeDrop: ((any NSDraggingInfo, Source.ItemID?, Int) -> Bool)?

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - source: the tree; the binding keeps it alive.
    ///   - outlineView: the outline, kept weakly; nil to set it later with ``show(in:)``.
    ///   - rules: the rules that choose views for rows.
    public init(_ source: Source, in outlineView: NSOutlineView? = nil, rules: ListRules = ListRules()) {
      super.init(source, rules)
      if let outlineView { show(in: outlineView) }
    }

    /// Shows the tree in an outline. The binding leaves the outline that it used before.
    public func show(in outlineView: NSOutlineView) {
      guard !isShown(in: outlineView) else { return }
      let screen = TreeOutlineScreen(outlineView, self)
      attach(screen, TreeOutlineSource(screen))
    }

    /// The row of a node; nil if it has none, as beneath a collapsed node.
    public func row(ofNode id: Source.ItemID) -> Int? { row(of: ListedID(id)) }

    /// The node of a row; nil if the row does not exist.
    public func node(atRow row: Int) -> Source.ItemID? {
      rowsScreen?.place(ofRow: row).flatMap { presenter.itemID(at: $0)?.id }
    }

    private func editingChanged() {
      var rows = ListEditing()
      if let delete = treeEditing.delete {
        let canDelete = treeEditing.canDelete
        rows.canDelete = { [weak self] place in
          self?.presenter.itemID(at: place).map { canDelete($0.id) } ?? false
        }
        rows.delete = { [weak self] place in
          if let id = self?.presenter.source.itemID(at: place) { try delete([id.id]) }
        }
      }
      editing = rows
    }
  }
#endif

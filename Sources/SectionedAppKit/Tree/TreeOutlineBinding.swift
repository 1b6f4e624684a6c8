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
  /// The binding is the outline's data source and delegate, and has to be kept. A step of the tree is a group of the
  /// fewest operations: a subtree that moves is one move, and its rows keep their views, their selection and the text
  /// that is edited in them. A row whose new parent comes in the same step is made anew.
  ///
  /// The tree has the expansion. If the user expands an item, the tree expands the node; if the program expands a node,
  /// the outline expands the item. The user drags nodes on each other and between each other by ``treeEditing``.
  @MainActor
  public final class TreeOutlineBinding<Source: TreeDataSource>: RowsBinding<Source> {
    private var source: TreeOutlineSource?

    /// The outline; nil when it is gone, or was never set.
    public var outlineView: NSOutlineView? { source?.screen.outline }

    /// The edits that the user may make. Deletions are those of ``RowsBinding/deleteSelectedItems()``.
    public var treeEditing = TreeViewEditing<Source.ItemID>() { didSet { editingChanged() } }

    /// The name of a node under which the outline saves that it is expanded, if `autosaveExpandedItems` is true; nil
    /// where it is not saved. Nodes beneath collapsed ones have no items, and are not saved; `expandedIDs` of the tree
    /// has them.
    public var savedName: ((Source.ItemID) -> String?)?
    /// The node with a saved name, in the tree or not; nil where there is none. The tree expands it when it comes.
    public var savedNode: ((String) -> Source.ItemID?)?

    /// The operation of a drop from another view or program on a node, or on the root for nil, in front of the child at
    /// an index; -1 is the node itself. None refuses it. It is asked in place of ``RowsBinding/validateDrop``.
    public var validateNodeDrop: ((any NSDraggingInfo, Source.ItemID?, Int) -> NSDragOperation)?
    /// Takes a drop from another view or program, and returns whether it did. It is called in place of
    /// ``RowsBinding/acceptDrop``.
    public var acceptNodeDrop: ((any NSDraggingInfo, Source.ItemID?, Int) -> Bool)?

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - source: the tree, kept alive.
    ///   - outlineView: where it is shown, kept weakly; nil for an outline that is set later.
    ///   - rules: which views are for which rows.
    public init(_ source: Source, in outlineView: NSOutlineView? = nil, rules: ListRules = ListRules()) {
      super.init(source, rules)
      if let outlineView { show(in: outlineView) }
    }

    /// Shows the tree in an outline from now on, and in no other one.
    public func show(in outlineView: NSOutlineView) {
      guard outlineView !== self.outlineView else { return }
      detach()
      // Another binding of the outline leaves it: an outline has one data source.
      (outlineView.dataSource as? TreeOutlineSource)?.screen.leave()
      (outlineView.dataSource as? OutlineSource)?.leave()
      let screen = TreeOutlineScreen(outlineView, self)
      let source = TreeOutlineSource(screen, self)
      screen.dataSource = source
      (self.source, rowsScreen) = (source, screen)
      outlineView.dataSource = source
      outlineView.delegate = source
      presenter.view = screen
      list.loading.begin?()
    }

    /// Detaches from the outline, which shows nothing then.
    public func detach() {
      presenter.view = nil
      if let outlineView, outlineView.dataSource === source {
        outlineView.dataSource = nil
        outlineView.delegate = nil
        outlineView.reloadData()
      }
      (source, rowsScreen) = (nil, nil)
    }

    /// The row of a node; nil where it has none, as beneath a collapsed node.
    public func row(ofNode id: Source.ItemID) -> Int? { row(of: ListedID(id)) }

    /// The node of a row; nil where there is none.
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

#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// Adapts the outline of a tree to the presenter's `ListView` protocol.
  ///
  /// The nodes are the items that the outline has. They change with each operation, and a collapsed node has no
  /// children. Their structure follows the rows of the source. Rows and places are compared by names, because the
  /// presenter's list may be older than the source's.
  final class TreeOutlineScreen: OutlineRowsScreen, ListView {
    /// The nodes by name.
    var nodes: [AnyHashable: OutlineNode] = [:]
    private(set) weak var tree: (any TreeOutlineAnswers)?
    /// The depth of nested operations of the binding. Notifications during them do not come from the user.
    private(set) var operations = 0
    /// The distance between the last place found and its row, while the rows of the outline differ from the presenter's
    /// list.
    private var offset = 0

    init(_ outline: NSOutlineView, _ answers: any TreeOutlineAnswers) {
      tree = answers
      super.init(outline, answers)
    }

    // MARK: Places

    override func row(at place: ItemPlace) -> Int? {
      guard place.section == 0, let node = answers?.content.name(at: place).flatMap({ nodes[$0] }),
        let row = outline?.row(forItem: node), row >= 0
      else { return nil }
      return row
    }

    override func place(ofRow row: Int) -> ItemPlace? {
      (outline?.item(atRow: row) as? OutlineNode).flatMap { place(of: $0, inRow: row) }
    }

    /// The place of a node in the presenter's list; nil if it has none.
    override func place(of node: OutlineNode) -> ItemPlace? {
      outline.flatMap { place(of: node, inRow: $0.row(forItem: node)) }
    }

    private func place(of node: OutlineNode, inRow row: Int) -> ItemPlace? {
      guard let content = answers?.content, let name = node.name, row >= 0 else { return nil }
      func holds(_ item: Int) -> Bool { content.name(at: ItemPlace(section: 0, item: item)) == name }
      if holds(row) { return ItemPlace(section: 0, item: row) }
      if holds(row + offset) { return ItemPlace(section: 0, item: row + offset) }
      if let place = content.place(named: name) { return place }
      // The outline has changed and the presenter's list has not. The distance is at most the number of rows that
      // differ. The outline may have many more rows than the list has items.
      let count = content.numberOfItems(inSection: 0)
      for distance in 1...max(1, row, count) {
        for item in [row + distance, row - distance] where item >= 0 && item < count && holds(item) {
          offset = item - row
          return ItemPlace(section: 0, item: item)
        }
      }
      return nil
    }

    private func names(at places: [ItemPlace]) -> [AnyHashable] {
      places.compactMap { answers?.content.name(at: $0) }
    }

    // MARK: The list

    func reload() {
      beginUpdate(keeping: Array(nodes.values))
      nodes = [:]
      root.setChildren([])
      fill(root)
      guard hasDataSource else { return }
      operate {
        outline?.reloadData()
        expand(root.children)
      }
    }

    func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
      let left = names(at: batch.deletedItems + batch.movedItems.map(\.from))
      showNext()
      guard hasDataSource else { return reload() }
      // Inserted items that the outline has already, because the source was ahead of the list. Their views had no
      // models.
      let early = batch.insertedItems.filter { place in
        answers?.content.name(at: place).map { nodes[$0] != nil } ?? false
      }
      let names = left + names(at: batch.insertedItems)
      synchronize(names, animated: animated)
      super.reloadItems(at: early)
      // A row that left and came back in the tree's next step is still there.
      updateTriangles(names)
    }

    override func configureItems(at places: [ItemPlace]) {
      follow(places)
      super.configureItems(at: places)
    }

    override func reloadItems(at places: [ItemPlace]) {
      follow(places)
      super.reloadItems(at: places)
    }

    /// Applies the changes of rows that their models do not show: another depth, or inserted or removed children.
    private func follow(_ places: [ItemPlace]) {
      guard hasDataSource else { return }
      let names = names(at: places)
      synchronize(names.filter { !isSettled($0) }, animated: !reducesMotion)
      updateTriangles(names)
    }

    /// Reloads the items whose disclosure triangle appears or disappears.
    private func updateTriangles(_ names: [AnyHashable]) {
      for name in names {
        guard let node = nodes[name], let isExpandable = tree?.row(name)?.isExpandable,
          (node.hasTriangle ?? isExpandable) != isExpandable
        else { continue }
        node.hasTriangle = isExpandable
        outline?.reloadItem(node)
      }
    }

    private func isSettled(_ name: AnyHashable) -> Bool {
      guard let node = nodes[name], let row = tree?.row(name) else { return false }
      return node.parent?.name == row.parent && outline?.isItemExpanded(node) == row.isExpanded
    }

    /// Collapses an item that the user has expanded if the tree shows no children of it, because a filter hides them or
    /// the step that shows them follows later.
    func noteExpanded(_ node: OutlineNode) {
      guard let name = node.name, nodes[name] === node, tree?.row(name)?.isExpanded != true else { return }
      operate { outline?.collapseItem(node) }
    }

    /// Records that an item was collapsed. The outline then has no rows for its children.
    func noteCollapsed(_ node: OutlineNode) {
      drop(node.children)
      node.setChildren([])
    }

    /// Performs operations of the binding, whose notifications are not reported as the user's.
    func operate(animated: Bool = true, _ body: () -> Void) {
      operations += 1
      NSView.animating(animated, body)
      operations -= 1
    }
  }
#endif

#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The data source and delegate of a tree's outline.
  @MainActor
  final class TreeOutlineSource: OutlineRowsSource {
    private let screen: TreeOutlineScreen
    private var tree: (any TreeOutlineAnswers)? { screen.tree }

    init(_ screen: TreeOutlineScreen) {
      self.screen = screen
      super.init(screen)
    }

    /// The name of a node; nil for the root and for a node that is no longer in the outline.
    private func name(_ node: OutlineNode) -> AnyHashable? {
      guard let name = node.name, screen.nodes[name] === node else { return nil }
      return name
    }

    // A node that left the tree is not expandable.
    override func isExpandable(_ node: OutlineNode) -> Bool {
      node.name.flatMap { tree?.row($0) }?.isExpandable ?? false
    }

    override func savedName(of node: OutlineNode) -> String? { name(node).flatMap { tree?.savedName(of: $0) } }

    // Returns nil, because the tree stores the expansion and may know a node for which the outline has no item yet.
    override func node(savedAs name: String) -> OutlineNode? {
      tree?.restore(name)
      return nil
    }

    override func noteExpanded(_ node: OutlineNode, _ isExpanded: Bool) {
      guard screen.operations == 0, let name = node.name else { return }
      if !isExpanded { screen.noteCollapsed(node) }
      tree?.userExpanded(name, isExpanded)
      if isExpanded { screen.noteExpanded(node) }
    }

    // MARK: Drag and drop

    override func writer(of node: OutlineNode) -> (any NSPasteboardWriting)? {
      guard let tree, let name = name(node) else { return nil }
      let data = screen.place(of: node).flatMap { tree.pasteboardWriter(at: $0) }
      return TreeOutlineScreen.writer(data, isMovable: tree.canMove(name))
    }

    override func dragBegins(_ nodes: [OutlineNode]) { screen.dragged = nodes.compactMap { name($0) } }

    override func dropOperation(
      _ info: any NSDraggingInfo, on parent: OutlineNode, at index: Int
    ) -> NSDragOperation {
      guard let tree, isParent(parent) else { return [] }
      guard screen.isOwn(info) else { return tree.dropOperation(info, under: name(parent), at: index) }
      guard let gap = tree.dropGap(of: screen.dragged, under: name(parent), at: index) else { return [] }
      if gap != index { screen.outline?.setDropItem(parent === screen.root ? nil : parent, dropChildIndex: gap) }
      return .move
    }

    override func takeDrop(_ info: any NSDraggingInfo, on parent: OutlineNode, at index: Int) -> Bool {
      guard let tree, isParent(parent) else { return false }
      return screen.isOwn(info)
        ? tree.userDropped(screen.dragged, under: name(parent), at: index)
        : tree.takeDrop(info, under: name(parent), at: index)
    }

    /// Whether a node accepts drops: the root, or a node that the outline still has.
    private func isParent(_ node: OutlineNode) -> Bool { node === screen.root || name(node) != nil }
  }
#endif

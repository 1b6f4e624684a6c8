#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The interface of a binding that only outlines of sections use.
  @MainActor
  protocol OutlineAnswers: RowAnswers {
    /// Whether the rows of sections are group rows.
    var hasGroupRows: Bool { get }
    /// The name under which the outline saves a section's expansion; nil if it does not save it.
    func savedName(ofSection section: Int) -> String?
  }

  /// The data source and delegate of an outline whose items are sections and their items.
  @MainActor
  final class OutlineSource: OutlineRowsSource {
    private let screen: OutlineScreen
    private weak var answers: (any OutlineAnswers)?

    init(_ screen: OutlineScreen, _ answers: any OutlineAnswers) {
      self.screen = screen
      self.answers = answers
      super.init(screen)
    }

    override func isExpandable(_ node: OutlineNode) -> Bool { node.parent === screen.root }

    override func isGroup(_ node: OutlineNode) -> Bool {
      answers?.hasGroupRows == true && node.parent === screen.root
    }

    override func savedName(of node: OutlineNode) -> String? {
      screen.section(of: node).flatMap { answers?.savedName(ofSection: $0) }
    }

    override func node(savedAs name: String) -> OutlineNode? {
      guard let answers else { return nil }
      let section = screen.root.children.indices.first { answers.savedName(ofSection: $0) == name }
      return section.flatMap { screen.node(ofSection: $0) }
    }

    override func noteExpanded(_ node: OutlineNode, _ isExpanded: Bool) { screen.noteExpanded(node, isExpanded) }

    // MARK: Drag and drop

    override func writer(of node: OutlineNode) -> (any NSPasteboardWriting)? {
      screen.place(of: node).flatMap { screen.writer(at: $0) }
    }

    override func dragBegins(_ nodes: [OutlineNode]) { screen.dragBegins(nodes.compactMap { screen.place(of: $0) }) }

    override func dropOperation(
      _ info: any NSDraggingInfo, on parent: OutlineNode, at index: Int
    ) -> NSDragOperation {
      guard let gap = gap(parent, index) else { return [] }
      let isOwn = screen.isOwn(info)
      let operation = isOwn ? .move : answers?.dropOperation(info, at: gap) ?? []
      guard !operation.isEmpty, let target = isOwn ? screen.target(forGap: gap) : gap,
        let section = screen.node(ofSection: target.section)
      else { return [] }
      screen.outline?.setDropItem(section, dropChildIndex: target.item)
      return operation
    }

    override func takeDrop(_ info: any NSDraggingInfo, on parent: OutlineNode, at index: Int) -> Bool {
      guard let gap = gap(parent, index) else { return false }
      return screen.isOwn(info) ? screen.drop(atGap: gap) : answers?.takeDrop(info, at: gap) ?? false
    }

    /// The place before which a drop inserts: the end of a section for a drop on the section; nil in the root.
    private func gap(_ node: OutlineNode, _ index: Int) -> ItemPlace? {
      guard let section = screen.section(of: node) else { return screen.place(of: node) }
      return ItemPlace(section: section, item: index < 0 ? node.children.count : min(index, node.children.count))
    }
  }
#endif

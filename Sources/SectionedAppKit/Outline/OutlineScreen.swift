#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// Adapts an outline to the presenter's `ListView` protocol. The nodes are the list that the outline shows. They
  /// change with each operation of an update.
  final class OutlineScreen: OutlineRowsScreen, ListView {
    /// Whether inserted sections are expanded, unless the user had collapsed them.
    var expandsNewSections = true
    /// The identifiers of the sections that the user has collapsed, including sections that are not in the list now.
    private(set) var collapsed: Set<AnyHashable> = []

    // MARK: Places

    /// The node at a place; nil if there is none.
    private func node(at place: ItemPlace) -> OutlineNode? {
      guard let section = node(ofSection: place.section), section.children.indices.contains(place.item) else {
        return nil
      }
      return section.children[place.item]
    }

    func node(ofSection section: Int) -> OutlineNode? {
      root.children.indices.contains(section) ? root.children[section] : nil
    }

    override func place(of node: OutlineNode) -> ItemPlace? {
      guard let parent = node.parent, parent !== root, let section = parent.index, let item = node.index else {
        return nil
      }
      return ItemPlace(section: section, item: item)
    }

    override func section(of node: OutlineNode) -> Int? { node.parent === root ? node.index : nil }

    private func row(of node: OutlineNode?) -> Int? {
      guard let node, let row = outline?.row(forItem: node), row >= 0 else { return nil }
      return row
    }

    override func row(at place: ItemPlace) -> Int? { row(of: node(at: place)) }
    override func row(ofSection section: Int) -> Int? { row(of: node(ofSection: section)) }

    // MARK: Expansion

    /// Records that a section was expanded or collapsed.
    func noteExpanded(_ node: OutlineNode, _ isExpanded: Bool) {
      guard let name = node.name else { return }
      if isExpanded { collapsed.remove(name) } else { collapsed.insert(name) }
    }

    private func expand(_ nodes: [OutlineNode]) {
      guard expandsNewSections else { return }
      for node in nodes where node.name.map({ !collapsed.contains($0) }) ?? false { outline?.expandItem(node) }
    }

    // MARK: The list

    func reload() {
      beginUpdate(keeping: root.children + root.children.flatMap(\.children))
      let old = Dictionary(root.children.map { ($0.name, $0) }) { first, _ in first }
      var new: [OutlineNode] = []
      let nodes = counts.enumerated().map { section, count in
        let name = answers?.content.name(ofSection: section)
        let known = name.flatMap { old[$0] }
        let node = known ?? OutlineNode(name)
        if known == nil { new.append(node) }
        node.fill(count)
        return node
      }
      root.setChildren(nodes)
      guard hasDataSource else { return }
      outline?.reloadData()
      expand(new)
    }

    func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
      showNext()
      guard let outline, hasDataSource else { return reload() }
      beginUpdate()
      // An outline that has not asked for its items yet must ask before they change.
      _ = outline.numberOfRows
      NSView.animating(animated) {
        apply(ListSteps(batch), in: outline, animated ? answers?.animation ?? [] : [])
      }
    }

    private func apply(_ steps: ListSteps, in outline: NSOutlineView, _ animation: NSTableView.AnimationOptions) {
      outline.beginUpdates()
      for group in steps.removedItems { remove(group.items, from: root.children[group.section], outline, animation) }
      if !steps.removedSections.isEmpty { remove(steps.removedSections, from: nil, outline, animation) }
      for move in steps.movedSections {
        root.insert(root.remove(at: move.from), at: move.to)
        outline.moveItem(at: move.from, inParent: nil, to: move.to, inParent: nil)
      }
      let new = insertSections(steps.insertedSections, outline, animation)
      for move in steps.movedItems { self.move(move, outline, animation) }
      for group in steps.insertedItems {
        let section = root.children[group.section]
        for item in group.items { section.insert(OutlineNode(), at: item) }
        outline.insertItems(at: IndexSet(group.items), inParent: section, withAnimation: animation)
      }
      outline.endUpdates()
      expand(new)
    }

    private func remove(
      _ indices: [Int], from section: OutlineNode?, _ outline: NSOutlineView, _ animation: NSTableView.AnimationOptions
    ) {
      for index in indices.reversed() { keep((section ?? root).remove(at: index)) }
      outline.removeItems(at: IndexSet(indices), inParent: section, withAnimation: animation)
    }

    private func insertSections(
      _ sections: [Int], _ outline: NSOutlineView, _ animation: NSTableView.AnimationOptions
    ) -> [OutlineNode] {
      guard let content = answers?.content, !sections.isEmpty else { return [] }
      let nodes = sections.map { section in
        let node = OutlineNode(content.name(ofSection: section))
        node.fill(content.numberOfItems(inSection: section))
        root.insert(node, at: section)
        return node
      }
      outline.insertItems(at: IndexSet(sections), inParent: nil, withAnimation: animation)
      return nodes
    }

    /// Moves an item. A collapsed section has no rows, so a move into one removes a row, and a move out of one inserts
    /// a row.
    private func move(
      _ move: ListSteps.Move<ItemPlace>, _ outline: NSOutlineView, _ animation: NSTableView.AnimationOptions
    ) {
      let (old, new) = (root.children[move.from.section], root.children[move.to.section])
      new.insert(old.remove(at: move.from.item), at: move.to.item)
      switch (outline.isItemExpanded(old), outline.isItemExpanded(new)) {
      case (true, true): outline.moveItem(at: move.from.item, inParent: old, to: move.to.item, inParent: new)
      case (true, false): outline.removeItems(at: [move.from.item], inParent: old, withAnimation: animation)
      case (false, true): outline.insertItems(at: [move.to.item], inParent: new, withAnimation: animation)
      case (false, false): break
      }
    }
  }
#endif

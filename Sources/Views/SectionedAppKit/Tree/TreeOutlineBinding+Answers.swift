#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import CoreData
  import SectionedChanges
  import SectionedDataSources
  import SectionedTrees
  import SectionedViews

  extension TreeOutlineBinding: TreeOutlineAnswers {
    private var tree: Source { presenter.source }

    private func id(_ name: AnyHashable) -> Source.ItemID? { (name.base as? ListedID<Source.ItemID>)?.id }
    private func name(_ id: Source.ItemID) -> AnyHashable { AnyHashable(ListedID(id)) }

    func row(_ name: AnyHashable) -> OutlineRow? {
      guard let node = id(name).flatMap({ tree.shownNode($0) }) else { return nil }
      return OutlineRow(
        parent: node.parent.map { self.name($0) }, rank: node.rank, isExpanded: node.isExpanded,
        isExpandable: node.isExpandable)
    }

    func children(of name: AnyHashable?) -> [AnyHashable] {
      tree.shownChildren(of: name.flatMap { id($0) }).map { self.name($0) }
    }

    func userExpanded(_ name: AnyHashable, _ isExpanded: Bool) {
      guard let id = id(name) else { return }
      if isExpanded { tree.expand(id) } else { tree.collapse(id) }
    }

    func savedName(of name: AnyHashable) -> String? { id(name).flatMap { savedName?($0) } }

    func restore(_ savedName: String) {
      guard let id = savedNode?(savedName), !tree.isExpanded(id) else { return }
      // The outline is asking for an item, so rows are inserted in the next turn.
      list.answering { tree.expand(id) }
    }

    func canMove(_ name: AnyHashable) -> Bool {
      guard treeEditing.move != nil, let id = id(name) else { return false }
      return list.answering { treeEditing.canMove(id) }
    }

    func dropGap(of names: [AnyHashable], under parent: AnyHashable?, at gap: Int) -> Int? {
      guard let nodes = movable(names) else { return nil }
      let parentID = parent.flatMap { id($0) }
      let proposed = tree.index(ofGap: gap == onParent ? nil : gap, under: parentID, without: nodes)
      let index = list.answering { treeEditing.target(nodes, parentID, proposed) }
      guard let index else { return nil }
      if index == proposed || gap == onParent { return gap }
      return tree.gap(ofIndex: index, under: parentID, without: nodes)
    }

    func userDropped(_ names: [AnyHashable], under parent: AnyHashable?, at gap: Int) -> Bool {
      guard let move = treeEditing.move, let nodes = movable(names) else { return false }
      let parentID = parent.flatMap { id($0) }
      let proposed = tree.index(ofGap: gap == onParent ? nil : gap, under: parentID, without: nodes)
      guard let index = treeEditing.target(nodes, parentID, proposed) else { return false }
      do {
        try move(nodes, parentID, index)
        return true
      } catch {
        list.onError?(error)
        return false
      }
    }

    /// The dragged nodes that are still in the tree; nil if there are none, or if the user may not move one of them.
    /// Some may have been deleted since the drag began.
    private func movable(_ names: [AnyHashable]) -> [Source.ItemID]? {
      let nodes = names.filter { id($0).map { tree.tree.contains($0) } ?? false }
      return nodes.isEmpty || !nodes.allSatisfy(canMove) ? nil : nodes.compactMap { id($0) }
    }

    func dropOperation(_ info: any NSDraggingInfo, under parent: AnyHashable?, at gap: Int) -> NSDragOperation {
      list.answering { validateNodeDrop?(info, parent.flatMap { id($0) }, gap) ?? [] }
    }

    func takeDrop(_ info: any NSDraggingInfo, under parent: AnyHashable?, at gap: Int) -> Bool {
      acceptNodeDrop?(info, parent.flatMap { id($0) }, gap) ?? false
    }
  }

  extension TreeOutlineBinding where Source.ItemID == NSManagedObjectID {
    /// Makes the outline save its expansion by object URIs if `autosaveExpandedItems` is true. It skips objects with
    /// temporary IDs.
    ///
    /// - Parameter context: the context of the tree.
    public func savesExpansion(in context: NSManagedObjectContext) {
      savedName = { $0.isTemporaryID ? nil : $0.uriRepresentation().absoluteString }
      savedNode = { [weak context] name in
        guard let url = URL(string: name), url.scheme == "x-coredata" else { return nil }
        return context?.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url)
      }
    }
  }
#endif

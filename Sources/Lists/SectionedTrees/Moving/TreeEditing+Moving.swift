import CoreData
import SectionedChanges
import SectionedFetchedResults

extension TreeEditing {
  /// Moves nodes with their subtrees to one parent, in the given order. A node whose ancestor is moved, too, stays
  /// under that ancestor.
  ///
  /// - Parameters:
  ///   - nodes: the nodes.
  ///   - parent: the new parent; nil for the roots.
  ///   - index: the index of the first node among the children of the parent, after the move; nil for the end. The
  ///     other nodes follow it. It has no effect if the request alone decides the order.
  /// - Complexity: O(nodes · depth · log tree + siblings with new positions · log + nodes²); with an ordered
  ///   relationship O(children of the parent), too. If the tree hides siblings, they are fetched.
  /// - Throws: ``TreeChangeError`` if a node or the parent is not in the tree, the index is impossible, or the parent
  ///   is in the subtree of a node; `ListReorderingError`; the error of the fetch. Nothing is changed then.
  public func move(_ nodes: [Node], under parent: Node?, at index: Int? = nil) throws {
    let context = try context()
    let (rows, index) = try target(of: nodes, under: parent, at: index)
    guard !rows.isEmpty else { return }
    guard hasOrder(under: parent) else { return try moveUnordered(nodes, under: parent, in: context) }
    let (reordering, lists) = reordering(under: parent)
    let place = ItemPlace(section: lists.section(of: parent), item: index)
    try reordering.move(rows.compactMap(lists.place(of:)), to: place)
  }

  private func moveUnordered(_ nodes: [Node], under parent: Node?, in context: NSManagedObjectContext) throws {
    // Earlier changes become an event and an undo step of their own. They may delete the parent.
    if context.hasChanges { context.processPendingChanges() }
    let parentID = try parent.map(id)
    let moved = try target(of: nodes, under: parent, at: nil).rows.filter { row in
      controller.id(of: row).map { controller.tree.parent(of: $0) } != .some(parentID)
    }
    if moved.isEmpty { return }
    perform(in: context) { for row in moved { row.setValue(parent, forKey: controller.parentKey) } }
  }

  /// Throws if nodes cannot be moved to a parent. A view can call it to validate a drop.
  ///
  /// - Parameters:
  ///   - nodes: the nodes.
  ///   - parent: the new parent; nil for the roots.
  /// - Complexity: O(nodes · depth · log tree).
  /// - Throws: ``TreeChangeError``.
  public func checkMove(_ nodes: [Node], under parent: Node?) throws {
    _ = try target(of: nodes, under: parent, at: nil)
  }

  /// The nearest index at which a node can be dropped. It differs from the proposed one if siblings are sorted by other
  /// attributes before the position.
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - parent: the parent that it is dropped on; nil for the roots.
  ///   - proposed: the index among the children of the parent, after the move.
  /// - Returns: an index after the move; nil if the node cannot be under the parent.
  /// - Complexity: O(depth · log tree + log children).
  public func index(of node: Node, under parent: Node?, proposed: Int) -> Int? {
    guard (try? context()) != nil, (try? checkMove([node], under: parent)) != nil else { return nil }
    guard hasOrder(under: parent) else { return proposed }
    let (reordering, lists) = reordering(under: parent)
    let to = ItemPlace(section: lists.section(of: parent), item: proposed)
    guard let from = lists.place(of: node), (try? reordering.check()) != nil else { return nil }
    let target = reordering.target(from: from, proposed: to)
    // A target in another section means that the node cannot be moved to this one.
    return target.section == to.section ? target.item : nil
  }

  /// Makes a node the last child of the sibling before it.
  ///
  /// - Returns: whether there is such a sibling.
  /// - Complexity: as that of ``move(_:under:at:)``.
  /// - Throws: as ``move(_:under:at:)``.
  @discardableResult
  public func indent(_ node: Node) throws -> Bool {
    _ = try context()
    guard let place = controller.tree.place(of: try id(of: node)), place.index > 0,
      let sibling = controller.tree.child(place.index - 1, of: place.parent).flatMap({ controller.model(for: $0) })
    else { return false }
    try move([node], under: sibling)
    return true
  }

  /// Makes a node the next sibling of its parent.
  ///
  /// - Returns: whether it has a parent in the tree.
  /// - Complexity: as that of ``move(_:under:at:)``.
  /// - Throws: as ``move(_:under:at:)``.
  @discardableResult
  public func outdent(_ node: Node) throws -> Bool {
    _ = try context()
    guard let parent = controller.tree.place(of: try id(of: node))?.parent,
      let above = controller.tree.place(of: parent)
    else { return false }
    try move([node], under: above.parent.flatMap { controller.model(for: $0) }, at: above.index + 1)
    return true
  }
}

extension TreeEditing {
  /// Checks a move. Returns the nodes that have no ancestor among the given ones, and the index.
  ///
  /// - Throws: ``TreeChangeError`` if a node cannot be under the parent.
  private func target(of nodes: [Node], under parent: Node?, at index: Int?) throws -> (rows: [Node], index: Int) {
    let (tree, parentID) = (controller.tree, try parent.map(id))
    let target = try tree.target(of: try nodes.map(id), under: parentID, at: index)
    let above = parent.map(objects(above:)) ?? []
    let rows = try target.nodes.compactMap { number -> Node? in
      let id = controller.treeCore.tree.id(of: number)
      guard let node = controller.model(for: id) else { return nil }
      // A node that keeps its parent makes no new cycle, even if it is in one.
      if let parentID, above.contains(node), tree.parent(of: id) != parentID {
        throw TreeChangeError.intoItself(id, under: parentID)
      }
      return node
    }
    return (rows, target.index)
  }

  /// A node and its ancestors, also those that the tree does not show.
  private func objects(above node: Node) -> Set<Node> {
    var found: Set<Node> = []
    var next: Node? = node
    while let object = next, found.insert(object).inserted { next = parent(of: object) }
    return found
  }
}

import CoreData
import SectionedChanges
import SectionedFetchedResults

extension TreeEditing {
  /// Moves nodes with their subtrees to one parent, in the order in which they are named. A node beneath another one of
  /// them stays with it.
  ///
  /// - Parameters:
  ///   - nodes: the nodes.
  ///   - parent: the new parent; nil for the roots.
  ///   - index: the index of the first of them among the children of the parent, after the move; nil for the end. The
  ///     next ones follow it. It has no effect where the request alone decides the order.
  /// - Complexity: O(nodes · depth · log tree + siblings with new positions · log + nodes²); with an ordered
  ///   relationship O(children of the parent), too. If the tree hides siblings, they are fetched.
  /// - Throws: ``TreeChangeError`` for a node or a parent that is not in the tree, an impossible index, and a parent in
  ///   the subtree of a node; `ListReorderingError`; the error of the fetch. Nothing is changed then.
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
    // They are an event and a step of undoing before this one, and may delete the parent.
    if context.hasChanges { context.processPendingChanges() }
    let parentID = try parent.map(id)
    let moved = try target(of: nodes, under: parent, at: nil).rows.filter { row in
      controller.id(of: row).map { controller.tree.parent(of: $0) } != .some(parentID)
    }
    if moved.isEmpty { return }
    perform(in: context) { for row in moved { row.setValue(parent, forKey: controller.parentKey) } }
  }

  /// Throws the reason why nodes cannot be moved to a parent, as to answer whether they can be dropped on it.
  ///
  /// - Parameters:
  ///   - nodes: the nodes.
  ///   - parent: the new parent; nil for the roots.
  /// - Complexity: O(nodes · depth · log tree).
  /// - Throws: ``TreeChangeError``.
  public func checkMove(_ nodes: [Node], under parent: Node?) throws {
    _ = try target(of: nodes, under: parent, at: nil)
  }

  /// The nearest index at which a node can be dropped. It differs from the proposed one where siblings are sorted by
  /// other attributes before the position.
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - parent: the parent that it is dropped on; nil for the roots.
  ///   - proposed: the index among the children of the parent, after the move.
  /// - Returns: an index after the move; nil where the node cannot be under the parent.
  /// - Complexity: O(depth · log tree + log children).
  public func index(of node: Node, under parent: Node?, proposed: Int) -> Int? {
    guard (try? context()) != nil, (try? checkMove([node], under: parent)) != nil else { return nil }
    guard hasOrder(under: parent) else { return proposed }
    let (reordering, lists) = reordering(under: parent)
    let to = ItemPlace(section: lists.section(of: parent), item: proposed)
    guard let from = lists.place(of: node), (try? reordering.check()) != nil else { return nil }
    let target = reordering.target(from: from, proposed: to)
    // A place of another section says that the node cannot be moved to this one.
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

  /// Makes a node the sibling behind its parent.
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
  /// The nodes that move, those that are beneath no other one of them, and their index.
  ///
  /// - Throws: ``TreeChangeError``, where one of them cannot be under the parent.
  private func target(of nodes: [Node], under parent: Node?, at index: Int?) throws -> (rows: [Node], index: Int) {
    let (tree, parentID) = (controller.tree, try parent.map(id))
    let target = try tree.target(of: try nodes.map(id), under: parentID, at: index)
    let above = parent.map(objects(above:)) ?? []
    let rows = try target.nodes.compactMap { number -> Node? in
      let id = controller.treeCore.tree.id(of: number)
      guard let node = controller.model(for: id) else { return nil }
      // A node that stays under its parent makes no cycle, even where it is in one.
      if let parentID, above.contains(node), tree.parent(of: id) != parentID {
        throw TreeChangeError.intoItself(id, under: parentID)
      }
      return node
    }
    return (rows, target.index)
  }

  /// A node and all objects above it, also those that the tree does not show.
  private func objects(above node: Node) -> Set<Node> {
    var found: Set<Node> = []
    var next: Node? = node
    while let object = next, found.insert(object).inserted { next = parent(of: object) }
    return found
  }
}

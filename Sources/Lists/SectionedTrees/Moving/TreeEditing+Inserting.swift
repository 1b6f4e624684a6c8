import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

extension TreeEditing {
  /// Inserts a new object as a node.
  ///
  /// - Parameters:
  ///   - parent: its parent; nil for a root.
  ///   - index: its index among the children of the parent, after the insertion; nil for the last one. It has no effect
  ///     if the request alone decides the order.
  ///   - entityName: its entity; nil for that of the request.
  ///   - configure: sets its values, before it gets its parent and its position. The node is in the tree only if it
  ///     then matches the request's predicate.
  /// - Returns: the object.
  /// - Complexity: O(siblings with new positions · log tree); with an ordered relationship O(children of the parent).
  ///   If the tree hides siblings, they are fetched.
  /// - Throws: ``TreeChangeError`` if the parent is not in the tree or the index is impossible; `ListReorderingError`;
  ///   the error of the fetch, and of `configure`. There is no new object then.
  @discardableResult
  public func insert(
    under parent: Node? = nil, at index: Int? = nil, entityName: String? = nil,
    _ configure: (Node) throws -> Void = { _ in }
  ) throws -> Node {
    let context = try context()
    let parentID = try parent.map(id)
    let count = controller.tree.numberOfChildren(of: parentID)
    guard (0...count).contains(index ?? count) else {
      throw TreeChangeError(
        .impossiblePlace,
        "A node cannot be inserted at \(TreePlace(parent: parentID, index: index ?? count, rank: 0)): there are "
          + "\(count) nodes.")
    }
    let (reordering, lists) = reordering(under: parent)
    let isOrdered = hasOrder(under: parent)
    if isOrdered { try reordering.check() }
    var place = ItemPlace(section: lists.section(of: parent), item: index ?? count)
    (_, place) = try reordering.current([], place, in: context)
    return try perform(in: context) {
      let node = try make(entityName, in: context)
      do {
        try configure(node)
        // Computed before the node has its parent, while the siblings are still those of the tree.
        let setOrder = isOrdered ? try reordering.orderEdits([node], to: place, without: [], in: context) : {}
        node.setValue(parent, forKey: controller.parentKey)
        setOrder()
      } catch {
        context.delete(node)
        throw error
      }
      return node
    }
  }

  private func make(_ entityName: String?, in context: NSManagedObjectContext) throws -> Node {
    let request = try controller.list.requestForObjects()
    guard let name = entityName ?? request.entity?.name,
      let node = NSEntityDescription.insertNewObject(forEntityName: name, into: context) as? Node
    else {
      fatalError("A node of the entity \(entityName ?? "of the request") is no \(Node.self). Name another entity.")
    }
    return node
  }
}

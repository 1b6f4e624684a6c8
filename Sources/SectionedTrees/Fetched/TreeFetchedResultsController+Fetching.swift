import CoreData
import Foundation
import SectionedDataSources

extension TreeFetchedResultsController {
  /// Fetches with the present request, and follows the context from then on. All differences are one step.
  ///
  /// - Complexity: O(nodes · log nodes).
  /// - Throws: ``TreeFetchError`` for a key that leads to no parent or has no order, and the errors of
  ///   `FetchedList.performFetch()`. The tree is then as before.
  public func performFetch() throws {
    if let entity = managedObjectContext.flatMap({ ParentKey.entity(of: fetchRequest, in: $0) }) {
      try ParentKey.check(parentKey, of: entity, among: [entity])
      if let orderedChildren { try ParentKey.checkOrder(orderedChildren, of: entity, parentKey: parentKey) }
    }
    try list.performFetch()
  }

  /// Shows other objects of the entity. Nodes whose parent is left out are treated by ``policies``.
  ///
  /// - Parameter predicate: the predicate that they match; nil for all objects.
  /// - Throws: the errors of ``performFetch()``. Request and tree are then as before.
  public func setPredicate(_ predicate: NSPredicate?) throws { try list.setPredicate(predicate) }

  /// Shows siblings in another order; only roots, where a relationship has that of children.
  ///
  /// - Throws: the errors of ``performFetch()``. Request and tree are then as before.
  public func setSortDescriptors(_ sortDescriptors: [NSSortDescriptor]) throws {
    try list.setSortDescriptors(sortDescriptors)
  }

  /// The object at an index path of the tree, of any length; nil where there is none.
  ///
  /// - Complexity: O(length · log nodes).
  public func node(at indexPath: IndexPath) -> Node? { tree.node(at: indexPath).flatMap { model(for: $0) } }

  /// The index path of an object in the tree; nil when it is not in it.
  ///
  /// - Complexity: O(depth · log nodes).
  public func indexPath(of node: Node) -> IndexPath? { nodes.listedID(of: node).flatMap { tree.indexPath(of: $0) } }

  /// The children of an object in order.
  ///
  /// - Parameter node: the object; nil for the roots.
  /// - Complexity: O(children · log nodes).
  public func children(of node: Node?) -> [Node] {
    guard let node else { return tree.roots.compactMap { model(for: $0) } }
    return nodes.listedID(of: node).map { tree.children(of: $0).compactMap { model(for: $0) } } ?? []
  }
}

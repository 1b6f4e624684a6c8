import CoreData
import Foundation
import SectionedDataSources

extension TreeDataSource where Model: NSManagedObject {
  /// Shows only the nodes whose objects match a predicate, and their ancestors. It works as ``setFilter(_:)``, which
  /// removes the filter.
  ///
  /// - Parameter predicate: the predicate, which is evaluated in memory.
  /// - Complexity: as that of ``setFilter(_:)``.
  public func setFilter(matching predicate: NSPredicate) { setFilter { predicate.evaluate(with: $0) } }
}

extension TreeFetchedResultsController {
  /// Fetches with the current request, and follows the changes of the context from then on. All differences from the
  /// old tree are one step.
  ///
  /// - Complexity: O(nodes · log nodes).
  /// - Throws: ``TreeFetchError`` if the parent's key or the ordered relationship does not fit the entity, and the
  ///   errors of `FetchedList.performFetch()`. The tree is then as before.
  public func performFetch() throws {
    if let entity = managedObjectContext.flatMap({ ParentKey.entity(of: fetchRequest, in: $0) }) {
      try ParentKey.check(parentKey, of: entity, among: [entity])
      if let orderedChildren { try ParentKey.checkOrder(orderedChildren, of: entity, parentKey: parentKey) }
    }
    try list.performFetch()
  }

  /// Replaces the request's predicate, and shows the objects that match it. ``policies`` decides about nodes whose
  /// parent does not match.
  ///
  /// - Parameter predicate: the predicate; nil for all objects of the entity.
  /// - Throws: the errors of ``performFetch()``. Request and tree are then as before.
  public func setPredicate(_ predicate: NSPredicate?) throws { try list.setPredicate(predicate) }

  /// Replaces the request's sort descriptors. They order all siblings; only roots if a relationship orders children.
  ///
  /// - Throws: the errors of ``performFetch()``. Request and tree are then as before.
  public func setSortDescriptors(_ sortDescriptors: [NSSortDescriptor]) throws {
    try list.setSortDescriptors(sortDescriptors)
  }

  /// The object at an index path of any length in the tree; nil if there is none.
  ///
  /// - Complexity: O(length · log nodes).
  public func node(at indexPath: IndexPath) -> Node? { tree.node(at: indexPath).flatMap { model(for: $0) } }

  /// The index path of an object in the tree; nil when the tree does not contain the object.
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

import CoreData
import SectionedDataSources
import SectionedFetchedResults

/// The treatment of the descendants of a deleted node.
public enum TreeDeletion: Hashable, Sendable, CaseIterable {
  /// They are deleted with the node, also those that the tree does not show, whatever the model's delete rule is.
  case subtree
  /// The delete rule of the model decides: it deletes them, or makes them roots, or refuses the deletion at the next
  /// save.
  case modelRule
}

extension TreeEditing {
  /// Deletes nodes.
  ///
  /// - Parameters:
  ///   - nodes: the nodes, in any order. A node and its descendant may both be named.
  ///   - deletion: the treatment of their descendants.
  /// - Complexity: O(deleted · log tree), and one fetch for each level of the subtrees.
  /// - Throws: ``TreeChangeError`` for a node that is not in the tree; the error of a fetch. Nothing is changed then.
  public func delete(_ nodes: [Node], _ deletion: TreeDeletion = .subtree) throws {
    let context = try context()
    for node in nodes { _ = try id(of: node) }
    // Earlier changes become an event and an undo step of their own.
    if context.hasChanges { context.processPendingChanges() }
    let objects = deletion == .subtree ? try subtrees(of: nodes, in: context) : nodes
    if objects.isEmpty { return }
    // Children first, so that no delete rule has to set their parents.
    perform(in: context) { for object in objects.reversed() where !object.isDeleted { context.delete(object) } }
  }

  /// Nodes and all their descendants in the store and the context, parents first.
  private func subtrees(of nodes: [Node], in context: NSManagedObjectContext) throws -> [NSManagedObject] {
    var found: [NSManagedObject] = nodes
    var seen = Set<NSManagedObject>(nodes)
    var level: [NSManagedObject] = nodes
    while !level.isEmpty {
      let request = try controller.list.requestForObjects()
      request.predicate = NSPredicate(format: "%K IN %@", controller.parentKey, level)
      (request.fetchLimit, request.fetchOffset) = (0, 0)
      level = try context.fetch(request).filter { seen.insert($0).inserted }
      found += level
    }
    return found
  }
}

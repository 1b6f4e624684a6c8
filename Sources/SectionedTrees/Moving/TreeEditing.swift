import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// Edits the objects of a fetched tree as a user does: inserts, deletes, moves to any parent and place, indents.
///
/// ```swift
/// let editing = TreeEditing(of: folders, position: "position")
/// let letters = try editing.insert(under: inbox, at: 0) { $0.name = "Letters" }
/// try editing.move([letters], under: archive, at: 2)
/// try editing.delete([inbox])
/// ```
///
/// The order of siblings is that of a position attribute, by which the request is sorted, or of the ordered
/// relationship of the tree, or of the request alone. A position is set as by `ListReordering`: as few siblings as
/// possible get new positions. Siblings that a predicate hides keep their places around the shown ones. If only the
/// request gives the order, a node gets its parent, and the request decides its index.
///
/// A node cannot be moved into its own subtree: neither in the tree, nor over objects that the tree does not show.
///
/// Each call is one event, one step of the tree and one step of undoing, and its changes are reported once. Nothing is
/// saved. If an edit cannot be made, nothing is changed. If the context has unprocessed changes, they are an event
/// before the edit, and nodes come beside the same siblings.
///
/// Several calls within `performTogether` of the tree are one step of its rows. Use it on the context's queue. It keeps
/// the tree alive.
public struct TreeEditing<Node: NSManagedObject> {
  /// The tree.
  public let controller: TreeFetchedResultsController<Node>
  /// The attribute of the nodes that has their position among their siblings; nil where none has it.
  public let position: String?
  private let scope: NSPredicate?

  /// Makes the editing of a tree.
  ///
  /// - Parameters:
  ///   - controller: the tree. Its request is sorted by the position, if there is one.
  ///   - position: the attribute of the nodes that has their position among their siblings. If children are in the
  ///     order of a relationship, it is for roots. If it is nil, the request alone decides the order.
  ///   - scope: finds the nodes that are ordered together. If it is nil, these are all children of a node that satisfy
  ///     the request's conditions on relationships, as `project == %@`. Other conditions hide nodes.
  public init(
    of controller: TreeFetchedResultsController<Node>, position: String? = nil, among scope: NSPredicate? = nil
  ) {
    (self.controller, self.position, self.scope) = (controller, position, scope)
  }

  /// Throws the reason why no node of the tree can be given a place among its siblings.
  ///
  /// - Complexity: O(sort descriptors).
  /// - Throws: `ListReorderingError`.
  public func check() throws { try reordering(under: nil).0.check() }

  /// The reordering of the children of some nodes; nil where the request alone decides their order.
  func reordering(under parent: Node?) -> (ListReordering, ChildLists<Node>) {
    // Roots are in no relationship.
    let relationship = parent == nil && position != nil ? nil : controller.orderedChildren
    let lists = ChildLists(controller, orderedRelationship: relationship)
    return (ListReordering(lists, position: position ?? "", sectionPosition: nil, scope: scope), lists)
  }

  /// Whether an index among the children of a node can be chosen.
  func hasOrder(under parent: Node?) -> Bool {
    position != nil || (parent != nil && controller.orderedChildren != nil)
  }

  /// The context of a tree that is fetched and at rest.
  func context() throws -> NSManagedObjectContext {
    guard controller.list.phase != .initial, let context = controller.managedObjectContext else {
      throw ListReorderingError.notFetched
    }
    guard controller.treeCore.signal.core.isAtRest else {
      throw ListReorderingError.noSuchPlace("The tree is taking a step, so nodes have no places. Edit it after that.")
    }
    return context
  }

  func id(of node: Node) throws -> NSManagedObjectID {
    guard let id = controller.id(of: node) else { throw TreeChangeError.unknown(node.objectID) }
    return id
  }

  func parent(of node: Node) -> Node? { node.value(forKey: controller.parentKey) as? Node }

  /// Makes edits as one step of the tree and one step of undoing. A fetch among them may end an event.
  func perform<Result>(in context: NSManagedObjectContext, _ edits: () throws -> Result) rethrows -> Result {
    try context.performAsOneUndoStep {
      try controller.list.performTogether {
        defer { context.processPendingChanges() }
        return try edits()
      }
    }
  }
}

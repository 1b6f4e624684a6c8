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
/// Siblings are ordered by a position attribute, by which the request is sorted, by the ordered relationship of the
/// tree, or by the request alone. Positions are set as by `ListReordering`: as few siblings as possible get new ones.
/// Siblings that a predicate hides keep their places around the shown ones. If only the request gives the order, a move
/// sets the parent, and the request decides the index.
///
/// A node cannot be moved into its own subtree, even if the tree does not show the objects between the two.
///
/// Each call is one event, one step of the tree and one undo step, and its changes are reported once. Nothing is saved.
/// If an edit cannot be made, nothing is changed. If the context has unprocessed changes, they become an event before
/// the edit. An index then still means the place beside the same siblings.
///
/// Several calls within ``TreeDataSource/performTogether(_:)`` of the tree are one step of it, but an event and an undo
/// step each. Use the editing on the context's queue. It retains the tree.
public struct TreeEditing<Node: NSManagedObject> {
  /// The tree.
  public let controller: TreeFetchedResultsController<Node>
  /// The attribute that has the position of a node among its siblings; nil if there is none.
  public let position: String?
  private let scope: NSPredicate?

  /// Makes the editing of a tree.
  ///
  /// - Parameters:
  ///   - controller: the tree. Its request is sorted by the position, if there is one.
  ///   - position: the attribute that has the position of a node among its siblings. If a relationship orders children,
  ///     the position is for roots. If it is nil, the request alone decides the order.
  ///   - scope: the predicate of the nodes that share one sequence of positions. If it is nil, these are all children
  ///     of a node that satisfy the request's conditions on relationships, as `project == %@`. Nodes that fail other
  ///     conditions are hidden siblings.
  public init(
    of controller: TreeFetchedResultsController<Node>, position: String? = nil, among scope: NSPredicate? = nil
  ) {
    (self.controller, self.position, self.scope) = (controller, position, scope)
  }

  /// Throws if nodes of the tree cannot be given places among their siblings.
  ///
  /// - Complexity: O(sort descriptors).
  /// - Throws: `ListReorderingError`.
  public func check() throws { try reordering(under: nil).0.check() }

  /// The reordering of the children of a node, and the list in which it finds them.
  func reordering(under parent: Node?) -> (ListReordering, ChildLists<Node>) {
    // Roots are in no relationship, so a position orders them.
    let relationship = parent == nil && position != nil ? nil : controller.orderedChildren
    let lists = ChildLists(controller, orderedRelationship: relationship)
    return (ListReordering(lists, position: position ?? "", sectionPosition: nil, scope: scope), lists)
  }

  /// Whether an index among the children of a node can be chosen.
  func hasOrder(under parent: Node?) -> Bool {
    position != nil || (parent != nil && controller.orderedChildren != nil)
  }

  /// The context of a tree that is fetched and not within an event. Its step may still be open.
  func context() throws -> NSManagedObjectContext {
    guard controller.list.phase != .initial, let context = controller.managedObjectContext else {
      throw ListReorderingError.notFetched
    }
    guard controller.nodes.isAtRest else {
      throw ListReorderingError.noSuchPlace("An event is in progress, so nodes have no places. Edit the tree after it.")
    }
    return context
  }

  func id(of node: Node) throws -> NSManagedObjectID {
    guard let id = controller.id(of: node) else { throw TreeChangeError.unknown(node.objectID) }
    return id
  }

  func parent(of node: Node) -> Node? { node.value(forKey: controller.parentKey) as? Node }

  /// Makes edits as one step of the tree and one undo step. A fetch among the edits may end an event.
  func perform<Result>(in context: NSManagedObjectContext, _ edits: () throws -> Result) rethrows -> Result {
    try context.performAsOneUndoStep {
      try controller.list.performTogether {
        defer { context.processPendingChanges() }
        return try edits()
      }
    }
  }
}

import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources

/// A controller that shows the objects of several requests as one tree, such as countries, their regions, and the
/// cities of the regions. It follows the changes of its context.
///
/// ```swift
/// let places = TreeLevelsController(
///   [
///     TreeLevel(entityName: "Country", sortDescriptors: byName),
///     TreeLevel(entityName: "Region", parent: "country", sortDescriptors: byName),
///     TreeLevel(entityName: "City", parent: "region", sortDescriptors: byName),
///   ], managedObjectContext: context)
/// try places.performFetch()
/// ```
///
/// Each level has its own request, order and policies. ``TreeLevelsEditing`` moves nodes. If the children of a node
/// belong to several levels, they are in the order of the levels. An event of the context is one step. If two levels
/// list a node, it is in the tree once, as a node of the first one, and reported once to ``anomalies``. Use the tree on
/// its context's queue. All nodes of all levels are fetched, as in ``TreeFetchedResultsController``.
///
/// With two levels, the tree shows the same objects as a `SectionedFetchedResultsController`: sections as roots, and
/// items as their children. An item without a section is a root, too.
public final class TreeLevelsController: TreeDataSource {
  /// The model of a node.
  public typealias Model = NSManagedObject
  /// The identifier of a node.
  public typealias ItemID = NSManagedObjectID

  /// The tree, its rows, and the expansion.
  public let treeCore: TreeCore<NSManagedObjectID>
  /// The handler to which the source reports anomalies, and errors that occur outside of a throwing call.
  public let anomalies: AnomalyHandler
  /// The context that the tree follows.
  public let managedObjectContext: NSManagedObjectContext
  /// The levels.
  public let levels: [TreeLevel]

  private let lists: [FetchedList<NSManagedObject>]
  let nodes: FetchedNodes

  /// Makes a tree of levels. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - levels: the levels; a parent's level usually comes before that of its children.
  ///   - context: the context to fetch in and to follow.
  ///   - policies: the treatment of nodes that cannot be under their parents, for levels that have no policies.
  ///   - anomalies: the handler to which the source reports anomalies, and errors that occur outside of a throwing
  ///     call.
  public init(
    _ levels: [TreeLevel], managedObjectContext context: NSManagedObjectContext,
    policies: TreePolicies = TreePolicies(), anomalies: AnomalyHandler = .standard
  ) {
    (self.levels, managedObjectContext, self.anomalies) = (levels, context, anomalies)
    let core = TreeCore<NSManagedObjectID>(phase: .initial)
    let lists = levels.map { FetchedList($0.fetchRequest, in: context, anomalies: anomalies) }
    (treeCore, self.lists) = (core, lists)
    nodes = FetchedNodes(core, in: context, policies: policies, anomalies: anomalies) { node in
      zip(lists, levels).map {
        FetchedLevel(
          $0, parentKey: $1.parentKey, orderKey: $1.orderedChildren, policies: $1.policies, beneath: node)
      }
    }
  }

  /// Fetches all levels, and follows the changes of the context from then on. All differences from the old tree are one
  /// step.
  ///
  /// - Complexity: O(nodes · log nodes).
  /// - Throws: ``TreeFetchError`` if the parent's key or the ordered relationship of a level does not fit its entity,
  ///   before anything is fetched; and the errors of `FetchedList.performFetch()`. Levels that were fetched before such
  ///   an error are shown.
  public func performFetch() throws {
    let entities = levels.map { ParentKey.entity(of: $0.fetchRequest, in: managedObjectContext) }
    for (level, entity) in zip(levels, entities) {
      if let entity, let key = level.parentKey {
        try ParentKey.check(key, of: entity, among: entities.compactMap { $0 })
        if let order = level.orderedChildren { try ParentKey.checkOrder(order, of: entity, parentKey: key) }
      } else if let order = level.orderedChildren, level.parentKey == nil {
        throw TreeFetchError.invalidOrder(key: order, reason: "the level names no relationship to the parent.")
      }
    }
    try nodes.core.perform { for list in lists { try list.performFetch() } }
  }

  /// The object of a node, even if a policy hides the node; nil if no level has it.
  public func model(for id: NSManagedObjectID) -> NSManagedObject? { nodes.object(for: id) }

  /// The object at an index path of any length in the tree; nil if there is none.
  ///
  /// - Complexity: O(length · log nodes).
  public func node(at indexPath: IndexPath) -> NSManagedObject? { tree.node(at: indexPath).flatMap { model(for: $0) } }

  /// The index path of an object in the tree; nil when the tree does not contain the object.
  ///
  /// - Complexity: O(depth · log nodes).
  public func indexPath(of node: NSManagedObject) -> IndexPath? {
    nodes.listedID(of: node).flatMap { tree.indexPath(of: $0) }
  }
}

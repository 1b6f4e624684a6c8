import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTrees
import Synchronization

/// The objects of an entity, fetched as a tree.
struct StoredTree {
  let store: ToolStore
  let columns: ValueColumns
  let controller: TreeFetchedResultsController<NSManagedObject>
  /// The number of nodes whose parent is not in the tree. These nodes are roots.
  let orphans: Int
  /// The number of cycles. Each is cut above its first node, which is a root.
  let cycles: Int

  /// Counts the anomalies that a fetch reports.
  private final class Anomalies: Sendable {
    let counts = Mutex<[DataSourceAnomaly.Kind: Int]>([:])
  }

  /// Fetches the objects. Call this and all other methods on the context's queue.
  ///
  /// - Throws: an error about the options, or the fetch's error.
  init(_ options: ListOptions, parent: String, in store: ToolStore, _ context: NSManagedObjectContext) throws {
    self.store = store
    let entity = try store.entity(options.items, for: "items")
    columns = try ValueColumns(options.show, of: entity, option: "show")
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = entity
    request.predicate = try ListSource.predicate(options.itemPredicate, of: entity, option: "where")
    // Sort by the primary key last.
    request.sortDescriptors =
      try ListSource.sortDescriptors(options.sort, option: "sort", entity: entity) + [
        NSSortDescriptor(key: "objectID", ascending: true)
      ]
    request.fetchBatchSize = 500
    let anomalies = Anomalies()
    let inverse = entity.relationshipsByName[parent]?.inverseRelationship
    // Use the order of an ordered relationship, unless the options give another one.
    let isOrdered = options.sort.isEmpty && inverse?.isToMany == true && inverse?.isOrdered == true
    controller = TreeFetchedResultsController(
      request, parent: parent, orderedChildren: isOrdered ? inverse?.name : nil, managedObjectContext: context,
      anomalies: AnomalyHandler { anomaly in anomalies.counts.withLock { $0[anomaly.kind, default: 0] += 1 } })
    do {
      try controller.performFetch()
    } catch let error as TreeFetchError {
      throw ToolError.request("--parent: \(error.description)")
    } catch {
      try ListSource.check(request, option: "where", in: context)
      throw error
    }
    (orphans, cycles) = anomalies.counts.withLock { ($0[.orphan] ?? 0, $0[.cycle] ?? 0) }
  }

  /// A node with its place in the tree, for output.
  struct Node {
    let object: NSManagedObject
    let depth: Int
    let parent: NSManagedObject?
    let numberOfChildren: Int
    let numberOfDescendants: Int
    /// Whether the node is the last child of its parent, or the last root.
    let isLast: Bool
  }

  /// Visits the nodes down to a depth, in depth-first order.
  ///
  /// - Parameters:
  ///   - depth: the largest depth; nil for all nodes.
  ///   - body: called with each node.
  /// - Complexity: O(nodes · log nodes).
  func forEachNode(to depth: Int?, _ body: (Node) throws -> Void) throws {
    let tree = controller.tree
    for (node, level) in tree.nodes where level <= depth ?? .max {
      guard let place = tree.place(of: node.id), let object = controller.model(for: node.id) else { continue }
      try body(
        Node(
          object: object, depth: level, parent: place.parent.flatMap { controller.model(for: $0) },
          numberOfChildren: tree.numberOfChildren(of: node.id),
          numberOfDescendants: tree.numberOfDescendants(of: node.id),
          isLast: place.index == tree.numberOfChildren(of: place.parent) - 1))
    }
  }
}

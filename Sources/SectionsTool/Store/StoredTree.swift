import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTrees
import Synchronization

/// The objects of an entity as a tree.
struct StoredTree {
  let store: ToolStore
  let columns: ValueColumns
  let controller: TreeFetchedResultsController<NSManagedObject>
  /// The number of nodes whose parent is not in the tree. They are roots.
  let orphans: Int
  /// The number of cycles. Each is cut above its first node.
  let cycles: Int

  /// Counts the anomalies of a fetch.
  private final class Anomalies: Sendable {
    let counts = Mutex<[DataSourceAnomaly.Kind: Int]>([:])
  }

  /// Fetches the objects. Called on the context's queue, as all else.
  ///
  /// - Throws: what is wrong with the options, or the fetch's error.
  init(_ options: ListOptions, parent: String, in store: ToolStore, _ context: NSManagedObjectContext) throws {
    self.store = store
    let entity = try store.entity(options.items, for: "items")
    columns = try ValueColumns(options.show, of: entity, option: "show")
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = entity
    request.predicate = try ListSource.predicate(options.itemPredicate, of: entity, option: "where")
    // The primary key decides last.
    request.sortDescriptors =
      try ListSource.sortDescriptors(options.sort, option: "sort", entity: entity) + [
        NSSortDescriptor(key: "objectID", ascending: true)
      ]
    request.fetchBatchSize = 500
    let anomalies = Anomalies()
    let inverse = entity.relationshipsByName[parent]?.inverseRelationship
    // The store's own order, unless another one is asked for.
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

  /// A node as it is printed.
  struct Node {
    let object: NSManagedObject
    let depth: Int
    let parent: NSManagedObject?
    let numberOfChildren: Int
    let numberOfDescendants: Int
    /// Whether it is the last child of its parent, or the last root.
    let isLast: Bool
  }

  /// Visits the nodes down to a depth, in depth-first order.
  ///
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

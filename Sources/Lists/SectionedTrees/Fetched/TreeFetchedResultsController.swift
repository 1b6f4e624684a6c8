import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources

/// A controller that shows the objects of a fetch request as a tree, by a relationship to their parents. It follows the
/// changes of its context.
///
/// ```swift
/// let request = NSFetchRequest<Folder>(entityName: "Folder")
/// request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
/// let folders = TreeFetchedResultsController(request, parent: "parent", managedObjectContext: context)
/// let token = folders.observeTree { outline.perform($0) }
/// try folders.performFetch()
/// folders.tree.children(of: inbox.objectID)
/// folders.expand(inbox.objectID)
/// ```
///
/// Children have the order of the request, or of an ordered relationship of the parent. ``TreeEditing`` moves nodes. An
/// event of the context is one step, even if a node becomes a child of its former descendant. All other sources on the
/// context make their steps together with it. Use the tree on its context's queue.
///
/// ``policies`` decides about a node whose parent is not in the tree, and about nodes in a cycle. Each such node is
/// reported once to ``anomalies``.
///
/// A fetch gets all objects that match the request, shown or not, and reads the parent of each, which fires the fault
/// of the object. Expanding a node loads nothing. So a tree of a million nodes reads a million rows at the first fetch,
/// and again after a reset of its context. Predicate and order may be changed at any time.
public final class TreeFetchedResultsController<Node: NSManagedObject>: TreeDataSource {
  /// The model of a node.
  public typealias Model = Node
  /// The identifier of a node.
  public typealias ItemID = NSManagedObjectID

  /// The tree, its rows, and the expansion.
  public let treeCore: TreeCore<NSManagedObjectID>
  /// The key of the to-one relationship to the parent.
  public let parentKey: String
  /// The key of the ordered relationship that gives the order of children; nil if the request gives it. Roots always
  /// have the order of the request.
  public let orderedChildren: String?
  /// The treatment of nodes that cannot be under their parents.
  public let policies: TreePolicies
  /// The delegate, which gets the changes of each step before the observers.
  public weak var delegate: (any TreeFetchedResultsControllerDelegate)?

  /// The nodes in the order of the request.
  let list: FetchedList<Node>
  let nodes: FetchedNodes
  private var token: ObservationToken?

  /// Makes a tree of the objects of a request. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - fetchRequest: the request. Its sort descriptors give the order of siblings.
  ///   - parent: the key of a to-one relationship from the entity to itself.
  ///   - orderedChildren: the inverse of `parent`, an ordered relationship that gives the order of children; nil for
  ///     the order of the request.
  ///   - context: the context to fetch in and to follow.
  ///   - policies: the treatment of nodes that cannot be under their parents.
  ///   - anomalies: the handler to which the source reports anomalies, and errors that occur outside of a throwing
  ///     call.
  public init(
    _ fetchRequest: NSFetchRequest<Node>, parent: String, orderedChildren: String? = nil,
    managedObjectContext context: NSManagedObjectContext, policies: TreePolicies = TreePolicies(),
    anomalies: AnomalyHandler = .standard
  ) {
    list = FetchedList(fetchRequest, in: context, anomalies: anomalies)
    treeCore = TreeCore(phase: .initial)
    (parentKey, self.orderedChildren, self.policies) = (parent, orderedChildren, policies)
    nodes = FetchedNodes(treeCore, in: context, policies: policies, anomalies: anomalies) { [list] node in
      [FetchedLevel(list, parentKey: parent, orderKey: orderedChildren, beneath: node)]
    }
    token = treeCore.observe { [weak self] in self?.notifyDelegate($0) }
  }

  /// Makes a tree of the objects of a request. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - fetchRequest: the request. Its sort descriptors give the order of siblings.
  ///   - parent: the key path of a to-one relationship from the entity to itself, such as `\.parent`.
  ///   - orderedChildren: the inverse of `parent`, an ordered relationship that gives the order of children; nil for
  ///     the order of the request.
  ///   - context: the context to fetch in and to follow.
  ///   - policies: the treatment of nodes that cannot be under their parents.
  ///   - anomalies: the handler to which the source reports anomalies, and errors that occur outside of a throwing
  ///     call.
  public convenience init(
    _ fetchRequest: NSFetchRequest<Node>, parent: KeyPath<Node, Node?>, orderedChildren: String? = nil,
    managedObjectContext context: NSManagedObjectContext, policies: TreePolicies = TreePolicies(),
    anomalies: AnomalyHandler = .standard
  ) {
    self.init(
      fetchRequest, parent: NSExpression(forKeyPath: parent).keyPath, orderedChildren: orderedChildren,
      managedObjectContext: context, policies: policies, anomalies: anomalies)
  }

  /// The handler to which the source reports anomalies, and errors that occur outside of a throwing call.
  public var anomalies: AnomalyHandler { list.anomalies }

  /// The context that the tree follows.
  public var managedObjectContext: NSManagedObjectContext? { list.managedObjectContext }

  /// The request of the nodes. Changes of its properties take effect with the next ``performFetch()``.
  public var fetchRequest: NSFetchRequest<Node> { list.fetchRequest }

  /// Called with errors that occur outside of a throwing call, as when the tree follows a change. ``anomalies`` gets
  /// them, too.
  public var onError: ((any Error) -> Void)? {
    get { list.onError }
    set { list.onError = newValue }
  }

  /// The object of a node, even if a policy hides the node; nil if the list does not have it.
  public func model(for id: NSManagedObjectID) -> Node? {
    treeCore.tree.number(of: id) == nil ? nil : list.item(for: ListedID(id))
  }

  private func notifyDelegate(_ changes: TreeChangeSet<NSManagedObjectID>) {
    delegate?.controller(self, didChangeTree: changes)
  }
}

/// A delegate that is notified of each step of a tree.
public protocol TreeFetchedResultsControllerDelegate: AnyObject {
  /// Called once for each step, after the controller and all sources built on it have taken the step.
  ///
  /// - Parameters:
  ///   - controller: the controller, whose tree is the new one.
  ///   - changes: the least changes from the old tree to the new one.
  func controller<Node: NSManagedObject>(
    _ controller: TreeFetchedResultsController<Node>, didChangeTree changes: TreeChangeSet<NSManagedObjectID>)
}

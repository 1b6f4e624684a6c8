import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources

/// The objects of a fetch request as a tree, by a relationship to their parents. It follows its context.
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
/// Children are in the order of the request, or in that of an ordered relationship from the parent. ``TreeEditing``
/// moves them. An event of the context is one step, together with those of all other sources on the context: also when
/// a node becomes a child of its former descendant. Use the tree on its context's queue.
///
/// A node whose parent is not in the tree, and nodes that are above each other, are treated by ``policies``. Each is
/// reported once to ``anomalies``.
///
/// All nodes that match the request are fetched, shown or not, and the parent of each is read, which fills its object.
/// Nothing is loaded later when a node is expanded: a tree of a million nodes reads a million rows at first, and after
/// a reset of its context. Predicate and order may be changed while the tree is live.
public final class TreeFetchedResultsController<Node: NSManagedObject>: TreeDataSource {
  /// The model of a node.
  public typealias Model = Node
  /// The identifier of a node.
  public typealias ItemID = NSManagedObjectID

  /// The tree, its rows, and the expansion.
  public let treeCore: TreeCore<NSManagedObjectID>
  /// The key of the to-one relationship to the parent.
  public let parentKey: String
  /// The key of the ordered relationship to the children, which has their order; nil where the request has it. Roots
  /// are in the order of the request.
  public let orderedChildren: String?
  /// The treatment of nodes whose parents make no tree.
  public let policies: TreePolicies
  /// Called with the changes of each step, before the observers.
  public weak var delegate: (any TreeFetchedResultsControllerDelegate)?

  /// The nodes in the order of the request.
  let list: FetchedList<Node>
  let nodes: FetchedNodes
  private var token: ObservationToken?

  /// Makes a tree of the objects of a request. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - fetchRequest: the request, with sort descriptors, which give the order of siblings.
  ///   - parent: the key of a to-one relationship from the entity to itself.
  ///   - orderedChildren: the inverse of it, an ordered relationship that gives the order of children; nil for the
  ///     order of the request.
  ///   - context: the context to fetch in and to follow.
  ///   - policies: the treatment of nodes whose parents make no tree.
  ///   - anomalies: the handler to which the source reports anomalies, and failures outside of a call.
  public init(
    _ fetchRequest: NSFetchRequest<Node>, parent: String, orderedChildren: String? = nil,
    managedObjectContext context: NSManagedObjectContext, policies: TreePolicies = TreePolicies(),
    anomalies: AnomalyHandler = .standard
  ) {
    list = FetchedList(fetchRequest, in: context, anomalies: anomalies)
    treeCore = TreeCore(phase: .initial)
    (parentKey, self.orderedChildren, self.policies) = (parent, orderedChildren, policies)
    let level = FetchedLevel(list, parentKey: parent, orderKey: orderedChildren, beneath: treeCore.signal.core)
    nodes = FetchedNodes([level], treeCore, policies: policies, anomalies: anomalies)
    token = treeCore.observe { [weak self] in self?.notifyDelegate($0) }
  }

  /// Makes a tree of the objects of a request. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - fetchRequest: the request, with sort descriptors, which give the order of siblings.
  ///   - parent: the key path of a to-one relationship from the entity to itself, such as `\.parent`.
  ///   - orderedChildren: the inverse of it, an ordered relationship that gives the order of children; nil for the
  ///     order of the request.
  ///   - context: the context to fetch in and to follow.
  ///   - policies: the treatment of nodes whose parents make no tree.
  ///   - anomalies: the handler to which the source reports anomalies, and failures outside of a call.
  public convenience init(
    _ fetchRequest: NSFetchRequest<Node>, parent: KeyPath<Node, Node?>, orderedChildren: String? = nil,
    managedObjectContext context: NSManagedObjectContext, policies: TreePolicies = TreePolicies(),
    anomalies: AnomalyHandler = .standard
  ) {
    self.init(
      fetchRequest, parent: NSExpression(forKeyPath: parent).keyPath, orderedChildren: orderedChildren,
      managedObjectContext: context, policies: policies, anomalies: anomalies)
  }

  /// The handler to which the source reports anomalies, and failures outside of a call.
  public var anomalies: AnomalyHandler { list.anomalies }

  /// The context that the tree follows.
  public var managedObjectContext: NSManagedObjectContext? { list.managedObjectContext }

  /// The request of the nodes. Changes made in it take effect with the next ``performFetch()``.
  public var fetchRequest: NSFetchRequest<Node> { list.fetchRequest }

  /// Called with errors outside of a call. They are reported to ``anomalies``, too.
  public var onError: ((any Error) -> Void)? {
    get { list.onError }
    set { list.onError = newValue }
  }

  /// The object of a node, also of one that a policy hides; nil when the list does not have it.
  public func model(for id: NSManagedObjectID) -> Node? {
    treeCore.tree.number(of: id) == nil ? nil : list.item(for: ListedID(id))
  }

  private func notifyDelegate(_ changes: TreeChangeSet<NSManagedObjectID>) {
    delegate?.controller(self, didChangeTree: changes)
  }
}

/// Is notified of the steps of a tree.
public protocol TreeFetchedResultsControllerDelegate: AnyObject {
  /// Called once for each step, when the controller and all sources built on it have taken it.
  ///
  /// - Parameters:
  ///   - controller: the controller, whose tree is the new one.
  ///   - changes: the least changes from the old tree to the new one.
  func controller<Node: NSManagedObject>(
    _ controller: TreeFetchedResultsController<Node>, didChangeTree changes: TreeChangeSet<NSManagedObjectID>)
}

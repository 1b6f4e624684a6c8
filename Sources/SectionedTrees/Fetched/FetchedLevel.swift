import CoreData
import SectionedChanges
import SectionedDataSources

/// A level of a fetched tree: the nodes of one request in its order, and the relationship to their parents. The type of
/// the nodes is erased, so that levels may have different ones.
final class FetchedLevel {
  typealias Update = DataSourceUpdate<OnlySection, NSManagedObjectID>

  /// The key of the to-one relationship to the parent; nil if all nodes are roots.
  let parentKey: String?
  /// The key of the parents' ordered relationship that gives the order of the nodes; nil if the request gives it.
  let orderKey: String?
  /// The treatment of nodes that cannot be under their parents; nil for that of the tree.
  let policies: TreePolicies?
  /// Returns the object of a node; nil when the level does not list it.
  let object: (NSManagedObjectID) -> NSManagedObject?
  /// Returns the index of a node, by its present identifier or the one with which it was inserted; nil when the level
  /// does not list it.
  let index: (NSManagedObjectID) -> Int?
  /// Returns the identifier that the list uses for a node; nil when the level does not list it.
  let listedID: (NSManagedObjectID) -> NSManagedObjectID?
  /// Calls a closure with all nodes in order.
  let forEach: ((NSManagedObjectID, NSManagedObject) -> Void) -> Void
  private let detach: () -> Void
  private var pending: Update?

  /// Makes a level of a list.
  ///
  /// - Parameters:
  ///   - list: the list of the nodes.
  ///   - parentKey: the key of the relationship to the parent; nil if all nodes are roots.
  ///   - orderKey: the key of the parents' ordered relationship; nil if the request gives the order.
  ///   - policies: the treatment of nodes that cannot be under their parents; nil for that of the tree.
  ///   - core: the source that is built on the list.
  init<Node: NSManagedObject>(
    _ list: FetchedList<Node>, parentKey: String?, orderKey: String? = nil, policies: TreePolicies? = nil,
    beneath core: SourceCore<OnlySection, OnlySection>
  ) {
    (self.parentKey, self.orderKey, self.policies) = (parentKey, orderKey, policies)
    object = { list.item(for: ListedID($0)) }
    index = { list.place(of: ListedID($0))?.item }
    listedID = { list.place(of: ListedID($0)).flatMap { list.itemID(at: $0)?.id } }
    forEach = { body in list.forEachItem(inSection: 0) { body($0.id, $1) } }
    detach = { list.core.detach(core) }
    list.core.attach(core) { [weak self] in self?.receive($0) }
  }

  deinit { detach() }

  private func receive(_ update: Update) { pending = pending.map { $0.combined(with: update) } ?? update }

  /// Returns the steps of the list that the tree has not applied yet, as one step, and removes them.
  func takeUpdate() -> Update? {
    defer { pending = nil }
    return pending
  }

  /// The parent of a node of this level; nil if it has none.
  func parent(of node: NSManagedObject) -> NSManagedObject? {
    parentKey.flatMap { node.value(forKey: $0) as? NSManagedObject }
  }
}

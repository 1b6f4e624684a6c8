import CoreData
import OrderedRows

/// A cache of the order of children in the ordered relationships of their parents. It lasts for one step, because an
/// observer may change the order before the next one.
final class ChildRanks {
  private struct Order {
    /// Retained, so that an `ObjectIdentifier` is not reused for another object.
    let items: [NSManagedObject]
    let ranks: [ObjectIdentifier: Int]
  }

  private struct Key: Hashable {
    let parent: NSManagedObjectID
    let relationship: String
  }

  private var orders: [Key: Order] = [:]

  /// The rank of an object in a relationship of its parent. An object that is not in the relationship comes last.
  ///
  /// - Complexity: O(children) for the first call in a step for a parent, O(1) for each further one.
  func rank(
    of object: NSManagedObject, in relationship: String, of parent: NSManagedObject, named id: NSManagedObjectID
  ) -> Int {
    let key = Key(parent: id, relationship: relationship)
    let order = orders[key] ?? read(relationship, of: parent)
    orders[key] = order
    return order.ranks[ObjectIdentifier(object)] ?? order.items.count
  }

  private func read(_ relationship: String, of parent: NSManagedObject) -> Order {
    let items =
      (parent.value(forKey: relationship) as? NSOrderedSet)?.array.compactMap { $0 as? NSManagedObject } ?? []
    return Order(
      items: items, ranks: Dictionary(items.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: min))
  }

  /// Clears the cache at the end of a step.
  func forget() { orders = [:] }
}

extension FetchedNodes {
  /// The function that gives the rank of a node among the children of its parent; nil if the lists give the order.
  var rank: LinkedTree<NSManagedObjectID>.Rank? {
    ranks == nil ? nil : { [self] id, parent in rank(of: id, under: parent) }
  }

  /// The rank of a node among the children of its parent: by level, then in the parent's relationship or in the level.
  /// It does not read the tree, because the tree is being edited.
  private func rank(of id: NSManagedObjectID, under parentID: NSManagedObjectID) -> Int {
    for (number, level) in levels.enumerated() {
      guard let index = level.index(id) else { continue }
      let start = number << 40
      guard let ranks, let key = level.orderKey, let node = level.object(id),
        let parent = first({ $0.object(parentID) })
      else { return start + index }
      return start + ranks.rank(of: node, in: key, of: parent, named: parentID)
    }
    return .max
  }

  /// The children of a changed node, if they are no longer in the order of its relationship; otherwise none. They are
  /// compared because the changed properties may be unknown: a step may have several events, and a merge names no
  /// properties.
  ///
  /// - Complexity: O(children · log nodes); O(1) if the lists give the order.
  func passedChildren(of id: NSManagedObjectID) -> [NSManagedObjectID] {
    guard ranks != nil, let number = treeCore.tree.number(of: id), let node = object(for: id) else { return [] }
    let children = treeCore.tree.order.children(of: number).map { treeCore.tree.id(of: $0) }
      .filter { isChild($0, of: node) }
    let ranks = children.map { rank(of: $0, under: id) }
    return zip(ranks, ranks.dropFirst()).allSatisfy { $0 <= $1 } ? [] : children
  }

  private func isChild(_ id: NSManagedObjectID, of node: NSManagedObject) -> Bool {
    for level in levels { if let child = level.object(id) { return level.parent(of: child) === node } }
    return false
  }
}

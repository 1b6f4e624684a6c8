import CoreData
import Foundation

/// The order of items as the ordered relationships of their section objects have it. It is read once for each section,
/// and again when an event changes the section object.
final class RelationshipRanks {
  private struct Order {
    /// Held, so that an identifier of an object is that of one object.
    let section: NSManagedObject
    let items: [NSManagedObject]
    let ranks: [ObjectIdentifier: Int]

    init(_ section: NSManagedObject, _ relationship: String) {
      self.section = section
      items = (section.value(forKey: relationship) as? NSOrderedSet)?.array.compactMap { $0 as? NSManagedObject } ?? []
      ranks = Dictionary(items.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: min)
    }

    /// Whether the items that both have are in one order, so that the new ones are inserted among them.
    func agrees(with other: Order) -> Bool {
      items.filter { other.ranks[ObjectIdentifier($0)] != nil }
        .elementsEqual(other.items.filter { ranks[ObjectIdentifier($0)] != nil }, by: ===)
    }
  }

  /// The section objects' relationship to their items.
  let relationship: String
  /// The items' relationship to their section object.
  let key: String
  private var orders: [ObjectIdentifier: Order] = [:]

  init(_ relationship: String, backBy key: String) { (self.relationship, self.key) = (relationship, key) }

  /// Whether an item precedes another one of its section. Items that their section object does not have follow.
  func precedes(_ first: NSManagedObject, _ second: NSManagedObject) -> Bool { rank(of: first) < rank(of: second) }

  private func rank(of item: NSManagedObject) -> Int {
    guard let section = item.value(forKey: key) as? NSManagedObject else { return .max }
    let id = ObjectIdentifier(section)
    let order = orders[id] ?? Order(section, relationship)
    orders[id] = order
    return order.ranks[ObjectIdentifier(item)] ?? .max
  }

  /// Reads the order of the sections again that an event has changed.
  ///
  /// - Returns: whether items have passed one another.
  /// - Complexity: O(items of the changed sections).
  func update(after notice: ContextNotice, in context: NSManagedObjectContext) -> Bool {
    if notice.saysAllInvalid {
      // The objects have no values any more. The fetch that follows changes each item, which gets its place then.
      orders = [:]
      return false
    }
    if !notice.otherEntities.isEmpty {
      orders = orders.filter { !$0.value.section.isDeleted && $0.value.section.managedObjectContext != nil }
    }
    var isReordered = false
    for changed in notice.changed {
      guard let section = context.registeredObject(for: changed.id) else { continue }
      let id = ObjectIdentifier(section)
      guard let former = orders[id] else { continue }
      let order = Order(section, relationship)
      orders[id] = order
      if !order.agrees(with: former) { isReordered = true }
    }
    return isReordered
  }
}

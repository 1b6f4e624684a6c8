import CoreData
import Foundation

/// The order of items in the ordered relationships of their section objects. It is read once for each section object,
/// and again when an event changes that object.
final class RelationshipRanks {
  private struct Order {
    /// A strong reference, so that no other object gets the same `ObjectIdentifier`.
    let section: NSManagedObject
    let items: [NSManagedObject]
    let ranks: [ObjectIdentifier: Int]

    init(_ section: NSManagedObject, _ relationship: String) {
      self.section = section
      items = (section.value(forKey: relationship) as? NSOrderedSet)?.array.compactMap { $0 as? NSManagedObject } ?? []
      ranks = Dictionary(items.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: min)
    }

    /// Whether the items of both orders have the same relative order, so that items were only inserted or removed.
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

  /// Whether an item precedes another one of its section. Items that are not in the relationship come last.
  func precedes(_ first: NSManagedObject, _ second: NSManagedObject) -> Bool { rank(of: first) < rank(of: second) }

  private func rank(of item: NSManagedObject) -> Int {
    guard let section = item.value(forKey: key) as? NSManagedObject else { return .max }
    let id = ObjectIdentifier(section)
    let order = orders[id] ?? Order(section, relationship)
    orders[id] = order
    return order.ranks[ObjectIdentifier(item)] ?? .max
  }

  /// Reads again the order of the section objects that an event changed.
  ///
  /// - Returns: whether the relative order of items changed.
  /// - Complexity: O(items of the changed sections).
  func update(after notice: ContextNotice, in context: NSManagedObjectContext) -> Bool {
    if notice.saysAllInvalid {
      // The objects have lost their values. The fetch that follows changes each item, which then gets its place.
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

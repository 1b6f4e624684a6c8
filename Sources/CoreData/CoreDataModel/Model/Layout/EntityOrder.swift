import Foundation

/// Apple's order of entities: root entities sorted by name, ignoring case, each followed by its subentities in the same
/// order, depth first. The position plus one is the entity number in a new store.
package enum EntityOrder {
  /// Sorts entities that form complete inheritance trees without cycles.
  static func sorted(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    var ordered: [NSEntityDescription] = []
    ordered.reserveCapacity(entities.count)
    var pending = Array(byName(entities.filter { $0.superentity == nil }).reversed())
    while let entity = pending.popLast() {
      ordered.append(entity)
      pending += byName(entity.subentities).reversed()
    }
    return ordered
  }

  /// Whether a name precedes another: ignoring case or, if they are then equal, with case.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    let (lowerLeft, lowerRight) = (left.lowercased(), right.lowercased())
    return lowerLeft == lowerRight ? left < right : lowerLeft < lowerRight
  }

  private static func byName(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    entities.sorted { precedes($0.name ?? "", $1.name ?? "") }
  }
}

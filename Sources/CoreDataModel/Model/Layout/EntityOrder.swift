import Foundation

/// Apple's order of entities: roots by name without regard to case, each followed by its subentities in the same way,
/// depth first. Numbered from 1 it gives the entity numbers of a new store.
package enum EntityOrder {
  /// Sorts entities that form whole inheritance trees without cycles.
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

  /// Whether a name comes before another: without regard to case, then with.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    let (lowerLeft, lowerRight) = (left.lowercased(), right.lowercased())
    return lowerLeft == lowerRight ? left < right : lowerLeft < lowerRight
  }

  private static func byName(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
    entities.sorted { precedes($0.name ?? "", $1.name ?? "") }
  }
}

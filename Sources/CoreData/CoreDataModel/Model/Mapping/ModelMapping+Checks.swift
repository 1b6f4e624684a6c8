import Foundation

/// Checks for mappings that Apple's Core Data does not infer, and for mappings that would silently lose data.
extension ModelMapping {
  /// Checks that no inheritance tree gets objects of several former trees. Their primary keys could be equal, because
  /// each former tree had a table of its own.
  func checkHierarchies() throws {
    for root in destination.layout.entities where root.root == root.index {
      let formerRoots = Set(root.subtree.compactMap { sources[$0] }.map { source.layout.entities[$0].root })
      guard formerRoots.count > 1 else { continue }
      let names = formerRoots.map { source.layout.entities[$0].name }.sorted(by: EntityOrder.precedes)
      throw InferenceProblem(
        entity: root.name,
        reason: "Entity hierarchies cannot be merged: \(names.joined(separator: ", ")) had no parent in common"
      )
    }
  }

  func check(_ slot: Int, of entity: EntityLayout, from formerSlot: Int, of former: EntityLayout) throws {
    let (new, old) = (entity.slots[slot], former.slots[formerSlot])
    func problem(_ reason: String) -> InferenceProblem {
      InferenceProblem(entity: entity.name, property: new.name, reason: reason)
    }
    switch (new.kind, old.kind) {
    case (.attribute(let type), .attribute(let oldType)):
      guard type.continues(oldType) else { throw problem("Source and destination attribute types are incompatible") }
    case (.toOne(let relationship), .toOne(let oldRelationship)),
      (.toMany(let relationship), .toOne(let oldRelationship)),
      (.toMany(let relationship), .toMany(let oldRelationship)):
      if let reason = destinationProblem(relationship, oldRelationship) { throw problem(reason) }
      if let reason = inverseProblem(relationship, oldRelationship) { throw problem(reason) }
    case (.toOne, .toMany): throw problem("A to-many relationship cannot become a to-one relationship")
    default: throw problem("An attribute cannot become a relationship, nor a relationship an attribute")
    }
  }

  /// Checks that the former destinations, apart from those of removed entities, include an allowed destination. Returns
  /// the problem, or nil.
  private func destinationProblem(
    _ relationship: EntityLayout.Relationship, _ old: EntityLayout.Relationship
  ) -> String? {
    let allowed = destination.layout.entities[relationship.destination].subtree
    let now = source.layout.entities[old.destination].subtree.compactMap { destinations[$0] }
    guard !now.isEmpty, !now.contains(where: allowed.contains) else { return nil }
    return "Source and destination relationships lead to different entities"
  }

  /// Checks that two inverse relationships, if both continue former ones, were inverses before. Returns the problem, or
  /// nil.
  private func inverseProblem(
    _ relationship: EntityLayout.Relationship, _ old: EntityLayout.Relationship
  ) -> String? {
    guard let inverse = relationship.inverse else { return nil }
    let continued = destination.layout.entities[relationship.destination].subtree.compactMap { place in
      slots[place][inverse].flatMap { slot in sources[place].map { (entity: $0, slot: slot) } }
    }
    let oldPlaces = source.layout.entities[old.destination].subtree
    guard !continued.isEmpty,
      !continued.contains(where: { oldPlaces.contains($0.entity) && $0.slot == old.inverse })
    else { return nil }
    return "The inverse was that of another relationship"
  }
}

/// The reason why no mapping between two models can be inferred.
package struct InferenceProblem: Error {
  /// The name of the destination model's entity.
  let entity: String
  var property: String?
  /// A sentence without its final period.
  let reason: String

  /// The error with Apple's code and user info keys.
  package var error: NSError {
    var details: [String: Any] = ["reason": reason, "entity": entity]
    details["property"] = property
    let place = property.map { "\(entity).\($0)" } ?? "the entity \(entity)"
    return .coreData(
      NSInferredMappingModelError, "No mapping can be inferred for \(place): \(reason).", details: details
    )
  }
}

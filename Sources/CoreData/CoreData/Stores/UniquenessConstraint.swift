import Foundation

/// Attributes whose combined values must be unique among the rows of an entity. A row with a nil value violates no
/// constraint.
package struct UniquenessConstraint: Sendable {
  package let entity: EntityLayout
  /// The names of the attributes as in the model.
  package let names: [String]
  /// The slots of the attributes. A composite attribute is replaced by its elements.
  package let slots: [Int]

  package init(entity: EntityLayout, names: [String], slots: [Int]) {
    self.entity = entity
    self.names = names
    self.slots = slots
  }

  /// The constraints of a model, each with the entity that declares it.
  static func all(of model: NSManagedObjectModel) -> [UniquenessConstraint] {
    model.compile().entities.flatMap { entity in
      entity.uniquenessNames.compactMap { names in
        entity.layout.valueSlots(named: names).map {
          UniquenessConstraint(entity: entity.layout, names: names, slots: $0)
        }
      }
    }
  }

}

extension CompiledModel {
  /// The slots of each entity's uniqueness constraints, without derived attributes, which the store computes.
  package var uniqueSlots: [Set<Int>] {
    entities.map { entity in
      // The constraints of a superentity also apply to the rows of its subentities.
      var names: Set<String> = []
      var next: NSEntityDescription? = entity
      while let current = next {
        names.formUnion(current.uniquenessNames.joined())
        next = current.superentity
      }
      return Set(names.flatMap { entity.layout.valueSlots(named: [$0]) ?? [] }).subtracting(entity.layout.derivedSlots)
    }
  }
}

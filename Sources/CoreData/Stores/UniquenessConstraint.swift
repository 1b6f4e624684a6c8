import Foundation

/// Attributes whose values, taken together, no two rows of an entity may share. A row in which one of them is null
/// shares nothing.
package struct UniquenessConstraint: Sendable {
  package let entity: EntityLayout
  /// The names of the attributes, as the model has them.
  package let names: [String]
  /// The slots of a composite attribute are its elements'.
  package let slots: [Int]

  package init(entity: EntityLayout, names: [String], slots: [Int]) {
    self.entity = entity
    self.names = names
    self.slots = slots
  }

  /// The constraints of a model, each at the entity that declares it.
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
  /// The slots of each entity's uniqueness constraints, but for what a store computes, which it sets itself.
  package var uniqueSlots: [Set<Int>] {
    entities.map { entity in
      // A constraint of a superentity holds for the rows of its subentities.
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

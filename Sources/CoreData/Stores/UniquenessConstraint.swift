import Foundation

/// Attributes whose values, taken together, no two rows of an entity may share. A row in which one of them is null
/// shares nothing.
struct UniquenessConstraint: Sendable {
  let entity: EntityLayout
  let slots: [Int]

  /// The constraints of a model, each at the entity that declares it.
  static func all(of model: NSManagedObjectModel) -> [UniquenessConstraint] {
    model.compile().entities.flatMap { entity in
      entity.uniquenessNames.compactMap { names in
        let slots = names.compactMap { entity.layout.slotsByName[$0] }
        return slots.isEmpty || slots.count < names.count
          ? nil : UniquenessConstraint(entity: entity.layout, slots: slots)
      }
    }
  }

  /// The names of the attributes.
  var names: [String] { slots.map { entity.slots[$0].name } }
}

extension CompiledModel {
  /// The slots of each entity's uniqueness constraints, but for what a store computes, which it sets itself.
  var uniqueSlots: [Set<Int>] {
    entities.map { entity in
      // A constraint of a superentity holds for the rows of its subentities.
      var names: Set<String> = []
      var next: NSEntityDescription? = entity
      while let current = next {
        names.formUnion(current.uniquenessNames.joined())
        next = current.superentity
      }
      return Set(names.compactMap { entity.layout.slotsByName[$0] }).subtracting(entity.layout.derivedSlots)
    }
  }
}

import Foundation

/// The compiled form of a model, made once, when the model is first used and stops changing.
package struct CompiledModel {
  package let layout: ModelLayout
  /// The entities in the order of the layout.
  package let entities: [NSEntityDescription]
  let entitiesByName: [String: NSEntityDescription]
  package let entitiesByClass = EntitiesByClass()
}

/// The compiled form of an entity, made once, when its model is first used.
final class CompiledEntity {
  let properties: EntityProperties
  let layout: EntityLayout

  init(properties: EntityProperties, layout: EntityLayout) {
    self.properties = properties
    self.layout = layout
  }
}

/// Held while a model is compiled, so that two threads that use it first compile it once.
private let compilation = NSLock()

extension NSManagedObjectModel {
  /// Compiles the model unless that has happened; from then on nothing in it can change.
  ///
  /// A model that makes no sense is a programming error; readers check theirs before (`ModelCheck`).
  @discardableResult
  package func compile() -> CompiledModel {
    compilation.withLock {
      if let compiled { return compiled }
      let problems = ModelCheck.problems(in: self)
      guard problems.isEmpty else {
        fatalError("The model cannot be used: \(problems.joined(separator: "; ")).")
      }
      let ordered = EntityOrder.sorted(entities)
      let layout = ModelLayout(ordered)
      for (entity, entityLayout) in zip(ordered, layout.entities) {
        entity.compiled = CompiledEntity(properties: EntityProperties(of: entity), layout: entityLayout)
        for property in entity.ownProperties { property.isFrozen = true }
      }
      let compiled = CompiledModel(layout: layout, entities: ordered, entitiesByName: Dictionary(named: ordered))
      self.compiled = compiled
      return compiled
    }
  }

  /// The layouts of the entities; to read them is a use of the model.
  package var layout: ModelLayout { compile().layout }
}

extension NSEntityDescription {
  /// The layout of the entity's rows; to read it is a use of the model.
  package var layout: EntityLayout {
    if let compiled { return compiled.layout }
    managedObjectModel.compile()
    guard let compiled else {
      fatalError("The entity \(name ?? "without a name") is not among its model's entities.")
    }
    return compiled.layout
  }
}

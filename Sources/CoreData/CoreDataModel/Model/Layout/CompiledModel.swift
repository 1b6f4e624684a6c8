import Foundation

/// The compiled form of a model. It is created when the model is first used, and from then on the model cannot change.
package struct CompiledModel {
  package let layout: ModelLayout
  /// The entities in the order of the layout.
  package let entities: [NSEntityDescription]
  let entitiesByName: [String: NSEntityDescription]
  package let entitiesByClass = EntitiesByClass()
}

/// The compiled form of an entity, created when its model is first used.
final class CompiledEntity {
  let properties: EntityProperties
  let layout: EntityLayout

  init(properties: EntityProperties, layout: EntityLayout) {
    self.properties = properties
    self.layout = layout
  }
}

/// Held while a model is compiled, so that two threads do not compile it twice.
private let compilation = NSLock()

extension NSManagedObjectModel {
  /// Compiles the model, unless it is compiled already. From then on the model cannot change.
  ///
  /// An invalid model is a programming error. Model readers check their models before, by `ModelCheck`.
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

  /// The layouts of the entities. Reading it compiles the model.
  package var layout: ModelLayout { compile().layout }
}

extension NSEntityDescription {
  /// The layout of the entity's rows. Reading it compiles the model.
  package var layout: EntityLayout {
    if let compiled { return compiled.layout }
    managedObjectModel.compile()
    guard let compiled else {
      fatalError("The entity \(name ?? "without a name") is not among its model's entities.")
    }
    return compiled.layout
  }
}

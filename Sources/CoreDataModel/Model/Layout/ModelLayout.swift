/// The layouts of a model's entities, compiled once, when the model is first used.
package final class ModelLayout: Sendable {
  /// In the model's order; a layout stands at its own `index`.
  package let entities: [EntityLayout]
  package let entitiesByName: [String: EntityLayout]
  /// Whether some entity has an implied reference.
  package let hasImpliedSlots: Bool

  package init(entities: [EntityLayout]) {
    self.entities = entities
    hasImpliedSlots = entities.contains { !$0.impliedSlots.isEmpty }
    entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(key: RowKey) -> EntityLayout { entities[Int(key.entity)] }
}

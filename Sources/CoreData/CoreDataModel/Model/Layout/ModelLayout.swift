/// The layouts of a model's entities, compiled when the model is first used.
package final class ModelLayout: Sendable {
  /// The layouts in the model's order. The position of each is its `index`.
  package let entities: [EntityLayout]
  package let entitiesByName: [String: EntityLayout]
  /// Whether at least one entity has an implied inverse.
  package let hasImpliedSlots: Bool

  package init(entities: [EntityLayout]) {
    self.entities = entities
    hasImpliedSlots = entities.contains { !$0.impliedSlots.isEmpty }
    entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(key: RowKey) -> EntityLayout { entities[Int(key.entity)] }
}

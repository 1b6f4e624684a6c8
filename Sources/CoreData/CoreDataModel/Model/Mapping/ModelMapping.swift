/// The mapping between the entities and properties of two models, inferred from names and renaming identifiers.
///
/// The SQL of a migration and the public `NSMappingModel` are both derived from it. Entities and slots are given by
/// their indices in the layouts.
package struct ModelMapping {
  package let source: CompiledModel
  package let destination: CompiledModel
  /// The index of the source entity, by the destination entity's index; nil for a new entity.
  package private(set) var sources: [Int?]
  /// The index of the destination entity, by the source entity's index; nil for a removed entity.
  package private(set) var destinations: [Int?]
  /// The source's slot of each value, by the destination entity's index and slot; nil for a new property.
  package private(set) var slots: [[Int?]]

  /// Infers the mapping.
  ///
  /// - Throws: an `InferenceProblem` that names the entity, the property and the reason.
  package init(from source: CompiledModel, to destination: CompiledModel) throws {
    self.source = source
    self.destination = destination
    sources = RenamingMatch.sources(of: destination.entities.map(\.matchName), among: source.entities.map(\.matchName))
    destinations = Array(repeating: nil, count: source.entities.count)
    slots = []
    for (index, former) in sources.enumerated() {
      if let former { destinations[former] = index }
    }
    slots = destination.layout.entities.map { Self.slots(of: $0, from: sources[$0.index], source, destination) }
    try checkHierarchies()
    for entity in destination.layout.entities {
      guard let former = sources[entity.index] else { continue }
      for (slot, formerSlot) in slots[entity.index].enumerated() {
        guard let formerSlot else { continue }
        try check(slot, of: entity, from: formerSlot, of: source.layout.entities[former])
      }
    }
  }

  private static func slots(
    of entity: EntityLayout, from former: Int?, _ source: CompiledModel, _ destination: CompiledModel
  ) -> [Int?] {
    guard let former else { return entity.slots.map { _ in nil } }
    let formerLayout = source.layout.entities[former]
    // Implied slots are omitted here, because they follow from the relationships that imply them.
    func properties(_ layout: EntityLayout) -> [Int] {
      layout.slots.indices.filter { !layout.slots[$0].isTransient && layout.slots[$0].isProperty }
    }
    let (wanted, there) = (properties(entity), properties(formerLayout))
    func name(_ slot: Int, _ layout: EntityLayout, _ model: CompiledModel) -> RenamingMatch.Name {
      let name = layout.slots[slot].name
      let property = model.entities[layout.index].propertiesByName[name]
      return RenamingMatch.Name(name: name, identifier: property?.explicitRenamingIdentifier)
    }
    let found = RenamingMatch.sources(
      of: wanted.map { name($0, entity, destination) }, among: there.map { name($0, formerLayout, source) }
    )
    var slots = [Int?](repeating: nil, count: entity.slots.count)
    for (slot, match) in zip(wanted, found) { slots[slot] = match.map { there[$0] } }
    guard entity.hasComposites || formerLayout.hasComposites else { return slots }
    ElementMatch(entity, of: destination, formerLayout, of: source).match(&slots)
    return slots
  }
}

extension NSEntityDescription {
  fileprivate var matchName: RenamingMatch.Name {
    RenamingMatch.Name(name: name ?? "", identifier: explicitRenamingIdentifier)
  }
}

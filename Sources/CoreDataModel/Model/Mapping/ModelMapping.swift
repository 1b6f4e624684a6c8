/// The mapping of one model's entities and properties to another model's, inferred from names and renaming identifiers.
///
/// Both the SQL of a migration and the public `NSMappingModel` are made from it. Entities and slots are named by their
/// indices in the layouts.
package struct ModelMapping {
  package let source: CompiledModel
  package let destination: CompiledModel
  /// By the destination entity's index: the index of its source entity; nil for a new one.
  package private(set) var sources: [Int?]
  /// By the source entity's index: the index of its destination entity; nil for a removed one.
  package private(set) var destinations: [Int?]
  /// By the destination entity's index, then by slot: the slot that holds the value in the source; nil for a new one.
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
    // Implied slots follow from the relationship at the other end.
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

extension ModelMapping {
  /// The mapping as the public classes say it.
  var entityMappings: [NSEntityMapping] {
    let continued = destination.entities.enumerated().map { index, entity in
      mapping(from: sources[index].map { source.entities[$0] }, to: entity)
    }
    let removed = source.entities.enumerated().filter { destinations[$0.offset] == nil }.map {
      mapping(from: $0.element, to: nil)
    }
    return continued + removed
  }

  private func mapping(from former: NSEntityDescription?, to entity: NSEntityDescription?) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    (mapping.sourceEntityName, mapping.sourceEntityVersionHash) = (former?.name, former?.versionHash)
    (mapping.destinationEntityName, mapping.destinationEntityVersionHash) = (entity?.name, entity?.versionHash)
    let kind: String
    switch (former, entity) {
    case (nil, _): (mapping.mappingType, kind) = (.addEntityMappingType, "Add")
    case (_, nil): (mapping.mappingType, kind) = (.removeEntityMappingType, "Remove")
    case (let former?, let entity?):
      let isSame = former.versionHash == entity.versionHash
      mapping.mappingType = isSame ? .copyEntityMappingType : .transformEntityMappingType
      kind = isSame ? "Copy" : "Transform"
    }
    mapping.name = "IEM_\(kind)_\(entity?.name ?? former?.name ?? "")"
    guard let entity, former != nil else { return mapping }
    func properties(_ slots: [Int]) -> [NSPropertyMapping] {
      slots.filter { !entity.layout.slots[$0].isTransient }.map { slot in
        let property = NSPropertyMapping()
        property.name = entity.layout.slots[slot].name
        return property
      }
    }
    mapping.attributeMappings = properties(entity.layout.attributeSlots)
    mapping.relationshipMappings = properties(entity.layout.toOneSlots + entity.layout.toManySlots)
    return mapping
  }
}

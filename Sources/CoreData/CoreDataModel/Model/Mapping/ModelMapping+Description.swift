extension ModelMapping {
  /// The mapping as objects of the public classes.
  var entityMappings: [NSEntityMapping] {
    let continued = destination.entities.enumerated().map { index, entity in
      mapping(from: sources[index].map { source.entities[$0] }, to: entity, slots[index])
    }
    let removed = source.entities.enumerated().filter { destinations[$0.offset] == nil }.map {
      mapping(from: $0.element, to: nil, [])
    }
    return continued + removed
  }

  private func mapping(
    from former: NSEntityDescription?, to entity: NSEntityDescription?, _ formerSlots: [Int?]
  ) -> NSEntityMapping {
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
    guard let entity, let former else { return mapping }
    mapping.sourceExpression = MappingExpressions.objects(of: former.name ?? "")
    func properties(_ slots: [Int], _ value: (String) -> NSExpression) -> [NSPropertyMapping] {
      slots.filter { entity.layout.slots[$0].isMapped }.map { slot in
        let property = NSPropertyMapping()
        property.name = entity.layout.slots[slot].name
        property.valueExpression = formerSlots[slot].map { value(former.layout.slots[$0].name) }
        return property
      }
    }
    mapping.attributeMappings = properties(entity.layout.ownAttributeSlots, MappingExpressions.value)
    mapping.relationshipMappings = properties(
      entity.layout.toOneSlots + entity.layout.toManySlots, MappingExpressions.destinations(ofRelationship:)
    )
    func names(_ slots: some Sequence<Int>, of layout: EntityLayout) -> Set<String> {
      Set(slots.filter { layout.slots[$0].isMapped && layout.slots[$0].owner == nil }.map { layout.slots[$0].name })
    }
    let kept = Set(formerSlots.compactMap { $0 })
    mapping.userInfo = [
      "mappedProperties": names(formerSlots.indices.filter { formerSlots[$0] != nil }, of: entity.layout),
      "addedProperties": names(formerSlots.indices.filter { formerSlots[$0] == nil }, of: entity.layout),
      "removedProperties": names(former.layout.slots.indices.filter { !kept.contains($0) }, of: former.layout),
    ]
    return mapping
  }
}

extension EntityLayout.Slot {
  /// Whether the property has a property mapping.
  fileprivate var isMapped: Bool { !isTransient && !isImplied }
}

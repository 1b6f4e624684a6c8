import Foundation

extension ModelLayout {
  /// Compiles checked entities.
  ///
  /// - Parameter entities: all entities of a model, in `EntityOrder`.
  convenience init(_ entities: [NSEntityDescription]) {
    let indices = Dictionary(zip(entities.map(ObjectIdentifier.init), 0...)) { first, _ in first }
    // Parents stand before their subentities, so a parent's slots are always there already.
    var slotNames: [[String]] = []
    for entity in entities {
      var names = entity.superentity.flatMap { indices[ObjectIdentifier($0)] }.map { slotNames[$0] } ?? []
      let inherited = Set(names)
      names += entity.ownProperties.filter { $0.hasSlot && !inherited.contains($0.name) }.map(\.name)
      slotNames.append(names)
    }
    let places = slotNames.map { Dictionary(zip($0, 0...)) { first, _ in first } }

    var roots: [Int] = []
    var layouts: [EntityLayout] = []
    for (index, entity) in entities.enumerated() {
      let parent = entity.superentity.flatMap { indices[ObjectIdentifier($0)] }
      roots.append(parent.map { roots[$0] } ?? index)
      let properties = entity.propertiesByName
      let slots = slotNames[index].compactMap { name in
        properties[name].flatMap { EntityLayout.Slot($0, of: entity, entityIndices: indices, slotPlaces: places) }
      }
      layouts.append(
        EntityLayout(
          name: entity.name ?? "",
          index: index,
          root: roots[index],
          parent: parent,
          isAbstract: entity.isAbstract,
          subtree: index..<index + Self.treeSize(of: entity),
          slots: slots
        )
      )
    }
    self.init(entities: layouts)
  }

  private static func treeSize(of entity: NSEntityDescription) -> Int {
    var size = 0
    var pending = [entity]
    while let next = pending.popLast() {
      size += 1
      pending += next.subentities
    }
    return size
  }
}

extension EntityLayout.Slot {
  fileprivate init?(
    _ property: NSPropertyDescription, of entity: NSEntityDescription, entityIndices: [ObjectIdentifier: Int],
    slotPlaces: [[String: Int]]
  ) {
    let kind: EntityLayout.Kind
    var defaultValue = Value.null
    switch property {
    case let attribute as NSAttributeDescription:
      kind = .attribute(attribute.attributeType)
      defaultValue = Value(default: attribute.defaultValue, of: attribute.attributeType) ?? .null
    case let relationship as NSRelationshipDescription:
      guard let destination = relationship.destinationEntity.flatMap({ entityIndices[ObjectIdentifier($0)] })
      else { return nil }
      let compiled = EntityLayout.Relationship(
        destination: destination,
        // One that does not lead back is none: keeping both ends up would go in circles.
        inverse: relationship.inverseRelationship.flatMap { inverse in
          inverse.inverseRelationship?.name == relationship.name ? slotPlaces[destination][inverse.name] : nil
        },
        isOrdered: relationship.isOrdered,
        deleteRule: relationship.deleteRule,
        minCount: relationship.minCount,
        maxCount: max(0, relationship.maxCount)
      )
      kind = relationship.isToMany ? .toMany(compiled) : .toOne(compiled)
    default: return nil
    }
    self.init(
      name: property.name, kind: kind, isOptional: property.isOptional, isTransient: property.isTransient,
      defaultValue: defaultValue,
      transformer: (property as? NSAttributeDescription).flatMap { AttributeTransformer($0, of: entity) },
      isDerived: property is NSDerivedAttributeDescription
    )
  }
}

extension NSPropertyDescription {
  /// Whether objects hold a value for the property. A fetched property has none.
  var hasSlot: Bool { self is NSAttributeDescription || self is NSRelationshipDescription }
}

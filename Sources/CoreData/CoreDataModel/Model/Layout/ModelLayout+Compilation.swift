import Foundation

extension ModelLayout {
  /// Compiles entities that `ModelCheck` has accepted.
  ///
  /// - Parameter entities: all entities of a model, in `EntityOrder`.
  convenience init(_ entities: [NSEntityDescription]) {
    let indices = Dictionary(zip(entities.map(ObjectIdentifier.init), 0...)) { first, _ in first }
    let implied = ImpliedInverse.all(in: entities, indices)
    // Superentities precede their subentities, so the slots of a superentity are already known.
    var slotNames: [[String]] = []
    for (index, entity) in entities.enumerated() {
      var names = entity.superentity.flatMap { indices[ObjectIdentifier($0)] }.map { slotNames[$0] } ?? []
      let inherited = Set(names)
      names += entity.ownProperties.filter { $0.hasSlot && !inherited.contains($0.name) }.flatMap(\.slotNames)
      names += implied[index].map(\.name)
      slotNames.append(names)
    }
    let places = slotNames.map { Dictionary(zip($0, 0...)) { first, _ in first } }
    let impliedByName = Dictionary(implied.joined().map { ($0.name, $0) }) { first, _ in first }

    var roots: [Int] = []
    var layouts: [EntityLayout] = []
    for (index, entity) in entities.enumerated() {
      let parent = entity.superentity.flatMap { indices[ObjectIdentifier($0)] }
      roots.append(parent.map { roots[$0] } ?? index)
      let properties = entity.propertiesByName
      let composites = properties.values.compactMap { $0 as? NSCompositeAttributeDescription }
      let elements = Dictionary(composites.flatMap(\.leaves).map { ($0.name, $0) }) { first, _ in first }
      var slots = slotNames[index].compactMap { name -> EntityLayout.Slot? in
        if let implied = impliedByName[name] { return EntityLayout.Slot(implied, slotPlaces: places) }
        return properties[name].flatMap {
          EntityLayout.Slot($0, of: entity, entityIndices: indices, slotPlaces: places)
        } ?? elements[name].map { EntityLayout.Slot($0, of: entity, slotPlaces: places[index]) }
      }
      for composite in composites {
        if let slot = places[index][composite.name] {
          slots[slot].composite = CompositeLayout(composite, behind: "", slotPlaces: places[index])
        }
      }
      layouts.append(
        EntityLayout(
          name: entity.name ?? "",
          index: index,
          root: roots[index],
          parent: parent,
          isAbstract: entity.isAbstract,
          subtree: index..<index + Self.treeSize(of: entity),
          slots: slots,
          inheritedCounts: parent.map { layouts[$0].inheritedCounts + [layouts[$0].slots.count] } ?? []
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
      let inverse = relationship.inverseThatLeadsBack.flatMap { slotPlaces[destination][$0.name] }
      let implied =
        inverse != nil || !relationship.impliesInverse
        ? nil : slotPlaces[destination][ImpliedInverse.name(of: relationship, declaredBy: entity)]
      let compiled = EntityLayout.Relationship(
        destination: destination,
        inverse: inverse ?? implied,
        isOrdered: relationship.isOrdered,
        deleteRule: relationship.deleteRule,
        minCount: relationship.minCount,
        maxCount: max(0, relationship.maxCount),
        hasImpliedInverse: implied != nil,
        isInOrder: !relationship.isToMany && relationship.inverseThatLeadsBack?.isOrdered == true
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

extension EntityLayout.Slot {
  /// Creates the slot of a composite attribute's element.
  fileprivate init(_ element: CompositeLeaf, of entity: NSEntityDescription, slotPlaces: [String: Int]) {
    let type = element.attribute.attributeType
    let composite = element.path[0]
    let isTransient = element.attribute.isTransient || entity.attributesByName[composite]?.isTransient == true
    self.init(
      name: element.name, kind: .attribute(type), isOptional: element.attribute.isOptional, isTransient: isTransient,
      defaultValue: Value(default: element.attribute.defaultValue, of: type) ?? .null,
      transformer: isTransient ? nil : AttributeTransformer(element.attribute, named: element.name, of: entity),
      owner: slotPlaces[composite], elementPath: element.path)
  }
}

extension CompositeLayout {
  /// - Parameter prefix: the names of the enclosing composites, each followed by a period.
  fileprivate init(
    _ composite: NSCompositeAttributeDescription, behind prefix: String, slotPlaces: [String: Int]
  ) {
    let prefix = "\(prefix)\(composite.name)."
    elements = composite.elements.compactMap { element in
      let content: Content
      if let inner = element as? NSCompositeAttributeDescription {
        content = .composite(CompositeLayout(inner, behind: prefix, slotPlaces: slotPlaces))
      } else {
        guard let slot = slotPlaces[prefix + element.name] else { return nil }
        content = .value(slot: slot)
      }
      return Element(name: element.name, isOptional: element.isOptional, content: content)
    }
  }
}

extension NSPropertyDescription {
  /// The names of the property's slots: its own, and those of a composite attribute's elements.
  fileprivate var slotNames: [String] {
    [name] + ((self as? NSCompositeAttributeDescription)?.leaves.map(\.name) ?? [])
  }

  /// Whether objects store a value for the property. They store none for a fetched property.
  var hasSlot: Bool { self is NSAttributeDescription || self is NSRelationshipDescription }
}

/// The implied inverse of a to-many relationship without an inverse: a reference from each destination to its owner.
///
/// Apple's stores keep such a relationship in a column of the destination's table, so a destination has at most one
/// owner. The layout has a to-one slot for the column, which is used as the relationship's inverse. So contexts and
/// stores keep both ends consistent as for any other pair. Programs cannot access the slot.
struct ImpliedInverse {
  /// The name of the slot, "Owner.relationship", which no property can have.
  let name: String
  /// The index of the entity that declares the relationship.
  let owner: Int
  let relationship: String

  /// The implied slots of each entity, in the order of the owners and then of the relationships' names.
  ///
  /// - Parameter entities: all entities of a model, in `EntityOrder`.
  static func all(in entities: [NSEntityDescription], _ indices: [ObjectIdentifier: Int]) -> [[ImpliedInverse]] {
    var all = [[ImpliedInverse]](repeating: [], count: entities.count)
    for (index, entity) in entities.enumerated() {
      let relationships = entity.ownProperties.compactMap { $0 as? NSRelationshipDescription }
      for relationship in relationships.sorted(by: { EntityOrder.precedes($0.name, $1.name) })
      where relationship.impliesInverse && !entity.inherits(relationship.name) {
        guard let destination = relationship.destinationEntity.flatMap({ indices[ObjectIdentifier($0)] }) else {
          continue
        }
        all[destination].append(
          ImpliedInverse(
            name: name(of: relationship, declaredBy: entity), owner: index, relationship: relationship.name))
      }
    }
    return all
  }

  /// - Parameter entity: an entity that declares or inherits the relationship.
  static func name(of relationship: NSRelationshipDescription, declaredBy entity: NSEntityDescription) -> String {
    var declarer = entity
    while let parent = declarer.superentity, parent.propertiesByName[relationship.name] != nil { declarer = parent }
    return "\(declarer.name ?? "").\(relationship.name)"
  }
}

extension NSRelationshipDescription {
  /// The inverse; nil if the inverse's own inverse is another relationship, because the ends could not be kept
  /// consistent.
  var inverseThatLeadsBack: NSRelationshipDescription? {
    inverseRelationship.flatMap { $0.inverseRelationship?.name == name ? $0 : nil }
  }

  /// Whether the destinations need an implied slot. A transient relationship needs none.
  var impliesInverse: Bool { isToMany && !isTransient && inverseThatLeadsBack == nil }
}

extension NSEntityDescription {
  /// Whether a superentity has a property with the name.
  fileprivate func inherits(_ name: String) -> Bool { superentity?.propertiesByName[name] != nil }
}

extension EntityLayout.Slot {
  init?(_ implied: ImpliedInverse, slotPlaces: [[String: Int]]) {
    guard let inverse = slotPlaces[implied.owner][implied.relationship] else { return nil }
    let relationship = EntityLayout.Relationship(
      destination: implied.owner, inverse: inverse, isOrdered: false, deleteRule: .nullifyDeleteRule, minCount: 0,
      maxCount: 1)
    self.init(
      name: implied.name, kind: .toOne(relationship), isOptional: true, isTransient: false, defaultValue: .null,
      isImplied: true)
  }
}

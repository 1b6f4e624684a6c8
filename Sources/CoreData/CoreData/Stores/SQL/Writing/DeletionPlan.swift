/// The other changes that statements must make when they delete rows: set references to these rows to nil, and delete
/// their rows in join tables.
struct DeletionPlan {
  /// A to-one relationship that may refer to a deleted row.
  struct Reference: Hashable {
    let entity: Int
    let slot: Int
    /// The root of the entity that the relationship leads to.
    let destination: Int
  }

  private(set) var references: Set<Reference> = []
  /// The join tables by the root entity of the owners.
  private(set) var joins: [Int: [JoinSide]] = [:]

  /// - Parameters:
  ///   - entities: the entities of the deleted rows.
  ///   - reportsJoins: whether the owners whose to-many relationships change must be reported.
  /// - Returns: nil if the objects must be deleted one by one, because of a rule of the model, of external data, or of
  ///   joins to report.
  init?(of entities: Set<Int>, reportsJoins: Bool, in schema: StoreSchema) {
    let model = schema.model
    guard Self.isNamedFromBothSides(entities, in: model) else { return nil }
    for entity in entities {
      guard let stored = schema.entities[entity], !stored.columns.contains(where: { $0?.isExternal == true }) else {
        return nil
      }
      for (slot, property) in stored.layout.slots.enumerated() {
        switch property.kind {
        case .attribute: continue
        case .toOne(let relationship), .toMany(let relationship):
          if property.isTransient { continue }
          guard relationship.deleteRule == .nullifyDeleteRule else { return nil }
          guard add(slot, of: stored, relationship, reportsJoins: reportsJoins, in: schema) else { return nil }
        }
      }
    }
  }

  /// - Returns: false if the objects must be deleted one by one.
  private mutating func add(
    _ slot: Int, of stored: StoredEntity, _ relationship: EntityLayout.Relationship, reportsJoins: Bool,
    in schema: StoreSchema
  ) -> Bool {
    let inverse = relationship.inverse.map { schema.model.entities[relationship.destination].slots[$0] }
    if relationship.isOrdered { return false }
    switch inverse?.kind {
    case .toMany(let other) where other.isOrdered || other.minCount > 0: return false
    case .toOne:
      guard let inverse, inverse.isOptional, let place = relationship.inverse,
        schema.entities[relationship.destination]?.columns[place]?.orderName == nil
      else { return false }
      references.insert(
        Reference(entity: relationship.destination, slot: place, destination: stored.layout.root))
    default: break
    }
    guard case .join(let side)? = stored.toMany[slot] else { return true }
    if reportsJoins { return false }
    joins[stored.layout.root, default: []].append(side)
    if relationship.inverse == slot {
      // A relationship that is its own inverse has a row for each direction.
      joins[stored.layout.root, default: []].append(
        JoinSide(
          table: side.table, ownerColumn: side.destinationColumn, destinationColumn: side.ownerColumn, orderColumn: nil)
      )
    }
    return true
  }

  /// Whether every relationship that can lead to the entities has an inverse, whose delete rule then applies.
  private static func isNamedFromBothSides(_ entities: Set<Int>, in model: ModelLayout) -> Bool {
    let roots = Set(entities.map { model.entities[$0].root })
    return model.entities.allSatisfy { entity in
      entity.slots.allSatisfy { slot in
        switch slot.kind {
        case .attribute: true
        case .toOne(let relationship), .toMany(let relationship):
          relationship.inverse != nil || !roots.contains(model.entities[relationship.destination].root)
        }
      }
    }
  }
}

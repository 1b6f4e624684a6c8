extension StoreSchema {
  /// Assembles the schema of a store.
  ///
  /// - Parameters:
  ///   - plan: the planned names, adapted to the database.
  ///   - tableNames: the table of each root entity, by the entity's index.
  ///   - joins: the join tables, in the order of `plan.joins.tables`.
  ///   - formerJoins: join tables of an earlier version whose columns do not exist yet.
  convenience init(
    _ plan: SchemaPlan, tableNames: [Int: String], joins: [StoredJoin], formerJoins: [FormerJoin] = []
  ) {
    let layout = plan.model.layout
    var sides: [JoinPlan.End: JoinSide] = [:]
    for (planned, join) in zip(plan.joins.tables, joins) {
      sides[planned.relationship] = join.side
      if let inverse = planned.inverse, inverse != planned.relationship { sides[inverse] = join.inverseSide }
    }
    var toMany: [[StoredToMany?]] = []
    for entity in layout.entities {
      var stored: [StoredToMany?] = entity.parent.map { toMany[$0] } ?? []
      for slot in stored.count..<entity.slots.count {
        guard case .toMany(let relationship) = entity.slots[slot].kind, !entity.slots[slot].isTransient else {
          stored.append(nil)
          continue
        }
        if let side = sides[JoinPlan.End(entity: entity.index, slot: slot)] {
          stored.append(.join(side))
        } else {
          stored.append(relationship.inverse.map { .inverse(slot: $0) })
        }
      }
      toMany.append(stored)
    }
    let entities = layout.entities.map { entity in
      plan.numbers[entity.index].map { number in
        StoredEntity(
          layout: entity, number: number, table: tableNames[entity.root] ?? "", columns: plan.columns[entity.index],
          toMany: toMany[entity.index]
        )
      }
    }
    self.init(
      model: layout, entities: entities, joinTables: joins.map(\.table), formerJoins: formerJoins, dialect: plan.dialect
    )
  }
}

/// A join table as seen from the relationship that gives it its name, and from the inverse.
struct StoredJoin {
  let table: JoinTable
  let side: JoinSide
  let inverseSide: JoinSide
}

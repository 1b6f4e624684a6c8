/// The tables and columns of a model in a store with exactly the planned names.
package struct PlannedSchema {
  package let plan: SchemaPlan
  /// The join tables, in the order of `plan.joins.tables`.
  let joins: [StoredJoin]
  package let schema: StoreSchema

  /// - Parameters:
  ///   - numbers: the entities' numbers in the store; nil for entities that it does not hold.
  ///   - dialect: the SQL dialect of the store.
  /// - Throws: a `SchemaProblem` that names a property that no store can hold.
  package init(_ model: CompiledModel, numbers: [Int64?], dialect: any SQLDialect) throws {
    plan = try SchemaPlan(model, numbers: numbers, dialect: dialect)
    joins = plan.joins.tables.map { Self.join($0, nameLimit: dialect.nameLimit) }
    let tableNames = Dictionary(plan.tables.map { ($0.root, $0.name) }) { first, _ in first }
    schema = StoreSchema(plan, tableNames: tableNames, joins: joins)
  }

  /// The entity numbers of a new store, beginning with 1.
  ///
  /// - Parameter entities: the indices of the entities that the store holds. Their superentities get numbers, too.
  package static func newNumbers(_ model: ModelLayout, entities: Set<Int>) -> [Int64?] {
    var numbers: [Int64?] = Array(repeating: nil, count: model.entities.count)
    for (offset, index) in StoredEntityNumbers.held(entities, model).sorted().enumerated() {
      numbers[index] = Int64(offset + 1)
    }
    return numbers
  }

  /// The rows of `Z_PRIMARYKEY`, in the order of their numbers.
  package var primaryKeys: [FileSchema.Entity] {
    schema.entities.compactMap { entity in
      entity.map { entity in
        FileSchema.Entity(
          number: entity.number, name: entity.layout.name,
          parent: entity.layout.parent.flatMap { plan.numbers[$0] } ?? 0, lastKey: 0
        )
      }
    }
  }

  private static func join(_ table: JoinPlan.Table, nameLimit: Int?) -> StoredJoin {
    /// The column of the order keys for a key column; nil if the relationship is not ordered.
    func order(of key: String) -> String? {
      let name = JoinPlan.orderColumn(of: key, nameLimit)
      return table.orders.contains(name) ? name : nil
    }
    let (owner, destination) = (table.keys[0], table.keys[1])
    return StoredJoin(
      table: JoinTable(name: table.name, columns: table.columns),
      side: JoinSide(
        table: table.name, ownerColumn: owner, destinationColumn: destination, orderColumn: order(of: destination)),
      inverseSide: JoinSide(
        table: table.name, ownerColumn: destination, destinationColumn: owner, orderColumn: order(of: owner))
    )
  }
}

/// The reason why a model does not fit a store's tables, as text that names entities, properties, tables and columns.
package struct SchemaProblem: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

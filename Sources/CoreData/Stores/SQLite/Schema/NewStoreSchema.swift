/// What a new store is made of: its schema, the statements that create it, and the rows of `Z_PRIMARYKEY`.
struct NewStoreSchema {
  let schema: StoreSchema
  let plan: SchemaPlan
  /// The join tables, in the order of the plan's.
  let joins: [StoredJoin]
  let tables: [String]
  let indexes: [String]
  let derived: DerivedTriggers
  /// `Z_PRIMARYKEY`, by number.
  let primaryKeys: [FileSchema.Entity]

  /// Computes the schema of a new store.
  ///
  /// - Parameters:
  ///   - model: the store's model.
  ///   - entities: the indices of the entities that the store holds; what they inherit from is held too.
  /// - Throws: a `SchemaProblem` that names a property which no store can hold or compute.
  init(_ model: CompiledModel, entities: Set<Int>) throws {
    var numbers: [Int64?] = Array(repeating: nil, count: model.layout.entities.count)
    for (offset, index) in StoredEntityNumbers.held(entities, model.layout).sorted().enumerated() {
      numbers[index] = Int64(offset + 1)
    }
    plan = try SchemaPlan(model, numbers: numbers)
    joins = plan.joins.tables.map { table in
      let order = table.orders.contains(JoinPlan.orderColumn(of: table.keys[1]))
      let inverseOrder = table.orders.contains(JoinPlan.orderColumn(of: table.keys[0]))
      return StoredJoin(
        table: JoinTable(name: table.name, columns: table.columns),
        side: JoinSide(
          table: table.name, ownerColumn: table.keys[0], destinationColumn: table.keys[1],
          orderColumn: order ? JoinPlan.orderColumn(of: table.keys[1]) : nil
        ),
        inverseSide: JoinSide(
          table: table.name, ownerColumn: table.keys[1], destinationColumn: table.keys[0],
          orderColumn: inverseOrder ? JoinPlan.orderColumn(of: table.keys[0]) : nil
        )
      )
    }
    let tableNames = Dictionary(plan.tables.map { ($0.root, $0.name) }) { first, _ in first }
    schema = StoreSchema(plan, tableNames: tableNames, joins: joins)
    tables = SchemaStatements.tables(plan)
    indexes = SchemaStatements.indexes(plan)
    do {
      let derivations = try Derivation.all(of: model, entities: StoredEntityNumbers.held(entities, model.layout))
      derived = DerivedTriggers(schema: schema, derivations: derivations)
    } catch let problem as DerivationProblem {
      throw SchemaProblem(problem.description)
    }
    primaryKeys = schema.entities.compactMap { entity in
      entity.map { entity in
        FileSchema.Entity(
          number: entity.number, name: entity.layout.name,
          parent: entity.layout.parent.flatMap { numbers[$0] } ?? 0, lastKey: 0
        )
      }
    }
  }

  /// Every table, index and trigger, the store's own tables included, in the order of creation.
  var statements: [String] { tables + indexes + derived.kept + SchemaStatements.bookkeeping }
}

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
    let numbers = PlannedSchema.newNumbers(model.layout, entities: entities)
    let planned = try PlannedSchema(model, numbers: numbers, dialect: SQLiteDialect())
    (plan, joins, schema, primaryKeys) = (planned.plan, planned.joins, planned.schema, planned.primaryKeys)
    tables = SchemaStatements.tables(plan)
    indexes = SchemaStatements.indexes(plan)
    do {
      let derivations = try Derivation.all(of: model, entities: StoredEntityNumbers.held(entities, model.layout))
      derived = DerivedTriggers(schema: schema, derivations: derivations)
    } catch let problem as DerivationProblem {
      throw SchemaProblem(problem.description)
    }
  }

  /// Every table, index and trigger, the store's own tables included, in the order of creation.
  var statements: [String] { tables + indexes + derived.kept + SchemaStatements.bookkeeping }
}

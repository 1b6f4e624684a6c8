/// The parts of a new store: its schema, the statements that create it, and the rows of `Z_PRIMARYKEY`.
struct NewStoreSchema {
  let planned: PlannedSchema
  let tables: [String]
  let indexes: [String]
  let derived: DerivedTriggers
  /// The R-trees. They are created last, and only if SQLite supports them.
  let rTrees: [RTreeIndex]

  var schema: StoreSchema { planned.schema }
  var plan: SchemaPlan { planned.plan }
  /// The rows of `Z_PRIMARYKEY`, in the order of their numbers.
  var primaryKeys: [FileSchema.Entity] { planned.primaryKeys }

  /// Computes the schema of a new store.
  ///
  /// - Parameters:
  ///   - model: the store's model.
  ///   - entities: the indices of the entities that the store holds. Their superentities are included.
  /// - Throws: a `SchemaProblem` that names a property that no store can hold or compute.
  init(_ model: CompiledModel, entities: Set<Int>) throws {
    let numbers = PlannedSchema.newNumbers(model.layout, entities: entities)
    planned = try PlannedSchema(model, numbers: numbers, dialect: SQLiteDialect())
    tables = SchemaStatements.tables(planned.plan)
    indexes = SchemaStatements.indexes(planned.plan)
    rTrees = RTreeIndex.all(planned.plan)
    do {
      let derivations = try Derivation.all(of: model, entities: StoredEntityNumbers.held(entities, model.layout))
      derived = DerivedTriggers(schema: planned.schema, derivations: derivations)
    } catch let problem as DerivationProblem {
      throw SchemaProblem(problem.description)
    }
  }

  /// The statements for all tables, indexes and stored triggers, in the order of creation.
  var statements: [String] { tables + indexes + derived.kept + SchemaStatements.bookkeeping }
}

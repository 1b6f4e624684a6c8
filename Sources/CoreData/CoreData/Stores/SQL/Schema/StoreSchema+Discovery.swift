extension StoreSchema {
  /// Finds the tables and columns that a model needs in an existing database.
  ///
  /// Columns are found by name, because a migration appends them in any order. Join tables are found by their columns,
  /// because their names do not identify them.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - entities: the indices of the entities that the store holds.
  ///   - file: the tables and columns of the database.
  ///   - dialect: the SQL dialect of the database.
  /// - Throws: a `SchemaProblem` that names every missing entity, table and column.
  convenience init(
    _ model: CompiledModel, entities: Set<Int>, in file: FileSchema, dialect: any SQLDialect
  ) throws {
    let numbers = try StoredEntityNumbers.find(model, entities: entities, in: file)
    var plan = try SchemaPlan(model, numbers: numbers, dialect: dialect)
    var missing: [String] = []
    var tableNames: [Int: String] = [:]
    for table in plan.tables {
      tableNames[table.root] = Self.table(of: table, plan, in: file)
    }
    let formerJoins = try FormerJoin.all(plan, in: file, tableNames: tableNames)
    plan.bindImplied(to: file, tableNames: tableNames)
    for table in plan.tables {
      guard let name = tableNames[table.root], let columns = file.columns[name] else {
        missing.append("the table \(table.name)")
        continue
      }
      let there = Set(columns + formerJoins.filter { $0.table == name }.flatMap(\.columnNames))
      missing += (["Z_PK", "Z_ENT", "Z_OPT"] + table.columns.map(\.name)).filter { !there.contains($0) }.map {
        "the column \(name).\($0)"
      }
    }
    var search = JoinSearch(file, entityTables: Set(tableNames.values))
    var joins: [StoredJoin] = []
    for table in plan.joins.tables {
      switch search.find(table, in: model.layout) {
      case .success(let join): joins.append(join)
      case .failure(let problem): missing.append(problem.description)
      }
    }
    guard missing.isEmpty else { throw SchemaProblem("the store lacks \(missing.joined(separator: ", "))") }
    self.init(plan, tableNames: tableNames, joins: joins, formerJoins: formerJoins)
  }

  /// The name of an entity's table: the planned name, or the one from before the entity was renamed. Nil if neither
  /// exists.
  private static func table(of table: SchemaPlan.Table, _ plan: SchemaPlan, in file: FileSchema) -> String? {
    if file.columns[table.name] != nil { return table.name }
    let number = plan.numbers[table.root]
    let former = file.entities.first { $0.number == number }.map { "Z\($0.name.uppercased())" }
    return former.flatMap { file.columns[$0] == nil ? nil : $0 }
  }
}

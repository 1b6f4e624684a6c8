/// Compares a file's tables with those that Apple's Core Data creates for a model. It is used if the store contains no
/// version hashes that can be compared.
///
/// The comparison is reliable: every examined store with an embedded model had exactly that model's columns, each with
/// its type.
struct SchemaFit {
  let model: CompiledModel
  /// The indices of the entities that the store holds.
  let entities: Set<Int>

  init(_ model: CompiledModel, entities: Set<Int>) {
    self.model = model
    self.entities = entities
  }

  /// - Returns: a description of missing and superfluous tables and columns; nil if there are none.
  func problem(_ file: FileSchema, on connection: Connection) throws -> String? {
    do {
      let schema = try StoreSchema(model, entities: entities, in: file)
      let numbers = schema.entities.map { $0?.number }
      let plan = try SchemaPlan(model, numbers: numbers, dialect: schema.dialect)
      var found = superfluousEntities(file, numbers) + superfluousJoins(file, schema)
      let types = try Self.types(on: connection)
      for table in plan.tables {
        guard let name = schema.entities[table.root]?.table else { continue }
        let planned = Dictionary(table.columns.map { ($0.name, $0.type.rawValue) }) { first, _ in first }
        for column in file.columns[name] ?? [] where !Self.fixed.contains(column) && column.hasPrefix("Z") {
          let place = "the column \(name).\(column)"
          let type = types[name]?[column] ?? ""
          if let wanted = planned[column] {
            if !type.isEmpty, type != wanted { found.append("\(place) is \(type), not \(wanted)") }
          } else {
            found.append("the model has nothing for \(place)")
          }
        }
      }
      return found.isEmpty ? nil : found.prefix(Self.limit).joined(separator: ", ")
    } catch let problem as SchemaProblem {
      return problem.description
    }
  }

  private func superfluousEntities(_ file: FileSchema, _ numbers: [Int64?]) -> [String] {
    file.entities.filter {
      // Greater numbers are those of history and synchronization.
      $0.number < 16001 && !numbers.contains($0.number) && model.layout.entitiesByName[$0.name] == nil
    }.map { "the model has no entity \($0.name)" }
  }

  private func superfluousJoins(_ file: FileSchema, _ schema: StoreSchema) -> [String] {
    // If the store holds only some entities, other configurations may have other join tables.
    guard entities.count == model.layout.entities.count else { return [] }
    let known = Set(schema.joinTables.map(\.name))
    return file.columns.keys.sorted().filter {
      $0.hasPrefix("Z_") && $0.dropFirst(2).first?.isNumber == true && !known.contains($0)
    }.map { "the model has nothing for the table \($0)" }
  }

  /// The declared column types in capitals, by table and column.
  static func types(on connection: Connection) throws -> [String: [String: String]] {
    var types: [String: [String: String]] = [:]
    try connection.withStatement(
      "SELECT m.name, c.name, upper(c.type) FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c "
        + "WHERE m.type = 'table' AND m.name GLOB 'Z*' AND m.sql NOT LIKE 'CREATE VIRTUAL%'"
    ) {
      while try $0.step() { types[$0.text(at: 0), default: [:]][$0.text(at: 1)] = $0.text(at: 2) }
    }
    return types
  }

  private static let fixed: Set = ["Z_PK", "Z_ENT", "Z_OPT"]
  private static let limit = 5
}

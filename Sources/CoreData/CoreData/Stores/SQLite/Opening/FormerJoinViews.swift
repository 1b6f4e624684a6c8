import Foundation

/// Temporary views for reading a store of an earlier version that must not be changed. They hide the tables that lack
/// the columns of relationships without an inverse, and compute these columns from the join tables.
///
/// If another process converts the store meanwhile, the views are dropped.
// Unchecked `Sendable`, because a compiled model never changes.
final class FormerJoinViews: @unchecked Sendable {
  private let file: StoreFile
  private let model: CompiledModel
  private let entities: Set<Int>

  init(_ file: StoreFile, _ opening: StoreOpening) {
    self.file = file
    model = opening.model.compile()
    entities = opening.entityIndices
  }

  /// Creates the views on a connection that is in a read transaction, unless it already has them for the current
  /// schema.
  func prepare(_ connection: Connection) throws {
    let version = try connection.integer("PRAGMA main.schema_version")
    guard version != connection.viewsSchema else { return }
    connection.dropIdleStatements()
    if connection.mode.isReading { try connection.execute("PRAGMA query_only=OFF") }
    defer { if connection.mode.isReading { try? connection.execute("PRAGMA query_only=ON") } }
    var views: [String] = []
    try connection.withStatement("SELECT name FROM sqlite_temp_schema WHERE type = 'view'") {
      while try $0.step() { views.append($0.text(at: 0)) }
    }
    connection.dropIdleStatements()
    for view in views { try connection.execute("DROP VIEW temp.\(view.quotedIdentifier)") }
    for statement in try statements(try FileSchema(file, on: connection)) { try connection.execute(statement) }
    connection.viewsSchema = version
  }

  private func statements(_ contents: FileSchema) throws -> [String] {
    let joins: [FormerJoin]
    do {
      joins = try StoreSchema(model, entities: entities, in: contents).formerJoins
    } catch let problem as SchemaProblem {
      throw NSError.coreData(
        NSPersistentStoreIncompatibleVersionHashError,
        "\(file.name) was migrated by another process since it was opened here: \(problem.description).",
        details: [NSFilePathErrorKey: file.path])
    }
    return Dictionary(grouping: joins, by: \.table).sorted { $0.key < $1.key }.map { table, joins in
      let columns = joins.flatMap(\.substitutes).map { "\($0.value) AS \($0.name.quotedIdentifier)" }
      return "CREATE TEMP VIEW \(table.quotedIdentifier) AS SELECT t.*, \(columns.joined(separator: ", ")) "
        + "FROM main.\(table.quotedIdentifier) AS t"
    }
  }
}

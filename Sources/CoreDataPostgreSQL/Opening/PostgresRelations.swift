import CoreData

/// The tables and sequences in a schema that belong to a store: those that every store has, those of its entities,
/// and its join tables. All else in the schema is another program's.
///
/// They follow from the entities that the store lists, and not from its model: a store whose model cannot be read can
/// be removed, too.
struct PostgresRelations {
  let tables: [String]
  let sequences: [String]

  init(on connection: PostgresConnection) throws {
    // A store that is damaged may lack even that.
    let areEntitiesThere = try connection.run("SELECT to_regclass('\"Z_PRIMARYKEY\"') IS NOT NULL").integer(0, 0) == 1
    let contents =
      areEntitiesThere ? try PostgresOpening.contents(on: connection) : FileSchema(columns: [:], entities: [])
    let roots = contents.entities.filter { $0.parent == 0 }
    let entityTables = Set(roots.map { SchemaPlan.table(of: $0.name, limit: PostgresDialect.longestName) })
    let numbers = contents.entities.map { "Z_\($0.number)" }
    let own = entityTables.union(Self.fixed)
    let names = entityTables.map { PostgresStatements.sequence(of: $0, entityTables.contains) } + ["ATRANSACTION_SEQ"]
    let rows = try connection.run(
      """
      SELECT relname::text, relkind = 'S' FROM pg_class WHERE relkind IN ('r', 'p', 'S') AND NOT relispartition \
      AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) ORDER BY relname
      """)
    var (tables, sequences): ([String], [String]) = ([], [])
    for row in 0..<rows.count {
      let name = rows.text(row, 0)
      if rows.integer(row, 1) == 1 {
        if names.contains(name) { sequences.append(name) }
        continue
      }
      let columns = contents.columns[name] ?? []
      let isJoin = (numbers + ["Z_FORMER_"]).contains(where: name.hasPrefix) && Self.areOfJoin(columns)
      if own.contains(name) || isJoin || PostgresVersionTable.matches(name) { tables.append(name) }
    }
    (self.tables, self.sequences) = (tables, sequences)
  }

  static let fixed = [
    "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "Z_HISTORY", "Z_FOLLOWER", "ATRANSACTION", "ACHANGE",
  ]

  /// Two keys, each named by a number, and the orders of their rows.
  private static func areOfJoin(_ columns: [String]) -> Bool {
    let orders = columns.filter { $0.hasPrefix("Z_FOK_") }
    let keys = columns.filter { $0.hasPrefix("Z_") && $0.dropFirst(2).first?.isNumber == true }
    return keys.count == 2 && columns.count == keys.count + orders.count
  }
}

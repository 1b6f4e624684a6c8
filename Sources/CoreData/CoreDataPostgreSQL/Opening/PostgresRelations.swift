import CoreData

/// The tables and sequences in a schema that belong to a store: the fixed ones of every store, those of its entities,
/// and its join tables. Anything else in the schema belongs to another program.
///
/// They are derived from the entities that the store lists, not from its model, so that a store with an unreadable
/// model can be removed, too.
struct PostgresRelations {
  let tables: [String]
  let sequences: [String]

  init(on connection: PostgresConnection) throws {
    // A damaged store may lack even that table.
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

  /// Whether a table has the columns of a join table: two keys, named by entity numbers, and optional order columns.
  private static func areOfJoin(_ columns: [String]) -> Bool {
    let orders = columns.filter { $0.hasPrefix("Z_FOK_") }
    let keys = columns.filter { $0.hasPrefix("Z_") && $0.dropFirst(2).first?.isNumber == true }
    return keys.count == 2 && columns.count == keys.count + orders.count
  }
}

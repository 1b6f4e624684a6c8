import CoreData

/// The statements that create a store's tables, in the connection's current schema.
enum PostgresStatements {
  /// All statements for a new store, except those for its rows.
  static func all(_ planned: PlannedSchema) -> [String] {
    tables(planned) + indexes(planned.plan) + bookkeeping + history
  }

  /// The statements for the tables of entities, the sequences of their keys, and the join tables.
  static func tables(_ planned: PlannedSchema) -> [String] {
    planned.plan.tables.flatMap { table in
      let columns = columns(of: table, planned).map { "\($0.name.quotedIdentifier) \($0.type.declaration)" }
      // Whoever makes a store has checked that.
      let parts = try? PostgresParts(of: table, in: planned.plan)
      let key = parts?.keepsPrimaryKey == false ? "NOT NULL" : "PRIMARY KEY"
      let fixed = ["\"Z_PK\" int8 \(key)", "\"Z_ENT\" int8 NOT NULL", "\"Z_OPT\" int8 NOT NULL"]
      let clause = parts?.clause ?? ""
      return [
        "CREATE TABLE \(table.name.quotedIdentifier) (\((fixed + columns).joined(separator: ", ")))\(clause)",
        "CREATE SEQUENCE \(sequence(of: table.name, in: planned.schema).quotedIdentifier)",
      ] + (parts.map { divide(table.name, in: $0) } ?? []) + planned.plan.joins(of: table).map(join)
    }
  }

  /// Makes the parts of a table. A primary key would have to have the column that decides about the part.
  private static func divide(_ table: String, in parts: PostgresParts) -> [String] {
    let index = "\(table)_Z_PK_INDEX".shortened(to: PostgresDialect.longestName)
    return parts.statements(of: table)
      + (parts.keepsPrimaryKey
        ? [] : ["CREATE INDEX \(index.quotedIdentifier) ON \(table.quotedIdentifier) (\"Z_PK\")"])
  }

  /// The sequence that gives the primary keys of a table's rows.
  static func sequence(of table: String, in schema: StoreSchema) -> String {
    sequence(of: table) { name in schema.entities.contains { $0?.table == name } }
  }

  /// - Parameter isTaken: whether a table of the store has a name. On a server, tables and sequences share one
  ///   namespace.
  static func sequence(of table: String, _ isTaken: (String) -> Bool) -> String {
    var name = "\(table)_SEQ".shortened(to: PostgresDialect.longestName)
    while isTaken(name) { name = "\(name)_".shortened(to: PostgresDialect.longestName) }
    return name
  }

  private static func join(_ table: JoinPlan.Table) -> String {
    let columns = table.columns.map { "\($0.quotedIdentifier) int8" }
    let keys = table.keys.map(\.quotedIdentifier).joined(separator: ", ")
    return "CREATE TABLE \(table.name.quotedIdentifier) (\(columns.joined(separator: ", ")), PRIMARY KEY (\(keys)))"
  }

  /// The statements for the indexes. A nonunique index of an entity's table ends with the primary key and has NULL
  /// first when it ascends, like the order of a fetch, so that a sorted list can be read from it.
  static func indexes(_ plan: SchemaPlan) -> [String] {
    IndexPlan.all(plan).map { index in
      var columns = index.columns.map { column in
        column.name.quotedIdentifier + (column.isAscending == false ? " DESC NULLS LAST" : " ASC NULLS FIRST")
      }
      let isOfTable = plan.tables.contains { $0.name == index.table }
      if isOfTable, !index.isUnique { columns.append("\"Z_PK\"") }
      return "CREATE \(index.isUnique ? "UNIQUE INDEX" : "INDEX") \(name(of: index).quotedIdentifier) "
        + "ON \(index.table.quotedIdentifier) (\(columns.joined(separator: ", ")))"
    }
  }

  /// The name of an index, shortened for the server. Tables and indexes share one namespace.
  static func name(of index: IndexPlan) -> String { index.name.shortened(to: PostgresDialect.longestName) }

  /// The columns of an entity's table, without `Z_PK`, `Z_ENT` and `Z_OPT`.
  static func columns(
    of table: SchemaPlan.Table, _ planned: PlannedSchema
  ) -> [(name: String, type: PostgresType)] {
    var types: [String: PostgresType] = [:]
    for entity in planned.plan.entities(of: table) {
      for (slot, column) in planned.plan.columns[entity].enumerated() {
        if let column { types[column.name] = planned.schema.postgresType(slot, of: entity) }
      }
    }
    return table.columns.map { ($0.name, types[$0.name] ?? .int8) }
  }

  /// The statements for the tables that every store has, apart from the history.
  private static let bookkeeping = [
    """
    CREATE TABLE "Z_PRIMARYKEY" ("Z_ENT" int8 PRIMARY KEY, "Z_NAME" text COLLATE "C", "Z_SUPER" int8, "Z_MAX" int8)
    """,
    "CREATE TABLE \"Z_METADATA\" (\"Z_VERSION\" int8 PRIMARY KEY, \"Z_UUID\" text, \"Z_PLIST\" bytea)",
    "CREATE TABLE \"Z_MODELCACHE\" (\"Z_CONTENT\" bytea)",
  ]

  /// The statements for the history. A save takes its transaction number last, from a row that all saves update. So
  /// numbers are in the order of commits and have no gaps. The changes are written before that, under a key that the
  /// saver chooses; other programs take keys from the sequence.
  private static let history = [
    "CREATE SEQUENCE \"ATRANSACTION_SEQ\"",
    "CREATE TABLE \"Z_HISTORY\" (\"ZLAST\" int8 NOT NULL)",
    "INSERT INTO \"Z_HISTORY\" VALUES (0)",
    """
    CREATE TABLE "ATRANSACTION" ("Z_PK" int8 PRIMARY KEY, "ZKEY" int8 NOT NULL, "ZTIMESTAMP" float8 NOT NULL, \
    "ZAUTHOR" text COLLATE "C", "ZBUNDLEID" text COLLATE "C", "ZCONTEXTNAME" text COLLATE "C", \
    "ZPROCESSID" text COLLATE "C")
    """,
    "CREATE INDEX \"ATRANSACTION_ZTIMESTAMP_INDEX\" ON \"ATRANSACTION\" (\"ZTIMESTAMP\")",
    """
    CREATE TABLE "ACHANGE" ("Z_PK" int8 PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY, "ZTRANSACTION" int8 NOT NULL, \
    "ZCHANGETYPE" int8 NOT NULL, "ZENTITY" int8 NOT NULL, "ZENTITYPK" int8 NOT NULL, "ZCOLUMNS" bytea, \
    "ZTOMBSTONE" bytea)
    """,
    "CREATE INDEX \"ACHANGE_ZTRANSACTION_INDEX\" ON \"ACHANGE\" (\"ZTRANSACTION\", \"Z_PK\")",
    // The followers of the store, and the number up to which each has read. Changes that a follower has not read are
    // not trimmed.
    """
    CREATE TABLE "Z_FOLLOWER" ("ZUUID" uuid PRIMARY KEY, "ZNUMBER" int8 NOT NULL, "ZSEEN" timestamptz NOT NULL)
    """,
  ]
}

extension StoreSchema {
  /// The type of a slot's column; nil if the slot has no column.
  func postgresType(_ slot: Int, of entity: Int) -> PostgresType? {
    guard entities[entity]?.columns[slot] != nil else { return nil }
    switch model.entities[entity].slots[slot].kind {
    case .attribute(let type): return PostgresType(type)
    case .toOne: return .int8
    case .toMany: return nil
    }
  }
}

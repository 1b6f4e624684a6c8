import CoreData
import Foundation

/// Migrates a store to the tables of another model, in one transaction.
///
/// It renames the former tables, creates new ones as for a new store, copies the rows by SQL, and drops the former
/// tables. If it is interrupted, the store is either as before or fully migrated.
struct PostgresMigration: SQLMigration {
  let address: PostgresAddress
  let opening: StoreOpening
  let mapping: ModelMapping
  /// The metadata for which the mapping was inferred. If the store has other metadata by now, another process has
  /// migrated it.
  let metadata: StoreMetadata
  /// The progress of the statements. It can cancel the migration before each of them; nil if nothing observes the
  /// migration.
  var progress: Progress?
  /// Called before each statement that counts for the progress.
  var willRun: ((String) throws -> Void)?

  /// - Returns: false if another process changed the store since its metadata was read.
  func run() throws -> Bool {
    // To copy many rows takes its time: only locks are not waited for without end.
    let connection = try PostgresConnection(address, PostgresTimeouts(ofLocks: opening.timeout))
    do {
      try PostgresCreation.begin(address, on: connection)
      guard try PostgresOpening.isThere(connection), let versionTable = try PostgresVersionTable(on: connection) else {
        throw PostgresOpening.missing(address)
      }
      try connection.run(versionTable.taking)
      guard try PostgresOpening.metadata(address, on: connection) == metadata else {
        try connection.run("ROLLBACK")
        return false
      }
      try migrate(connection, versionTable)
      try connection.run("COMMIT")
      if let progress { progress.completedUnitCount = progress.totalUnitCount }
      return true
    } catch {
      connection.forgetDeferred()
      if connection.isInTransaction, !connection.isBroken { _ = try? connection.run("ROLLBACK") }
      throw error
    }
  }

  private func migrate(_ connection: PostgresConnection, _ versionTable: PostgresVersionTable) throws {
    let grants = try PostgresGrants(on: connection)
    try convertFormerJoins(on: connection)
    let (tables, former) = try self.tables(try PostgresOpening.contents(on: connection))
    let checks = MigrationChecks(tables: tables)
    try check(checks.before, on: connection)
    let nextKeys = try nextKeys(former, on: connection)
    try clearIndexNames(of: tables, on: connection)
    let statements = tables.renaming + PostgresStatements.tables(tables.new) + RowCopying(tables: tables).statements
    let indexes = PostgresStatements.indexes(tables.new.plan)
    // An estimate: relationships and indexes take about as long as rows.
    progress?.totalUnitCount = Int64(2 * statements.count + indexes.count)
    for statement in statements { try execute(statement, on: connection) }
    try copyRelationships(tables, on: connection)
    try check(checks.after, on: connection)
    try raiseSequences(tables, from: nextKeys, on: connection)
    try PostgresMigratedHistory(tables: tables).run(on: connection)
    for statement in tables.dropping { try execute(statement, on: connection) }
    try makeIndexes(indexes, on: connection)
    try PostgresDerivedFilling(try opening.derivations, in: tables.new.schema).run(on: connection)
    try connection.run(versionTable.dropping)
    try writeModel(tables, on: connection)
    try grants.apply(on: connection)
  }

  func execute(_ statement: String, on connection: PostgresConnection) throws {
    if progress?.isCancelled == true { throw error(NSMigrationCancelledError, "it was cancelled by its Progress") }
    try willRun?(statement)
    try connection.run(statement)
    progress?.completedUnitCount += 1
  }

  private func convertFormerJoins(on connection: PostgresConnection) throws {
    let contents = try PostgresOpening.contents(on: connection)
    let held = MigrationTables.held(metadata, type: NSPostgreSQLStoreType, in: mapping.source)
    let joins: [FormerJoin]
    do {
      let numbers = try StoredEntityNumbers.find(mapping.source, entities: held, in: contents)
      let planned = try PlannedSchema(mapping.source, numbers: numbers, dialect: PostgresDialect())
      joins = try PostgresFormerJoins.all(planned, in: contents)
    } catch is SchemaProblem {
      // `tables(_:)` reports the problem.
      return
    }
    try PostgresFormerJoins(address: address, opening: opening).convert(joins, on: connection)
  }

  private func tables(_ contents: FileSchema) throws -> (MigrationTables, former: PlannedSchema) {
    let former: PlannedSchema
    do {
      let held = MigrationTables.held(metadata, type: NSPostgreSQLStoreType, in: mapping.source)
      let numbers = try StoredEntityNumbers.find(mapping.source, entities: held, in: contents)
      former = try PlannedSchema(mapping.source, numbers: numbers, dialect: PostgresDialect())
      try former.check(against: contents)
    } catch let problem as SchemaProblem {
      throw error(NSMigrationManagerSourceStoreError, "it is not as its own model says: \(problem.description)")
    }
    do {
      let numbers = PlannedSchema.newNumbers(mapping.destination.layout, entities: opening.entityIndices)
      let new = try PlannedSchema(mapping.destination, numbers: numbers, dialect: PostgresDialect())
      try PostgresParts.check(new.plan)
      return (
        MigrationTables(
          mapping, from: former.schema, to: new, trustsExternal: true, taken: Set(contents.columns.keys)), former
      )
    } catch let problem as SchemaProblem {
      throw error(NSPersistentStoreIncompatibleSchemaError, problem.description)
    }
  }

  /// Returns the next key of each former table's sequence, by the index of the table's root entity, and drops the
  /// sequences.
  private func nextKeys(_ former: PlannedSchema, on connection: PostgresConnection) throws -> [Int: Int64] {
    var keys: [Int: Int64] = [:]
    for table in former.plan.tables {
      let sequence = PostgresStatements.sequence(of: table.name, in: former.schema).quotedIdentifier
      keys[table.root] = try connection.run(
        "SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END FROM \(sequence)"
      ).integer(0, 0)
      try connection.run("DROP SEQUENCE \(sequence)")
    }
    return keys
  }

  /// Drops the former indexes, so that the new ones can have their names. Those of primary keys are only renamed,
  /// because rows are still looked up by key.
  private func clearIndexNames(of tables: MigrationTables, on connection: PostgresConnection) throws {
    let rows = try connection.run(
      """
      SELECT i.relname::text, t.relname::text, x.indisprimary FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid \
      JOIN pg_class AS t ON t.oid = x.indrelid \
      WHERE t.relnamespace = quote_ident(current_schema())::regnamespace ORDER BY 1
      """)
    try connection.run(
      (0..<rows.count).filter { tables.formerTables.contains(rows.text($0, 1)) }.map { row in
        let name = rows.text(row, 0).quotedIdentifier
        let isKey = rows.integer(row, 2) == 1
        return PostgresCommand(isKey ? "ALTER INDEX \(name) RENAME TO \"Z_former_key_\(row)\"" : "DROP INDEX \(name)")
      })
  }

  /// Sets the new sequences so that no assigned key is assigned again, not even that of a deleted object.
  private func raiseSequences(
    _ tables: MigrationTables, from nextKeys: [Int: Int64], on connection: PostgresConnection
  ) throws {
    for table in tables.new.plan.tables {
      let former = tables.mapping.destination.layout.entities[table.root].subtree.lazy.compactMap {
        tables.stored($0)?.old
      }.first
      let next = former.flatMap { nextKeys[$0.layout.root] } ?? 1
      let sequence = PostgresStatements.sequence(of: table.name, in: tables.new.schema).quotedIdentifier
      try connection.run(
        """
        SELECT setval(\(sequence.quotedLiteral), greatest($1::int8, \
        (SELECT coalesce(max("Z_PK"), 0) + 1 FROM \(table.name.quotedIdentifier))), false)
        """, PostgresParameters(next))
    }
  }

  private func writeModel(_ tables: MigrationTables, on connection: PostgresConnection) throws {
    let list = try NewStoreMetadata.list(
      of: opening, type: NSPostgreSQLStoreType, migrating: metadata)
    let new = StoreMetadata(identifier: metadata.identifier, propertyList: list)
    let emptying = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"].map { "DELETE FROM \($0.quotedIdentifier)" }
    try connection.run(
      (emptying + [PostgresVersionTable.new().creation]).map { PostgresCommand($0) }
        + PostgresCreation(address, opening).contents(tables.new, new))
  }

  func run(_ statement: String, on connection: PostgresConnection) throws { try connection.run(statement) }

  func hasRow(_ query: String, on connection: PostgresConnection) throws -> Bool { try connection.run(query).count > 0 }

  func error(
    _ code: Int, _ reason: String, _ details: [String: Any] = [:], underlying: (any Error)? = nil
  ) -> NSError {
    .coreData(code, "\(address.name) cannot be migrated: \(reason).", underlying: underlying, details: details)
  }
}

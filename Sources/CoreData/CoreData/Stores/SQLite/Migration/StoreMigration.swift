import Foundation

/// Migrates a store to another model in one transaction.
///
/// It renames the former tables, creates the new ones, copies the rows by SQL and drops the former tables. If the
/// process is killed, the store is either unchanged or fully migrated.
struct StoreMigration: SQLMigration {
  let file: StoreFile
  let opening: StoreOpening
  let mapping: ModelMapping
  /// The metadata for which the mapping was inferred. If the store has other metadata now, it was migrated meanwhile.
  let metadata: StoreMetadata
  /// Receives the progress, and can cancel the migration at any time; nil if neither is wanted.
  var progress: Progress?
  /// A test hook; see `Connection.willWrite`.
  var willWrite: ((String) throws -> Void)?

  /// The error if another process changed the store after its metadata was read.
  struct StoreChanged: Error {}

  func run() throws {
    guard !OpenFiles.contains(file) else {
      throw error(NSMigrationError, "it is open: remove it from its coordinator first")
    }
    guard FileStamp.isWritable(file.path), FileStamp.isWritable(file.folder) else {
      throw error(CocoaError.fileWriteNoPermission.rawValue, "it may not be written, or not the folder that it is in")
    }
    var superfluous: Set<String> = []
    try StoreFailure.reporting(file, saving: true) {
      let connection = try Connection(path: file.path, mode: .writing, timeout: opening.timeout)
      connection.willWrite = willWrite
      try interruptible(connection) { try connection.transaction { superfluous = try migrate($0) } }
    }
    ExternalDataChanges(ExternalDataFolder(file: file)).remove(superfluous)
  }

  /// - Returns: the names of the external files that no column refers to any more.
  private func migrate(_ connection: Connection) throws -> Set<String> {
    guard try StoreMetadataTable.read(file, on: connection) == metadata else { throw StoreChanged() }
    var contents = try FileSchema(file, on: connection)
    var (tables, new) = try self.tables(contents)
    if !tables.old.formerJoins.isEmpty {
      try dropTriggers(of: tables, on: connection)
      try FormerJoinConversion(file: file).convert(tables.old.formerJoins, on: connection)
      contents = try FileSchema(file, on: connection)
      (tables, new) = try self.tables(contents)
    }
    let history = MigratedHistory(tables, in: contents)
    let checks = MigrationChecks(tables: tables)
    try check(checks.before, on: connection)
    try dropTriggers(of: tables, on: connection)
    let statements = tables.renaming + new.tables + RowCopying(tables: tables).statements
    // Relationships and indexes together take about as long as the rows, so the rows count as half.
    progress?.totalUnitCount = Int64(2 * statements.count + new.indexes.count)
    for statement in statements { try execute(statement, on: connection) }
    try copyRelationships(tables, on: connection)
    try check(checks.after, on: connection)
    let files = MigratedExternalData(tables: tables, file: file)
    try files.takeIn(on: connection)
    // If another framework archived the model, it is uncertain which attributes had external data. No files are removed
    // then.
    let superfluous =
      tables.trustsExternal
      ? try files.formerNames(on: connection).subtracting(try files.newNames(on: connection)) : []
    try writePrimaryKeys(tables, keeping: history, on: connection)
    try history?.run(on: connection)
    // Finalize the cached statements, because a table cannot be dropped while one may read it.
    connection.dropIdleStatements()
    for statement in tables.dropping { try connection.execute(statement) }
    try makeIndexes(new.indexes, on: connection)
    for statement in new.derived.filling + new.derived.kept { try connection.execute(statement) }
    try connection.make(new.rTrees)
    try writeModel(on: connection)
    if let progress { progress.completedUnitCount = progress.totalUnitCount }
    return superfluous
  }

  /// Runs statements that stop in the middle when the migration is cancelled, because one may copy a million rows.
  private func interruptible(_ connection: Connection, _ body: () throws -> Void) throws {
    guard let progress else { return try body() }
    do {
      try connection.interrupting(when: { progress.isCancelled }, body)
    } catch let error as SQLiteError where error.isInterruption {
      throw cancelled
    }
  }

  private var cancelled: NSError { error(NSMigrationCancelledError, "it was cancelled by its Progress") }

  func execute(_ statement: String, on connection: Connection) throws {
    if progress?.isCancelled == true { throw cancelled }
    try connection.execute(statement)
    progress?.completedUnitCount += 1
  }

  private func tables(_ contents: FileSchema) throws -> (MigrationTables, NewStoreSchema) {
    let unknown = contents.unknownTables
    guard unknown.isEmpty else {
      throw error(
        NSMigrationError,
        "it keeps a history of changes in the tables \(unknown.joined(separator: ", ")), which a migration here does not follow"
      )
    }
    let held = MigrationTables.held(metadata, type: NSSQLiteStoreType, in: mapping.source)
    let old: StoreSchema
    do {
      old = try StoreSchema(mapping.source, entities: held, in: contents)
    } catch let problem as SchemaProblem {
      throw error(NSMigrationManagerSourceStoreError, "it is not as its own model says: \(problem.description)")
    }
    do {
      let new = try NewStoreSchema(mapping.destination, entities: opening.entityIndices)
      let tables = MigrationTables(
        mapping, from: old, to: new.planned, trustsExternal: metadata.isOwn(of: mapping.source),
        taken: Set(contents.columns.keys))
      return (tables, new)
    } catch let problem as SchemaProblem {
      throw error(NSPersistentStoreIncompatibleSchemaError, problem.description)
    }
  }

  private func dropTriggers(of tables: MigrationTables, on connection: Connection) throws {
    var names: [String] = []
    try connection.withStatement("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'") {
      while try $0.step() {
        if tables.formerTables.contains($0.text(at: 1)) { names.append($0.text(at: 0)) }
      }
    }
    for name in names { try connection.execute("DROP TRIGGER \(name.quotedIdentifier)") }
    // Drop the R-trees whose triggers were dropped. The new model's R-trees are created anew.
    var trees: [String] = []
    try connection.withStatement("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'") {
      while try $0.step() { if $0.text(at: 0).hasPrefix(RTreeIndex.start) { trees.append($0.text(at: 0)) } }
    }
    connection.dropIdleStatements()
    for tree in trees { try connection.execute("DROP TABLE \(tree.quotedIdentifier)") }
  }

  /// Writes `Z_PRIMARYKEY`. Root entities keep their last assigned key, so that keys of deleted objects are not reused.
  private func writePrimaryKeys(
    _ tables: MigrationTables, keeping history: MigratedHistory?, on connection: Connection
  ) throws {
    var lastKeys: [Int64: Int64] = [:]
    for stored in tables.new.schema.entities.compactMap({ $0 }) where stored.layout.parent == nil {
      let former = stored.layout.subtree.compactMap { tables.stored($0)?.old }.first
      let root = former.flatMap { tables.old.entities[$0.layout.root] }
      let counted = try root.flatMap {
        try connection.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \($0.number)")
      }
      let largest = try connection.integer("SELECT max(Z_PK) FROM \(stored.table.quotedIdentifier)")
      lastKeys[stored.number] = max(counted ?? 0, largest ?? 0)
    }
    let kept = (history?.numbers ?? []).map { "\($0)" }.joined(separator: ", ")
    try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT NOT IN (\(kept))")
    for entity in tables.new.primaryKeys {
      try StoreCreation.insert(
        FileSchema.Entity(
          number: entity.number, name: entity.name, parent: entity.parent, lastKey: lastKeys[entity.number] ?? 0
        ), on: connection
      )
    }
  }

  private func writeModel(on connection: Connection) throws {
    try StoreMetadataTable.write(
      try NewStoreMetadata.list(of: opening, type: NSSQLiteStoreType, migrating: metadata),
      on: connection)
    try connection.execute("DROP TABLE IF EXISTS Z_MODELCACHE")
    try connection.execute(SchemaStatements.modelCache)
    try StoreCreation.insertModel(opening.model, on: connection)
  }

  func run(_ statement: String, on connection: Connection) throws { try connection.execute(statement) }

  func hasRow(_ query: String, on connection: Connection) throws -> Bool { try connection.integer(query) != nil }

  func error(
    _ code: Int, _ reason: String, _ details: [String: Any] = [:], underlying: (any Error)? = nil
  ) -> NSError {
    .coreData(
      code, "\(file.name) cannot be migrated: \(reason).", underlying: underlying,
      details: details.merging([NSFilePathErrorKey: file.path]) { own, _ in own }
    )
  }
}

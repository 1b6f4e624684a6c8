import Foundation

/// Creates a new store at a path where there is no file or an empty one.
struct StoreCreation {
  let file: StoreFile
  let opening: StoreOpening

  /// A new store.
  struct Created {
    /// The connection that created the store, open for writing.
    let connection: Connection
    let schema: StoreSchema
    let metadata: StoreMetadata
  }

  /// Creates the store in one exclusive transaction.
  ///
  /// - Returns: nil if another connection created a store meanwhile.
  func run() throws -> Created? {
    guard FileStamp(file.folder)?.isDirectory == true else {
      throw NSError.coreData(
        CocoaError.fileNoSuchFile.rawValue,
        "\(file.name) cannot be created: \(StoreFolder.obstacle(in: file.folder) ?? "there is no folder"). Create the "
          + "folder first, or load the store by an NSPersistentContainer, which creates it.",
        details: [NSFilePathErrorKey: file.path]
      )
    }
    let wasThere = FileStamp(file.path) != nil
    do {
      return try create()
    } catch {
      if !wasThere { removeUnfinished() }
      throw error
    }
  }

  private func create() throws -> Created? {
    let new = try newSchema()
    let connection = try Connection(path: file.path, mode: .creating, timeout: opening.timeout)
    try FileSchema.requireUTF8(file, on: connection)
    // Both settings must precede the first table. They have no effect on a database with tables.
    try connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
    var pragmas = opening.pragmas
    pragmas.journalMode = pragmas.journalMode ?? "wal"
    try connection.apply(pragmas)
    try connection.execute("BEGIN EXCLUSIVE")
    do {
      guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
        connection.rollBack()
        return nil
      }
      for statement in new.statements { try connection.execute(statement) }
      try connection.make(new.rTrees)
      for entity in new.primaryKeys { try Self.insert(entity, on: connection) }
      let metadata = StoreMetadata(
        identifier: UUID().uuidString, propertyList: try NewStoreMetadata.list(of: opening, type: NSSQLiteStoreType))
      try insert(metadata, on: connection)
      try connection.execute("COMMIT")
      return Created(connection: connection, schema: new.schema, metadata: metadata)
    } catch {
      connection.rollBack()
      throw error
    }
  }

  private func newSchema() throws -> NewStoreSchema {
    do {
      return try NewStoreSchema(opening.model.compile(), entities: opening.entityIndices)
    } catch let problem as SchemaProblem {
      throw NSError.coreData(
        NSPersistentStoreIncompatibleSchemaError, "\(file.name) cannot be created: \(problem.description)."
      )
    }
  }

  static func insert(_ entity: FileSchema.Entity, on connection: Connection) throws {
    try connection.withStatement("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_SUPER, Z_MAX, Z_NAME) VALUES (?, ?, ?, ?)") {
      try $0.bind(entity.number, entity.parent, entity.lastKey)
      try $0.bind(entity.name, at: 4)
      try $0.run()
    }
  }

  private func insert(_ metadata: StoreMetadata, on connection: Connection) throws {
    try connection.withStatement("INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)") {
      try $0.bind(metadata.identifier, at: 1)
      try $0.bind(metadata.propertyList, at: 2)
      try $0.run()
    }
    try Self.insertModel(opening.model, on: connection)
  }

  static func insertModel(_ model: NSManagedObjectModel, on connection: Connection) throws {
    guard let cache = try NewStoreMetadata.modelCache(of: model) else { return }
    try connection.withStatement("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)") {
      try $0.bind(cache, at: 1)
      try $0.run()
    }
  }

  /// Removes a file that was created and has no tables, unless another connection filled it.
  private func removeUnfinished() {
    guard !OpenFiles.contains(file), let connection = try? Connection(path: file.path, mode: .reading, timeout: 0),
      (try? connection.integer("SELECT count(*) FROM sqlite_schema")) == 0
    else { return }
    for path in file.allFiles { unlink(path) }
  }
}

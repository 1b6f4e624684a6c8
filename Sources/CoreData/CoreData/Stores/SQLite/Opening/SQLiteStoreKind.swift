import Foundation

/// Stores in SQLite files.
struct SQLiteStoreKind: StoreKind {
  /// The number of seconds to wait for another connection's lock when a store is read without being opened.
  var timeout = StoreOpening.defaultTimeout

  var type: String { NSSQLiteStoreType }

  func open(_ opening: StoreOpening) throws -> OpenedStore {
    guard let url = opening.url else {
      throw NSError.coreData(NSPersistentStoreOpenError, "An SQLite store needs a URL.")
    }
    let file = try StoreFile(url)
    do {
      if FileStamp(file.path) == nil || (!opening.isReadOnly && isUnfinished(file)) {
        guard !opening.isReadOnly else { throw StoreOpeningError.missing(file) }
        if let created = try StoreCreation(file: file, opening: opening).run() {
          return try opened(StoreFile(url), opening, created)
        }
      }
      return try openExisting(try StoreFile(url), opening)
    } catch {
      throw StoreOpeningError.reported(error, file: file)
    }
  }

  func holdForReading(at url: URL) -> (any Sendable)? {
    (try? StoreFile(url)).flatMap { try? ReadingSource.choose($0) }
  }

  func embeddedModel(at url: URL) throws -> NSManagedObjectModel? {
    try reading(url) { file, connection in
      guard try FileSchema(file, on: connection).columns["Z_MODELCACHE"] != nil else { return nil }
      let cache = try connection.withStatement("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1") { statement -> Data? in
        try statement.step() && !statement.isNull(at: 0) ? statement.data(at: 0) : nil
      }
      guard let cache, !cache.isEmpty else { return nil }
      do {
        return try NSManagedObjectModel(modelCache: cache)
      } catch let error as ModelReadingError {
        throw StoreOpeningError.damaged(file, "the model inside cannot be read, \(error.reason)", underlying: error)
      }
    }
  }

  func guessedModel(at url: URL) throws -> NSManagedObjectModel? {
    try reading(url) { file, connection in
      let contents = try FileSchema(file, on: connection)
      for withRelationships in [true, false] {
        var guess = try ModelGuess(contents, on: connection)
        guard let model = try guess.model(withRelationships: withRelationships) else { return nil }
        // Returns the model only if the store can be opened with it.
        let compiled = model.compile()
        let entities = Set(compiled.layout.entities.indices)
        if (try? StoreSchema(compiled, entities: entities, in: contents)) != nil { return model }
      }
      return nil
    }
  }

  func misfit(of model: CompiledModel, entities: Set<Int>, at url: URL) throws -> String? {
    try reading(url) { file, connection in
      try SchemaFit(model, entities: entities).problem(FileSchema(file, on: connection), on: connection)
    }
  }

  func metadata(at url: URL) throws -> StoreMetadata {
    try reading(url) { file, connection in
      _ = try FileSchema(file, on: connection)
      return try StoreMetadataTable.read(file, on: connection)
    }
  }

  /// Replaces the store's metadata, but keeps the stored keys that name its model, because another process may have
  /// migrated the store meanwhile.
  func setMetadata(_ metadata: StoreMetadata, at url: URL) throws {
    let file = try StoreFile(url)
    _ = try self.metadata(at: url)
    try StoreFailure.reporting(file, saving: true) {
      let connection = try Connection(path: file.path, mode: .writing, timeout: StoreOpening.defaultTimeout)
      try connection.transaction { connection in
        let stored = try StoreMetadataTable.read(file, on: connection)
        let new = try stored.replaced(by: metadata.dictionary(type: type), type: type)
        try StoreMetadataTable.write(new.propertyList, on: connection)
      }
    }
  }

  func migrate(_ opening: StoreOpening, by mapping: ModelMapping, metadata: StoreMetadata) throws -> Bool {
    guard let url = opening.url else { return true }
    do {
      try StoreMigration(
        file: StoreFile(url), opening: opening, mapping: mapping, metadata: metadata,
        progress: Progress.current() == nil ? nil : Progress(totalUnitCount: 1)
      ).run()
      return true
    } catch is StoreMigration.StoreChanged {
      return false
    }
  }

  func rewrite(
    at url: URL, ifStill metadata: StoreMetadata?, timeout: TimeInterval, _ make: (URL) throws -> Void
  ) throws -> Bool {
    try StoreRewriting(file: StoreFile(url), timeout: timeout).run(ifStill: metadata) { try make($0.url) }
  }

  func destroy(at url: URL) throws {
    try StoreRemoval.empty(try StoreFile(url))
  }

  func putStore(at url: URL, timeout: TimeInterval, _ make: (URL) throws -> Void) throws {
    let folder = url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString)")
    try StoreFolder.createHidden(folder.path, for: url.lastPathComponent)
    defer { try? FileManager.default.removeItem(at: folder) }
    let new = folder.appendingPathComponent(url.lastPathComponent)
    try make(new)
    try replace(at: url, withStoreAt: new)
  }

  func replace(at destination: URL, withStoreAt source: URL) throws {
    try StoreCopy.replace(try StoreFile(destination), with: try StoreFile(source))
  }

  /// Whether a file is an empty database. An interrupted creation leaves one, and programs create them by accident.
  private func isUnfinished(_ file: StoreFile) -> Bool {
    guard FileStamp(file.path)?.isRegularFile == true, let source = try? ReadingSource.choose(file),
      let connection = try? Connection(path: source.file.path, mode: source.mode, timeout: 0)
    else { return false }
    return (try? connection.integer("SELECT count(*) FROM sqlite_schema")) == 0
  }

  private func reading<Result>(_ url: URL, _ body: (StoreFile, Connection) throws -> Result) throws -> Result {
    let file = try StoreFile(url)
    do {
      let pool = ReaderPool(
        source: try ReadingSource.choose(file), timeout: timeout, count: 1
      )
      return try pool.read { try body(file, $0) }
    } catch {
      throw StoreOpeningError.reported(error, file: file)
    }
  }

  private func openExisting(_ file: StoreFile, _ opening: StoreOpening) throws -> OpenedStore {
    let held = HeldFile(file)
    let source = try ReadingSource.choose(
      file, isForWriting: !opening.isReadOnly && FileStamp.isWritable(file.path))
    let pool = ReaderPool(
      source: source, opened: held, timeout: opening.timeout, memory: opening.memory, count: 1)
    var (contents, metadata) = try pool.read { connection in
      (try FileSchema(file, on: connection), try StoreMetadataTable.read(file, on: connection))
    }
    pool.close()
    let preserved = opening.preservedSlots
    var schema = try StoreSchema(opening, of: file, in: contents)
    let unknown = contents.unknownTables
    let reason: ReadOnlyReason? = opening.isReadOnly ? .asked : unknown.isEmpty ? nil : .synchronized(tables: unknown)
    if !schema.formerJoins.isEmpty, reason == nil, FileStamp.isWritable(file.path), FileStamp.isWritable(file.folder) {
      contents = try FormerJoinConversion(file: file).run(opening)
      schema = try StoreSchema(opening, of: file, in: contents)
    }
    let version = OpenedVersion(file, metadata, opening, schema, in: contents)
    if opening.tracksHistory, reason == nil {
      contents = try addHistory(to: file, contents, preserved, opening, version)
    }
    var triggers: [String] = []
    if reason == nil {
      let derived = DerivedTriggers(schema: schema, derivations: try opening.derivations)
      triggers = derived.temporary(besides: contents)
    }
    let store = try SQLiteStore(
      SQLiteStore.Parts(
        file: file, schema: schema, source: source,
        writers: writers(opening, schema: schema, hasTriggers: contents.hasChangingTriggers || !triggers.isEmpty),
        history: HistorySchema(contents, preserved: preserved),
        settings: StoreWriter.Settings(opening, triggers: triggers, held, version),
        memory: opening.memory,
        readOnlyReason: reason,
        looseKeys: LooseKeys(schema, in: contents),
        views: schema.formerJoins.isEmpty ? nil : FormerJoinViews(file, opening)
      )
    )
    return OpenedStore(rows: store, metadata: metadata)
  }

  private func opened(
    _ file: StoreFile, _ opening: StoreOpening, _ created: StoreCreation.Created
  ) throws -> OpenedStore {
    let contents = try FileSchema(file, on: created.connection)
    let triggers = DerivedTriggers(schema: created.schema, derivations: try opening.derivations)
      .temporary(besides: contents)
    let store = try SQLiteStore(
      SQLiteStore.Parts(
        file: file, schema: created.schema, source: .live(file),
        writers: writers(
          opening, schema: created.schema, hasTriggers: contents.hasChangingTriggers || !triggers.isEmpty),
        history: try history(file, opening, created.connection),
        settings: StoreWriter.Settings(
          opening, triggers: triggers, HeldFile(file),
          OpenedVersion(file, created.metadata, opening, created.schema, in: contents)),
        memory: opening.memory,
        readOnlyReason: nil,
        writingConnection: created.connection
      )
    )
    return OpenedStore(rows: store, metadata: created.metadata)
  }

  /// Creates the history tables that a store lacks.
  ///
  /// - Returns: the new schema of the file.
  private func addHistory(
    to file: StoreFile, _ contents: FileSchema, _ preserved: [Int: [Int]], _ opening: StoreOpening,
    _ version: OpenedVersion
  ) throws -> FileSchema {
    let tombstones = preserved.values.map(\.count).max() ?? 0
    guard !HistorySchema.creation(in: contents, tombstones: tombstones).isEmpty else { return contents }
    return try StoreFailure.reporting(file, saving: true) {
      let connection = try Connection(path: file.path, mode: .writing, timeout: opening.timeout)
      return try connection.transaction { connection in
        try version.require(on: connection)
        // Read the schema again, because another process may have created the tables meanwhile.
        for statement in HistorySchema.creation(in: try FileSchema(file, on: connection), tombstones: tombstones) {
          try connection.execute(statement)
        }
        return try FileSchema(file, on: connection)
      }
    }
  }

  /// Creates the history of a new store, if the store is to keep one.
  private func history(
    _ file: StoreFile, _ opening: StoreOpening, _ connection: Connection
  ) throws -> HistorySchema? {
    guard opening.tracksHistory else { return nil }
    let preserved = opening.preservedSlots
    let contents = try FileSchema(file, on: connection)
    try connection.transaction { connection in
      let tombstones = preserved.values.map(\.count).max() ?? 0
      for statement in HistorySchema.creation(in: contents, tombstones: tombstones) {
        try connection.execute(statement)
      }
    }
    return HistorySchema(try FileSchema(file, on: connection), preserved: preserved)
  }

  private func writers(_ opening: StoreOpening, schema: StoreSchema, hasTriggers: Bool) -> RowWriters {
    RowWriters(schema: schema, uniqueSlots: opening.model.compile().uniqueSlots, hasTriggers: hasTriggers)
  }
}

extension StoreWriter.Settings {
  fileprivate init(_ opening: StoreOpening, triggers: [String], _ opened: HeldFile?, _ version: OpenedVersion) {
    self.init(
      pragmas: opening.pragmas, timeout: opening.timeout, triggers: triggers, version: version, opened: opened)
  }
}

extension OpenedVersion {
  fileprivate convenience init(
    _ file: StoreFile, _ metadata: StoreMetadata, _ opening: StoreOpening, _ schema: StoreSchema,
    in contents: FileSchema
  ) {
    let numbers = Set(schema.entities.compactMap { $0?.number })
    self.init(
      file, metadata, renewed: StoredHashes.hashes(of: opening.entities, by: .current),
      entities: contents.entities.filter { numbers.contains($0.number) })
  }
}

extension StoreOpening {
  /// The number of seconds to wait for another connection's lock, unless the program sets it.
  package static let defaultTimeout: TimeInterval = 240
}

import Foundation

/// Migrates a store of another model version to the model to open it with, before it is opened.
struct StoreMigrator {
  let opening: StoreOpening
  let kind: any StoreKind
  let options: StoreOptions
  /// The bundles to search for mapping models; nil for the program's resources.
  var bundles: [Bundle]?

  /// - Throws: 134100 if the store was created for another model and the options request no migration; 134110 if it
  ///   cannot be migrated; 134130 if its model is not found; 134140 if no mapping is found or can be inferred, with
  ///   the underlying error 134190; 134111 if a new uniqueness constraint is violated. The store is then unchanged.
  /// - Returns: the metadata of the store, which now matches the model; nil if there is no store.
  @discardableResult
  func run() throws -> StoreMetadata? {
    for _ in 1..<Self.attemptLimit {
      let mismatch = ModelMismatch(opening, of: kind)
      // A guessed model has other hashes than the store. The tables are compared when the store is opened.
      if options.hasGuessedModel { return mismatch.metadata }
      let differences = mismatch.differences()
      guard !differences.isEmpty else {
        fillIn(mismatch)
        return mismatch.metadata
      }
      guard options.migrates else { throw ModelMismatch.error(differences, at: opening.url) }
      // The store is compared again, whether it was migrated here or by another process meanwhile.
      _ = try migrate(mismatch, differences)
    }
    throw changing
  }

  /// Migrates the store if necessary, and opens it. Starts again if another process migrates it in between.
  ///
  /// - Throws: the errors of `run`; 134130 if migration is requested and the tables do not match the model.
  func open() throws -> OpenedStore {
    let held = opening.url.flatMap { kind.holdForReading(at: $0) }
    defer { withExtendedLifetime(held) {} }
    for _ in 1..<Self.attemptLimit {
      let known = try run()
      let opened: OpenedStore
      do {
        opened = try kind.open(opening)
      } catch let failure as NSError
        where failure.domain == NSCocoaErrorDomain && failure.code == NSPersistentStoreIncompatibleVersionHashError
        && options.migrates && ModelMismatch(opening, of: kind).embedded == nil
      {
        throw missingSource(failure)
      }
      if isOf(known, opened.metadata) { return opened.renewing(opening) }
      opened.rows.close()
    }
    throw changing
  }

  /// Whether the opened store is the one that was checked, with the same version.
  private func isOf(_ known: StoreMetadata?, _ opened: StoreMetadata) -> Bool {
    // There was no store, so this opening created it, or another process with another model did.
    guard let known else { return ModelMismatch.differences(opening, opened, of: kind).isEmpty }
    return known == opened || known.identifier == opened.identifier && known.hashes.byName == opened.hashes.byName
  }

  private func missingSource(_ underlying: (any Error)? = nil) -> NSError {
    error(
      NSMigrationMissingSourceModelError,
      "it does not carry its model, and among those beside the program's none has the hashes of its entities, nor exactly "
        + "one its tables",
      underlying: underlying
    )
  }

  /// Migrates a store that does not match the model, with a mapping model or an inferred mapping.
  ///
  /// - Returns: false if another process changed the store meanwhile.
  private func migrate(_ mismatch: ModelMismatch, _ differences: [String]) throws -> Bool {
    guard let metadata = mismatch.metadata else { return true }
    guard !opening.isReadOnly else {
      throw error(
        NSMigrationError,
        "it is opened for reading only, and was made for another model: \(differences.joined(separator: "; "))"
      )
    }
    guard let source = mismatch.embedded ?? mismatch.versionBeside else { throw missingSource() }
    // A mapping model is for all entities, but a store of one configuration has only some of them.
    let isWhole = opening.entityIndices.count == opening.model.layout.entities.count
    if isWhole, let mappings = NSMappingModel(from: bundles, forSourceModel: source, destinationModel: opening.model) {
      return try MappedStoreMigration(
        opening: opening, kind: kind, source: source, mappings: mappings, metadata: metadata
      ).run()
    }
    guard options.infersMapping else {
      throw error(
        NSMigrationMissingMappingModelError,
        "there is no mapping model, and none is inferred unless \(NSInferMappingModelAutomaticallyOption) is true"
      )
    }
    let mapping: ModelMapping
    do {
      mapping = try ModelMapping(from: source.compile(), to: opening.model.compile())
    } catch let problem as InferenceProblem {
      let cause = problem.error
      throw error(
        NSMigrationMissingMappingModelError, "there is no mapping model. \(cause.localizedDescription)",
        underlying: cause
      )
    }
    return try kind.migrate(opening, by: mapping, metadata: metadata)
  }

  /// Moves data into or out of external storage, if the store's model differs from the current one only in which
  /// attributes allow it. Failures are ignored, because they are no reason not to open the store.
  private func fillIn(_ mismatch: ModelMismatch) {
    guard options.migrates, options.infersMapping, !opening.isReadOnly, let source = mismatch.embedded,
      let metadata = mismatch.metadata,
      let mapping = try? ModelMapping(from: source.compile(), to: opening.model.compile()),
      mapping.changesValues(trustsExternal: metadata.isOwn(of: mapping.source))
    else { return }
    _ = try? kind.migrate(opening, by: mapping, metadata: metadata)
  }

  private var changing: NSError { error(NSMigrationError, "another process changes it again and again") }

  private func error(_ code: Int, _ reason: String, underlying: (any Error)? = nil) -> NSError {
    .coreData(
      code, "\(opening.url?.nameInMessages ?? "The store") cannot be migrated: \(reason).", underlying: underlying,
      details: opening.url.map { [NSFilePathErrorKey: $0.addressInMessages] } ?? [:]
    )
  }

  private static let attemptLimit = 5
}

extension OpenedStore {
  /// Returns the store with current version hashes in its metadata, if it has those of an earlier version of this
  /// implementation. The next save writes them.
  fileprivate func renewing(_ opening: StoreOpening) -> OpenedStore {
    guard !rows.isReadOnly, let renewed = metadata.renewed(for: opening.entities) else { return self }
    var store = OpenedStore(rows: rows, metadata: renewed)
    store.storedList = metadata.propertyList
    return store
  }
}

/// Migrates a store in stages before it is opened.
protocol StagedMigrating: AnyObject {
  /// - Parameters:
  ///   - migrator: the migrator that afterwards migrates the store to the model to open it with.
  ///   - configuration: the name of the configuration whose entities the store holds; nil for all entities.
  ///   - options: the options to open the store with.
  func migrate(_ migrator: StoreMigrator, configuration: String?, options: [AnyHashable: Any]) throws
}

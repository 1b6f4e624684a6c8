import Foundation

/// Brings a store that was made for another version of the model to the one it is opened with, before it is opened.
struct StoreMigrator {
  let opening: StoreOpening
  let kind: any StoreKind
  let options: StoreOptions
  /// The bundles that are searched for mapping models; nil for the program's resources.
  var bundles: [Bundle]?

  /// - Throws: 134100 when the store was made for another model and no migration is asked for; 134110 when it cannot be
  ///   migrated; 134130 when its model is not found; 134140 when no mapping is found or inferred, with 134190 beneath;
  ///   134111 when a new uniqueness constraint is violated. The store is then as before.
  /// - Returns: the metadata of the store that fits; nil where there is none.
  @discardableResult
  func run() throws -> StoreMetadata? {
    for _ in 1..<Self.attemptLimit {
      let mismatch = ModelMismatch(opening, of: kind)
      // The store names other hashes than those of a guess. Its tables are compared when it is opened.
      if options.hasGuessedModel { return mismatch.metadata }
      let differences = mismatch.differences()
      guard !differences.isEmpty else {
        fillIn(mismatch)
        return mismatch.metadata
      }
      guard options.migrates else { throw ModelMismatch.error(differences, at: opening.url) }
      // What it is then is looked at again, whether it was migrated here or meanwhile by another process.
      _ = try migrate(mismatch, differences)
    }
    throw changing
  }

  /// Opens the store, once it has been migrated. One that another process migrates in between is looked at again.
  ///
  /// - Throws: what `run` throws; 134130 where a migration is asked for and the tables are found not to be the model's.
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

  /// Whether a store that was opened is the one that was looked at, at the same version.
  private func isOf(_ known: StoreMetadata?, _ opened: StoreMetadata) -> Bool {
    // One that was not there was made by the opening, or by another process of another model.
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

  /// - Returns: false when the store was changed meanwhile.
  private func migrate(_ mismatch: ModelMismatch, _ differences: [String]) throws -> Bool {
    guard let metadata = mismatch.metadata else { return true }
    guard !opening.isReadOnly else {
      throw error(
        NSMigrationError,
        "it is opened for reading only, and was made for another model: \(differences.joined(separator: "; "))"
      )
    }
    guard let source = mismatch.embedded ?? mismatch.versionBeside else { throw missingSource() }
    // A mapping model is for all entities; a store of one configuration has some of them.
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

  /// Two models of one version may differ in what may be kept outside. That is no reason not to open the store, so that
  /// nothing is done where it cannot be.
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
  /// The store with today's version hashes in its metadata, where it has those of an earlier version of this
  /// implementation: the next save writes them.
  fileprivate func renewing(_ opening: StoreOpening) -> OpenedStore {
    guard !rows.isReadOnly, let renewed = metadata.renewed(for: opening.entities) else { return self }
    var store = OpenedStore(rows: rows, metadata: renewed)
    store.storedList = metadata.propertyList
    return store
  }
}

/// Migrates a store through stages before it is opened.
protocol StagedMigrating: AnyObject {
  /// - Parameters:
  ///   - migrator: the migrator that brings the store to the model that it is opened with, afterwards.
  ///   - configuration: the name of the configuration whose entities the store holds; nil for all.
  ///   - options: the options that the store is opened with.
  func migrate(_ migrator: StoreMigrator, configuration: String?, options: [AnyHashable: Any]) throws
}

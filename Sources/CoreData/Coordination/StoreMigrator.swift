import Foundation

/// Brings a store that was made for another version of the model to the one it is opened with, before it is opened.
struct StoreMigrator {
  let opening: StoreOpening
  let kind: any StoreKind
  let options: StoreOptions
  /// Where mapping models are looked for; nil for the program's resources.
  var bundles: [Bundle]?

  /// - Throws: 134100 when the store was made for another model and no migration is asked for; 134110 when it cannot be
  ///   migrated; 134130 when its model is not found; 134140 when no mapping is found or inferred, with 134190 beneath;
  ///   134111 when a new uniqueness constraint is violated. The store is then as before.
  func run() throws {
    for _ in 1..<Self.attemptLimit {
      let differences = self.differences()
      guard !differences.isEmpty else { return fillIn() }
      guard options.migrates else { throw ModelMismatch.error(differences, at: opening.url) }
      if try migrate(differences) { return }
    }
    throw error(NSMigrationError, "another process changes it again and again")
  }

  /// Opens the store, once it has been migrated.
  ///
  /// - Throws: 134130 where a migration is asked for and the tables are found not to be the model's.
  func open() throws -> OpenedStore {
    do {
      return try kind.open(opening)
    } catch let failure as NSError
      where failure.domain == NSCocoaErrorDomain && failure.code == NSPersistentStoreIncompatibleVersionHashError
      && options.migrates && embeddedModel == nil
    {
      throw missingSource(failure)
    }
  }

  /// How the store's model differs from the one it is opened with, also where the store does not carry it.
  private func differences() -> [String] {
    let differences = ModelMismatch.differences(opening, of: kind)
    guard differences.isEmpty, options.migrates, let url = opening.url, embeddedModel == nil,
      let metadata = try? kind.metadata(at: url), let source = versionBeside(metadata)
    else { return differences }
    return opening.model.differences(
      from: source, entities: opening.entityIndices.map { opening.model.compile().entities[$0] }
    )
  }

  /// The model inside the store. One that cannot be read counts as none: the store may be opened all the same.
  private var embeddedModel: NSManagedObjectModel? { opening.url.flatMap { try? kind.embeddedModel(at: $0) } }

  private func versionBeside(_ metadata: StoreMetadata) -> NSManagedObjectModel? {
    let hashes = metadata.dictionary(type: kind.type)[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    return ModelVersions.model(withHashes: hashes, beside: opening.model)
  }

  private func missingSource(_ underlying: (any Error)? = nil) -> NSError {
    error(
      NSMigrationMissingSourceModelError,
      "it does not carry its model, and none of those beside the program's has the hashes of its entities",
      underlying: underlying
    )
  }

  /// - Returns: false when the store was changed meanwhile.
  private func migrate(_ differences: [String]) throws -> Bool {
    guard let url = opening.url else { return true }
    guard !opening.isReadOnly else {
      throw error(
        NSMigrationError,
        "it is opened for reading only, and was made for another model: \(differences.joined(separator: "; "))"
      )
    }
    let metadata = try kind.metadata(at: url)
    guard let source = embeddedModel ?? versionBeside(metadata) else { throw missingSource() }
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

  /// Two models may store objects alike and differ in what must have a value, and in what may be kept outside. That is
  /// no reason not to open the store, so that nothing is done where it cannot be.
  private func fillIn() {
    guard options.migrates, options.infersMapping, !opening.isReadOnly, let url = opening.url,
      let source = embeddedModel, let metadata = try? kind.metadata(at: url),
      let mapping = try? ModelMapping(from: source.compile(), to: opening.model.compile()),
      mapping.changesValues(trustsExternal: metadata.isOwn(of: mapping.source))
    else { return }
    _ = try? kind.migrate(opening, by: mapping, metadata: metadata)
  }

  private func error(_ code: Int, _ reason: String, underlying: (any Error)? = nil) -> NSError {
    .coreData(
      code, "\(opening.url?.nameInMessages ?? "The store") cannot be migrated: \(reason).", underlying: underlying,
      details: opening.url.map { [NSFilePathErrorKey: $0.addressInMessages] } ?? [:]
    )
  }

  private static let attemptLimit = 5
}

import Foundation

/// Compares the model that a store was created for with the model to open it with.
struct ModelMismatch {
  let opening: StoreOpening
  let kind: any StoreKind
  /// The store's metadata. Nil if there is no store or it cannot be read; then opening it reports the error.
  let metadata: StoreMetadata?
  /// The model that the store contains. Nil also if it cannot be read, because the store may still be opened then.
  let embedded: NSManagedObjectModel?

  init(_ opening: StoreOpening, of kind: any StoreKind) {
    self.opening = opening
    self.kind = kind
    metadata = opening.url.flatMap { try? kind.metadata(at: $0) }
    embedded = metadata == nil ? nil : opening.url.flatMap { try? kind.embeddedModel(at: $0) }
  }

  /// Compares the model that the store contains, or the model version next to the program's that has the hashes in
  /// the store's metadata, in all properties that affect the version. Then compares the metadata about its entities.
  /// If neither such a model nor hashes of this implementation are known, compares the store's tables.
  ///
  /// - Returns: descriptions of the differences; empty if the store matches.
  func differences() -> [String] {
    guard let metadata else { return [] }
    let entities = opening.entities
    let source = embedded ?? namedVersion
    var differences: [String] = []
    if let source {
      // A store of one configuration contains the whole model.
      let elsewhere = Set(opening.model.entitiesByName.keys).subtracting(entities.compactMap(\.name))
      differences = opening.model.differences(from: source, entities: entities, ignoring: elsewhere)
    }
    if differences.isEmpty { differences = Self.differences(opening, metadata, of: kind) }
    if differences.isEmpty, source == nil, metadata.hashes.rule(for: entities) == nil, let url = opening.url,
      let problem = (try? kind.misfit(of: opening.model.compile(), entities: opening.entityIndices, at: url)) ?? nil
    {
      differences = [problem]
    }
    return differences
  }

  /// Descriptions of the differences between the entities in the metadata and those of the model.
  static func differences(_ opening: StoreOpening, _ metadata: StoreMetadata, of kind: any StoreKind) -> [String] {
    opening.model.differences(fromMetadata: metadata.dictionary(type: kind.type), entities: opening.entities)
  }

  /// The model version next to the program's model that the store was created for: the one with the hashes in the
  /// metadata, or the only one that matches the tables. Nil if the store contains its model.
  var versionBeside: NSManagedObjectModel? {
    if embedded != nil { return nil }
    if let named = namedVersion { return named }
    guard let metadata, !metadata.hashes.isMarked, let bundle = opening.model.versionsURL, let url = opening.url else {
      return nil
    }
    let versions = ModelVersions.files(in: bundle).compactMap { try? NSManagedObjectModel(reading: $0) }
    let fitting = versions.filter { version in
      let compiled = version.compile()
      let held = MigrationTables.held(metadata, type: kind.type, in: compiled)
      let names = Set(held.compactMap { compiled.entities[$0].name })
      let stored = metadata.hashes.byName
      guard stored.isEmpty || names == Set(stored.keys) else { return false }
      do {
        return try kind.misfit(of: compiled, entities: held, at: url) == nil
      } catch {
        return false
      }
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  private var namedVersion: NSManagedObjectModel? {
    embedded == nil ? metadata.flatMap { ModelVersions.model(withHashes: $0.hashes, beside: opening.model) } : nil
  }

  static func error(_ differences: [String], at url: URL?) -> NSError {
    .coreData(
      NSPersistentStoreIncompatibleVersionHashError,
      """
      \(url?.nameInMessages ?? "The store") was made for another model: \(differences.joined(separator: "; ")). \
      It is migrated when \(NSMigratePersistentStoresAutomaticallyOption) and \
      \(NSInferMappingModelAutomaticallyOption) are true.
      """,
      details: url.map { [NSFilePathErrorKey: $0.addressInMessages] } ?? [:]
    )
  }
}

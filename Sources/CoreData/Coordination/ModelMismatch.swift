import Foundation

/// Compares the model that a store was made for with the one it is to be opened with.
struct ModelMismatch {
  let opening: StoreOpening
  let kind: any StoreKind
  /// The store's metadata; nil where there is no store, or none that can be read, which is for the opening to report.
  let metadata: StoreMetadata?
  /// The model inside the store. One that cannot be read counts as none: the store may be opened all the same.
  let embedded: NSManagedObjectModel?

  init(_ opening: StoreOpening, of kind: any StoreKind) {
    self.opening = opening
    self.kind = kind
    metadata = opening.url.flatMap { try? kind.metadata(at: $0) }
    embedded = metadata == nil ? nil : opening.url.flatMap { try? kind.embeddedModel(at: $0) }
  }

  /// Compares the model that a store carries, or that the version beside the program's has whose hashes the store
  /// names, in all that makes another version, and then the store's metadata about its entities. Where neither model is
  /// known, nor hashes of ours, the tables decide.
  ///
  /// - Returns: what differs, in words; nothing when the store fits.
  func differences() -> [String] {
    guard let metadata else { return [] }
    let entities = opening.entities
    let source = embedded ?? namedVersion
    var differences: [String] = []
    if let source {
      // A store of one configuration carries the whole model.
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

  /// How the entities that metadata names differ from those of the model.
  static func differences(_ opening: StoreOpening, _ metadata: StoreMetadata, of kind: any StoreKind) -> [String] {
    opening.model.differences(fromMetadata: metadata.dictionary(type: kind.type), entities: opening.entities)
  }

  /// The version beside the program's model that the store was made for: the one whose hashes it names, or the only one
  /// that has its tables. Nil where the store carries its model.
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

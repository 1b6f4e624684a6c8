import Foundation

extension NSManagedObjectModel {
  /// Merges models, with copies of their entities, configurations and templates.
  ///
  /// The entities are in the order of the models. If entities or templates have equal names, the first is used.
  ///
  /// - Parameter models: the models; nil for the models in the main bundle.
  /// - Returns: nil if an entity has no name, if entities with equal names have different version hashes, or if the
  ///   result is unusable, for example because an entity refers to one that no model has.
  /// - Complexity: O(entities + properties) of all models, where each subentity counts its inherited properties, and
  ///   O(entities · its entities) for each configuration. If `models` is nil, each model file of the bundle is read.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    self.init()
    guard take(models ?? Self.models(in: [Bundle.main])) else { return nil }
  }

  /// Merges those models whose entities a store was made for.
  ///
  /// - Parameters:
  ///   - models: the models, possibly several versions of one. A model is used if the metadata has the version hash of
  ///     each of its entities, and if no other such model has all its entities and more.
  ///   - metadata: the store's metadata. Version hashes that Apple's Core Data wrote never match.
  /// - Returns: nil if the metadata has no version hashes, if the models cannot be merged, or if the result does not
  ///   have exactly the store's entities.
  /// - Complexity: that of `init(byMerging:)`, and that of all version hashes. Comparing the matching models takes
  ///   O(models² · entities).
  public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
    guard metadata[NSStoreModelVersionHashesKey] is [String: Data] else { return nil }
    self.init()
    let hashes = StoredHashes(metadata)
    // All entities of a model must match, because several versions may share an entity.
    let fitting = models.filter { model in
      let entities = model.entitiesByName
      guard !entities.isEmpty else { return false }
      return hashes.rules.contains { rule in
        entities.allSatisfy { hashes.byName[$0.key] == $0.value.versionHash(by: rule) }
      }
    }
    let names = fitting.map { Set($0.entitiesByName.keys) }
    let whole = zip(fitting, names).filter { one in !names.contains { one.1.isStrictSubset(of: $0) } }.map(\.0)
    guard take(whole), isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else {
      return nil
    }
  }

  /// Merges the models in bundles, in the order of their paths. A model that cannot be read is logged and skipped.
  ///
  /// - Parameter bundles: the bundles to search for compiled and uncompiled models; nil for the main bundle.
  /// - Returns: nil if the models cannot be merged, as in `init(byMerging:)`.
  /// - Complexity: that of `init(byMerging:)`. Each call reads each model file of the bundles.
  public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    NSManagedObjectModel(byMerging: models(in: bundles ?? [Bundle.main]))
  }

  /// Merges those models in bundles whose entities a store was made for.
  ///
  /// - Parameters:
  ///   - bundles: the bundles to search for all versions of compiled and uncompiled models; nil for the main bundle.
  ///   - metadata: the store's metadata, whose version hashes select the models. If several versions match, the current
  ///     one comes first.
  /// - Returns: nil if the models cannot be merged, or if the result does not have exactly the store's entities.
  /// - Complexity: that of `init(byMerging:forStoreMetadata:)`. Each call reads each version of each model of the
  ///   bundles.
  public class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    let models = files(in: bundles ?? [Bundle.main]).flatMap { versions(at: $0) }
    return NSManagedObjectModel(byMerging: models, forStoreMetadata: metadata)
  }

  /// The readable models in bundles, in the order of their paths.
  private static func models(in bundles: [Bundle]) -> [NSManagedObjectModel] {
    files(in: bundles).compactMap { NSManagedObjectModel(contentsOf: $0) }
  }

  private static func files(in bundles: [Bundle]) -> [URL] {
    var paths: Set<String> = []
    for bundle in bundles {
      for type in ["momd", "mom", "xcdatamodeld", "xcdatamodel"] {
        paths.formUnion((bundle.urls(forResourcesWithExtension: type, subdirectory: nil) ?? []).compactMap(\.path))
      }
    }
    return paths.sorted().map { URL(fileURLWithPath: $0) }
  }

  /// Copies the contents of several models into this model. Returns false if they cannot be merged.
  private func take(_ models: [NSManagedObjectModel]) -> Bool {
    var chosen: [String: NSEntityDescription] = [:]
    var originals: [NSEntityDescription] = []
    for entity in models.flatMap(\.entities) {
      guard let name = entity.name else { return false }
      if let other = chosen[name] {
        guard other.versionHash == entity.versionHash else { return false }
      } else {
        chosen[name] = entity
        originals.append(entity)
      }
    }
    let copies = EntityCopies(of: originals)
    entities = copies.entities
    for model in models {
      versionIdentifiers.formUnion(model.versionIdentifiers)
      bundleModules += model.bundleModules.filter { !bundleModules.contains($0) }
      templates.merge(model.templates.mapValues(copies.copy(of:))) { first, _ in first }
      for (name, members) in model.configurationEntities {
        let names = members.compactMap(\.name) + (configurationEntities[name] ?? []).compactMap(\.name)
        configurationEntities[name] = entities.filter { names.contains($0.name ?? "") }
      }
    }
    return ModelCheck.problems(in: self).isEmpty
  }
}

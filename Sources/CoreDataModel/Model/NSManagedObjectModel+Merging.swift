import Foundation

extension NSManagedObjectModel {
  /// Makes one model of several, with copies of their entities, configurations and templates.
  ///
  /// Entities stand in the order of the models. Of entities and of templates with one name, the first is taken.
  ///
  /// - Parameter models: the models; nil stands for those in the main bundle, which are read.
  /// - Returns: nil when an entity has no name, when two models have an entity of one name and different version
  ///   hashes, or when the result is unusable, as when an entity refers to one that no model has.
  /// - Complexity: O(entities + properties) of all models, inherited properties counted again in each subentity, and
  ///   for each configuration O(entities · its entities). Nil also reads each model file of the bundle.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    self.init()
    guard take(models ?? Self.models(in: [Bundle.main])) else { return nil }
  }

  /// Makes one model of several, of the entities that a store was made for.
  ///
  /// - Parameters:
  ///   - models: the models, several versions of one among them. A model is taken when the metadata gives the version
  ///     hash of each of its entities for its name, and no other that is taken has all of them and more.
  ///   - metadata: the store's metadata. Version hashes that Apple's Core Data wrote equal none of ours.
  /// - Returns: nil when the metadata has no version hashes, the models cannot be merged, or the result has not exactly
  ///   the entities of the store.
  /// - Complexity: as of `init(byMerging:)`; version hashes are computed on each call. To compare the models that fit
  ///   with each other is O(their number² · entities).
  public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
    guard metadata[NSStoreModelVersionHashesKey] is [String: Data] else { return nil }
    self.init()
    let hashes = StoredHashes(metadata)
    // Two versions may have an entity in common: one alone does not identify either.
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

  /// Makes one model of those in bundles, in the order of their paths. One that cannot be read is logged and left out.
  ///
  /// - Parameter bundles: where to look for models, compiled or not; nil stands for the main bundle.
  /// - Returns: nil when they cannot be merged, as of `init(byMerging:)`.
  /// - Complexity: as of `init(byMerging:)`. Reads each model file of the bundles, on each call.
  public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    NSManagedObjectModel(byMerging: models(in: bundles ?? [Bundle.main]))
  }

  /// Makes one model of those in bundles, of the entities that a store was made for.
  ///
  /// - Parameters:
  ///   - bundles: where to look for models, compiled or not, all versions of each; nil stands for the main bundle.
  ///   - metadata: the store's metadata, whose version hashes choose. Of versions that store objects alike, the current
  ///     one comes first.
  /// - Returns: nil when the models cannot be merged, or the result has not exactly the entities of the store.
  /// - Complexity: as of `init(byMerging:forStoreMetadata:)`. Reads each version of each model of the bundles, on each
  ///   call.
  public class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    let models = files(in: bundles ?? [Bundle.main]).flatMap { versions(at: $0) }
    return NSManagedObjectModel(byMerging: models, forStoreMetadata: metadata)
  }

  /// The models in bundles that can be read, in the order of their paths.
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

  /// Takes over copies of what several models have; false when they cannot be merged.
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

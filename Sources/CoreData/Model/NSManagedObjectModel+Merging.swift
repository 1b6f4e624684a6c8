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
  ///   - models: the models, several versions of one among them. A model is taken when one of its entities has the
  ///     version hash that the metadata gives for its name.
  ///   - metadata: the store's metadata. Version hashes that Apple's Core Data wrote equal none of ours.
  /// - Returns: nil when the metadata has no version hashes, the models cannot be merged, or the result has not exactly
  ///   the entities of the store.
  /// - Complexity: as of `init(byMerging:)`; version hashes are computed on each call.
  public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
    guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return nil }
    self.init()
    let fitting = models.filter { model in
      model.entities.contains { entity in entity.name.map { hashes[$0] == entity.versionHash } ?? false }
    }
    guard take(fitting), isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else { return nil }
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
  ///   - bundles: where to look for models, compiled or not; nil stands for the main bundle.
  ///   - metadata: the store's metadata, whose version hashes choose.
  /// - Returns: nil when the models cannot be merged, or the result has not exactly the entities of the store.
  /// - Complexity: as of `init(byMerging:)`. Reads each model file of the bundles, on each call.
  public class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    NSManagedObjectModel(byMerging: models(in: bundles ?? [Bundle.main]), forStoreMetadata: metadata)
  }

  /// The models in bundles that can be read, in the order of their paths.
  private static func models(in bundles: [Bundle]) -> [NSManagedObjectModel] {
    var paths: Set<String> = []
    for bundle in bundles {
      for type in ["momd", "mom", "xcdatamodeld", "xcdatamodel"] {
        paths.formUnion((bundle.urls(forResourcesWithExtension: type, subdirectory: nil) ?? []).compactMap(\.path))
      }
    }
    return paths.sorted().compactMap { NSManagedObjectModel(contentsOf: URL(fileURLWithPath: $0)) }
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

import Foundation

extension NSManagedObjectModel {
  /// Makes one model of several, with copies of their entities, configurations and templates.
  ///
  /// - Parameter models: the models; nil stands for those in the main bundle.
  /// - Returns: nil when two models have an entity of one name that is stored in different ways, or when an entity
  ///   leads to one that no model has.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    self.init()
    guard take(models ?? Self.models(in: [Bundle.main])) else { return nil }
  }

  /// Makes one model of several, of the entities that a store was made for.
  ///
  /// - Parameters:
  ///   - models: the models, several versions of one among them.
  ///   - metadata: the store's metadata, whose version hashes choose. Hashes that Apple's Core Data wrote choose none.
  /// - Returns: nil when the models have not all the entities of the store.
  public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
    guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return nil }
    self.init()
    let fitting = models.filter { model in
      model.entities.contains { entity in entity.name.map { hashes[$0] == entity.versionHash } ?? false }
    }
    guard take(fitting), isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else { return nil }
  }

  /// Makes one model of those in bundles.
  ///
  /// - Parameter bundles: where to look for models, compiled or not; nil stands for the main bundle.
  /// - Returns: nil when they do not go together.
  public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    NSManagedObjectModel(byMerging: models(in: bundles ?? [Bundle.main]))
  }

  /// Makes one model of those in bundles, of the entities that a store was made for.
  ///
  /// - Parameters:
  ///   - bundles: where to look for models, compiled or not; nil stands for the main bundle.
  ///   - metadata: the store's metadata, whose version hashes choose.
  /// - Returns: nil when the models have not all the entities of the store.
  public class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    NSManagedObjectModel(byMerging: models(in: bundles ?? [Bundle.main]), forStoreMetadata: metadata)
  }

  /// The models in bundles that can be read, in the order of their names.
  private static func models(in bundles: [Bundle]) -> [NSManagedObjectModel] {
    var paths: Set<String> = []
    for bundle in bundles {
      for type in ["momd", "mom", "xcdatamodeld", "xcdatamodel"] {
        paths.formUnion((bundle.urls(forResourcesWithExtension: type, subdirectory: nil) ?? []).compactMap(\.path))
      }
    }
    return paths.sorted().compactMap { NSManagedObjectModel(contentsOf: URL(fileURLWithPath: $0)) }
  }

  /// Takes over copies of what several models have; false when they do not go together.
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

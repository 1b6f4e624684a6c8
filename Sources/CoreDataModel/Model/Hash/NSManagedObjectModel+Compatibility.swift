import Foundation

extension NSManagedObjectModel {
  /// The entities' version hashes by name.
  ///
  /// - Complexity: O(bytes hashed): that of `NSEntityDescription.versionHash` for each entity, on each call.
  public var entityVersionHashesByName: [String: Data] { entitiesByName.mapValues(\.versionHash) }

  /// Whether a store with some metadata was made for the entities of a configuration.
  ///
  /// Only hashes of this implementation can be equal; those of earlier versions are compared by the facts that these
  /// covered. The metadata that `NSPersistentStoreCoordinator.metadataForPersistentStore(type:at:)` returns for a store
  /// of Apple's has such hashes, made from the model that the store carries.
  ///
  /// - Parameters:
  ///   - configuration: a configuration's name; nil for all entities.
  ///   - metadata: the store's metadata.
  /// - Returns: whether the metadata has exactly the configuration's entities with their hashes; false when the model
  ///   has no such configuration, or the metadata no hashes.
  /// - Complexity: that of `NSEntityDescription.versionHash` for each entity of the configuration.
  public func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    guard let entities = entities(forConfigurationName: configuration),
      let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
    else { return false }
    return entities.isEmpty && hashes.isEmpty || StoredHashes(metadata).match(entities)
  }

  /// Describes the differences between a store's own model and this one.
  ///
  /// - Parameters:
  ///   - stored: the model that the store carries.
  ///   - entities: the entities of this model that the store shall hold.
  ///   - ignored: the names of entities that the store's model may have besides.
  /// - Returns: one line for each entity that is missing, superfluous or stored in another way; empty when the store
  ///   fits.
  package func differences(
    from stored: NSManagedObjectModel, entities: [NSEntityDescription], ignoring ignored: Set<String> = []
  ) -> [String] {
    let wanted = [String: NSEntityDescription](named: entities)
    let there = stored.entitiesByName
    return Set(wanted.keys).union(there.keys).sorted(by: EntityOrder.precedes).compactMap { name in
      switch (wanted[name], there[name]) {
      case (let entity?, let other?):
        return entity.versionHash == other.versionHash ? nil : difference(entity, other)
      case (_?, nil): return "the store has no entity \(name)"
      case (nil, _?): return ignored.contains(name) ? nil : "the model has no entity \(name)"
      case (nil, nil): return nil
      }
    }
  }

  /// Describes the differences between the entities that a store's metadata names and this model's.
  ///
  /// The hashes of Apple's Core Data cannot be compared, only the names beside them. Ours carry a mark; without one,
  /// all are ours if one of them is.
  ///
  /// - Parameters:
  ///   - metadata: the store's metadata.
  ///   - entities: the entities of this model that the store shall hold.
  /// - Returns: one line for each entity; empty when the store fits, or its metadata names no entities.
  package func differences(fromMetadata metadata: [String: Any], entities: [NSEntityDescription]) -> [String] {
    let stored = StoredHashes(metadata)
    let hashes = stored.byName
    guard !hashes.isEmpty else { return [] }
    let known = entitiesByName
    let rule = stored.rule(for: entities)
    let wanted = [String: NSEntityDescription](named: entities)
    return Set(wanted.keys).union(hashes.keys).sorted(by: EntityOrder.precedes).compactMap { name in
      switch (wanted[name], hashes[name]) {
      case (let entity?, let hash?):
        return rule.map { entity.versionHash(by: $0) != hash } ?? false ? "the entity \(name) differs" : nil
      case (_?, nil): return "the store has no entity \(name)"
      // A store of another configuration of this model is found out by its tables.
      default: return known[name] == nil ? "the model has no entity \(name)" : nil
      }
    }
  }

  private func difference(_ entity: NSEntityDescription, _ stored: NSEntityDescription) -> String {
    let name = entity.name ?? ""
    let (properties, storedProperties) = (entity.propertiesByName, stored.propertiesByName)
    let different = Set(properties.keys).union(storedProperties.keys).sorted().filter { key in
      let ours = properties[key].flatMap { $0.hasSlot && !$0.isTransient ? $0.versionHash : nil }
      let theirs = storedProperties[key].flatMap { $0.hasSlot && !$0.isTransient ? $0.versionHash : nil }
      return ours != theirs
    }
    guard !different.isEmpty else { return "the entity \(name) differs" }
    return "the entity \(name) differs in \(different.joined(separator: ", "))"
  }
}

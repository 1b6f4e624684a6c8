import Foundation

extension NSManagedObjectModel {
  /// The entities' version hashes by name.
  ///
  /// - Complexity: O(size of the hashed data), for each entity as in `NSEntityDescription.versionHash`, on each call.
  public var entityVersionHashesByName: [String: Data] { entitiesByName.mapValues(\.versionHash) }

  /// Whether a store with the given metadata was made for the entities of a configuration.
  ///
  /// Only hashes of this package can match. Hashes that an earlier version wrote are compared by that version's rule.
  /// For a store of Apple's, `NSPersistentStoreCoordinator.metadataForPersistentStore(type:at:)` returns hashes that
  /// this package computes from the model in the store.
  ///
  /// - Parameters:
  ///   - configuration: a configuration's name; nil for all entities.
  ///   - metadata: the store's metadata.
  /// - Returns: true if the metadata has exactly the configuration's entities with equal hashes. False if the model has
  ///   no such configuration, or if the metadata has no hashes.
  /// - Complexity: that of `NSEntityDescription.versionHash`, for each entity of the configuration.
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
  ///   - stored: the model that the store contains.
  ///   - entities: the entities of this model that the store is to hold.
  ///   - ignored: the names of additional entities that the store's model may have.
  /// - Returns: one line for each entity that is missing, superfluous or stored differently; empty if the store fits.
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

  /// Describes the differences between the entities in a store's metadata and those of this model.
  ///
  /// For a store of Apple's, only the entity names can be compared, not the hashes. Hashes of this package have a mark.
  /// Without a mark, the hashes are taken for those of this package if at least one of them matches.
  ///
  /// - Parameters:
  ///   - metadata: the store's metadata.
  ///   - entities: the entities of this model that the store is to hold.
  /// - Returns: one line for each difference; empty if the store fits, or if its metadata names no entities.
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
      // A store of another configuration of this model is detected by its tables instead.
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

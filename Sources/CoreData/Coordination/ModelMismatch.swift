import Foundation

/// Says how the model that a store was made for differs from the one it is opened with.
enum ModelMismatch {
  /// Opens a store. When it was made for another model and carries that, the error names the entities that differ;
  /// otherwise it names what is missing in the file, as the store found it.
  static func explaining(
    _ opening: StoreOpening, of kind: any StoreKind, _ open: () throws -> OpenedStore
  ) throws -> OpenedStore {
    do {
      return try open()
    } catch let error as NSError where error.code == NSPersistentStoreIncompatibleVersionHashError {
      guard let url = opening.url, let stored = try? kind.embeddedModel(at: url) else { throw error }
      let differences = differences(from: stored, to: opening.model, entities: opening.entityIndices)
      guard !differences.isEmpty else { throw error }
      throw NSError.coreData(
        NSPersistentStoreIncompatibleVersionHashError,
        """
        \(url.lastPathComponent) was made for another model: \(differences.joined(separator: "; ")). \
        This version does not migrate stores.
        """,
        underlying: error, details: [NSFilePathErrorKey: url.path]
      )
    }
  }

  /// One text for each entity that differs, in the order of the wanted model.
  private static func differences(
    from stored: NSManagedObjectModel, to wanted: NSManagedObjectModel, entities: Set<Int>
  ) -> [String] {
    let storedByName = stored.entitiesByName
    return wanted.compile().entities.enumerated().compactMap { index, entity in
      guard entities.contains(index) else { return nil }
      let name = entity.name ?? ""
      guard let old = storedByName[name] else { return "\(name) is new" }
      let (before, after) = (Shape(old), Shape(entity))
      var changes = after.properties.keys.filter { before.properties[$0] == nil }.sorted().map { "\($0) is new" }
      changes += before.properties.keys.filter { after.properties[$0] == nil }.sorted().map { "\($0) is gone" }
      for (property, old) in before.properties.sorted(by: { $0.key < $1.key }) {
        if let new = after.properties[property], new != old { changes.append("\(property) was \(old) and is \(new)") }
      }
      if before.parent != after.parent { changes.append("its superentity is another") }
      return changes.isEmpty ? nil : "\(name) differs (\(changes.joined(separator: ", ")))"
    }
  }

  /// What of an entity decides how its rows are stored.
  private struct Shape {
    let parent: String?
    /// In words, by name.
    let properties: [String: String]

    init(_ entity: NSEntityDescription) {
      parent = entity.superentity?.name
      properties = entity.propertiesByName.filter { $0.value.hasSlot && !$0.value.isTransient }.mapValues { property in
        guard let relationship = property as? NSRelationshipDescription else {
          return "\((property as? NSAttributeDescription)?.attributeType ?? .undefinedAttributeType)"
        }
        let count = !relationship.isToMany ? "to one" : relationship.isOrdered ? "to many in order" : "to many"
        return "\(count) \(relationship.destinationEntity?.name ?? "")"
      }
    }
  }
}

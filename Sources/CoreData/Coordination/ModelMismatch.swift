import Foundation

/// Compares the model that a store was made for with the one it is to be opened with.
enum ModelMismatch {
  /// Compares the model that a store carries, if there is a store and it carries one, with the one to open it with, in
  /// all that decides how objects are stored, and then the store's metadata about its entities. Columns alone do not
  /// decide that: another model may have them too.
  ///
  /// - Returns: the entities that differ, in words; none when the store fits.
  static func differences(_ opening: StoreOpening, of kind: any StoreKind) -> [String] {
    guard let url = opening.url else { return [] }
    let compiled = opening.model.compile()
    let entities = opening.entityIndices.map { compiled.entities[$0] }
    var differences: [String] = []
    // What cannot be read is for the opening to report.
    if let stored = try? kind.embeddedModel(at: url) {
      // A store of one configuration carries the whole model.
      let elsewhere = Set(opening.model.entitiesByName.keys).subtracting(entities.compactMap(\.name))
      differences = opening.model.differences(from: stored, entities: entities, ignoring: elsewhere)
    }
    if differences.isEmpty, let metadata = try? kind.metadata(at: url).dictionary(type: kind.type) {
      differences = opening.model.differences(fromMetadata: metadata, entities: entities)
    }
    return differences
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

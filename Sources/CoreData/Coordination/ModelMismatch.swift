import Foundation

/// Compares the model that a store was made for with the one it is to be opened with.
enum ModelMismatch {
  /// Compares the model that a store carries, if there is a store and it carries one, with the one to open it with, in
  /// all that decides how objects are stored, and then the store's metadata about its entities. Columns alone do not
  /// decide that: another model may have them too.
  ///
  /// - Throws: 134100, naming the entities that differ.
  static func check(_ opening: StoreOpening, of kind: any StoreKind) throws {
    guard let url = opening.url else { return }
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
    guard !differences.isEmpty else { return }
    throw NSError.coreData(
      NSPersistentStoreIncompatibleVersionHashError,
      """
      \(url.lastPathComponent) was made for another model: \(differences.joined(separator: "; ")). \
      This version does not migrate stores.
      """,
      details: [NSFilePathErrorKey: url.path]
    )
  }
}

import Foundation

/// Says how the model that a store was made for differs from the one it is to be opened with.
enum ModelMismatch {
  /// Compares the model that a store carries, if there is a store and it carries one, with the one to open it with, in
  /// all that decides how objects are stored. Columns alone do not tell: another model may have them too.
  ///
  /// - Throws: 134100, naming the entities that differ.
  static func check(_ opening: StoreOpening, of kind: any StoreKind) throws {
    // What cannot be read is for the opening to report.
    guard let url = opening.url, let stored = try? kind.embeddedModel(at: url) else { return }
    let compiled = opening.model.compile()
    let entities = opening.entityIndices.map { compiled.entities[$0] }
    // A store of one configuration carries the whole model.
    let elsewhere = Set(opening.model.entitiesByName.keys).subtracting(entities.compactMap(\.name))
    let differences = opening.model.differences(from: stored, entities: entities, ignoring: elsewhere)
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

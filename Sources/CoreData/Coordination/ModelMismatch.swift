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
      let entities = opening.model.compile().entities.enumerated().filter { opening.entityIndices.contains($0.offset) }
      let differences = opening.model.differences(from: stored, entities: entities.map(\.element))
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
}

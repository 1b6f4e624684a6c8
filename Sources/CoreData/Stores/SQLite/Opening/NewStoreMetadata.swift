import Foundation

/// The metadata of a new store, under Apple's keys.
enum NewStoreMetadata {
  /// The property list of `Z_METADATA`.
  static func list(of opening: StoreOpening) throws -> Data {
    let identifiers = opening.model.versionIdentifiers.compactMap { $0 as? String }.sorted()
    let list: [String: Any] = [
      NSStoreTypeKey: NSSQLiteStoreType,
      NSStoreModelVersionIdentifiersKey: identifiers.isEmpty ? [""] : identifiers,
      NSStoreModelVersionHashesKey: hashes(of: opening),
      "NSStoreModelVersionHashesVersion": 3,
      "NSPersistenceFrameworkVersion": frameworkVersion,
      "_NSAutoVacuumLevel": "2",
    ]
    return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
  }

  /// What `Z_MODELCACHE` holds, so that the store can be opened without its model.
  static func modelCache(of model: NSManagedObjectModel) throws -> Data? {
    try ArchiveModelWriter.modelCache(of: model)
  }

  /// The version hashes of the entities that the store holds, our own.
  private static func hashes(of opening: StoreOpening) -> [String: Data] {
    let compiled = opening.model.compile()
    let held = opening.entityIndices.map { compiled.entities[$0] }
    return [String: NSEntityDescription](named: held).mapValues(\.versionHash)
  }

  /// The version of Apple's framework whose tables ours are.
  private static let frameworkVersion = 1347
}

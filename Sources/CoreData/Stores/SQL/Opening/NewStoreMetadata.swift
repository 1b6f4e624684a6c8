import Foundation

/// The metadata of a new store, under Apple's keys.
enum NewStoreMetadata {
  /// The property list of `Z_METADATA`.
  ///
  /// - Parameter type: the store's.
  static func list(of opening: StoreOpening, type: String) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: values(of: opening, type), format: .binary, options: 0)
  }

  /// The property list after a migration: what the program keeps in it stays, what Apple's Core Data says of the former
  /// model goes.
  ///
  /// Where only values were filled in, a store of Apple's is still of the version that its hashes name, and Apple's
  /// framework finds its model by them alone: they stay.
  static func list(
    of opening: StoreOpening, type: String, migrating metadata: StoreMetadata, by mapping: ModelMapping
  ) throws -> Data {
    let former = try? PropertyListSerialization.propertyList(from: metadata.propertyList, format: nil)
    var list = former as? [String: Any] ?? [:]
    var new = values(of: opening, type)
    if isStillOfItsVersion(opening, metadata, mapping) {
      new = new.filter { !StoreMetadata.namesModel($0.key) || list[$0.key] == nil }
    } else {
      for key in ["NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey"] { list[key] = nil }
    }
    list.merge(new) { _, new in new }
    return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
  }

  /// Whether a store that was not written here has the entities of before, stored as before.
  private static func isStillOfItsVersion(
    _ opening: StoreOpening, _ metadata: StoreMetadata, _ mapping: ModelMapping
  ) -> Bool {
    let written = metadata.dictionary(type: "")[NSStoreModelVersionHashesKey] as? [String: Any] ?? [:]
    let hashes = hashes(of: opening)
    return !metadata.isOwn(of: mapping.source) && Set(written.keys) == Set(hashes.keys)
      && hashes.allSatisfy { mapping.source.entitiesByName[$0.key]?.versionHash == $0.value }
  }

  private static func values(of opening: StoreOpening, _ type: String) -> [String: Any] {
    let identifiers = opening.model.versionIdentifiers.compactMap { $0 as? String }.sorted()
    return [
      NSStoreTypeKey: type,
      NSStoreModelVersionIdentifiersKey: identifiers.isEmpty ? [""] : identifiers,
      NSStoreModelVersionHashesKey: hashes(of: opening),
      "NSStoreModelVersionHashesVersion": 3,
      "NSPersistenceFrameworkVersion": frameworkVersion,
      "_NSAutoVacuumLevel": "2",
    ]
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

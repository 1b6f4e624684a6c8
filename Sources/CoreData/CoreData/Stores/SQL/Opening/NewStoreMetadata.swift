import Foundation

/// The metadata of a new store, with Apple's keys.
package enum NewStoreMetadata {
  /// The property list to store in `Z_METADATA`.
  ///
  /// - Parameter type: the store's type.
  package static func list(of opening: StoreOpening, type: String) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: values(of: opening, type), format: .binary, options: 0)
  }

  /// The property list after a migration. The program's own entries are kept, and entries of Apple's Core Data about
  /// the former model are removed.
  package static func list(of opening: StoreOpening, type: String, migrating metadata: StoreMetadata) throws -> Data {
    var list = metadata.list ?? [:]
    for key in ["NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey"] { list[key] = nil }
    list.merge(values(of: opening, type)) { _, new in new }
    list[StoreMetadata.migrationKey] = UUID().uuidString
    return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
  }

  private static func values(of opening: StoreOpening, _ type: String) -> [String: Any] {
    let identifiers = opening.model.versionIdentifiers.compactMap { $0 as? String }.sorted()
    let values: [String: Any] = [
      NSStoreTypeKey: type,
      NSStoreModelVersionIdentifiersKey: identifiers.isEmpty ? [""] : identifiers,
      "NSStoreModelVersionHashesVersion": 3,
      "NSPersistenceFrameworkVersion": frameworkVersion,
      "_NSAutoVacuumLevel": "2",
    ]
    return values.merging(StoredHashes.metadata(for: opening.entities)) { $1 }
  }

  /// The content of `Z_MODELCACHE`. With it, the store can be opened without a separate model.
  package static func modelCache(of model: NSManagedObjectModel) throws -> Data? {
    try ArchiveModelWriter.modelCache(of: model)
  }

  /// The version of Apple's framework whose table layout this implementation uses.
  private static let frameworkVersion = 1347
}

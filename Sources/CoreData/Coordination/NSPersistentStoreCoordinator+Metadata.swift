import Foundation

/// In a store's metadata: its type.
public let NSStoreTypeKey = "NSStoreType"

/// In a store's metadata: its unique identity, a UUID as text.
public let NSStoreUUIDKey = "NSStoreUUID"

/// In a store's metadata: the version identifiers of the model it was made for.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

extension NSPersistentStoreCoordinator {
  /// The metadata of a store, with changes that are not saved yet.
  ///
  /// - Parameter store: a store of this coordinator.
  /// - Returns: a property list with at least `NSStoreTypeKey` and `NSStoreUUIDKey`.
  /// - Complexity: O(size of the metadata), without a read of the store.
  public func metadata(for store: NSPersistentStore) -> [String: Any] {
    store.currentMetadata.dictionary(type: store.type)
  }

  /// Changes the metadata of a store; it is written with the next save, or, of a read-only store, with the first after
  /// the store may be written.
  ///
  /// - Parameters:
  ///   - metadata: a property list; anything else is a programming error. Keys of Core Data's own that it leaves out
  ///     stay as they were. So do `NSStoreUUIDKey`, the version hashes and what else names the store's model, whatever
  ///     it gives for them. Nil changes nothing.
  ///   - store: a store of this coordinator.
  public func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    guard let metadata else { return }
    store.changeMetadata(to: metadata)
  }

  /// The metadata of the store at an address, read without a model. The store does not change.
  ///
  /// - Parameters:
  ///   - storeType: the store's type.
  ///   - url: where the store is.
  ///   - options: none has a meaning here.
  /// - Returns: a property list with at least `NSStoreTypeKey` and `NSStoreUUIDKey`.
  /// - Complexity: O(size of the metadata): no object is read.
  /// - Throws: 260 (`CocoaError.fileReadNoSuchFile`) when there is no store, as for any in memory; 134080
  ///   (`NSPersistentStoreOpenError`) or 259 (`CocoaError.fileReadCorruptFile`) when it cannot be read; 134090
  ///   (`NSPersistentStoreTimeoutError`) when it is locked for too long; 134000 (`NSPersistentStoreInvalidTypeError`)
  ///   for an unknown type.
  public class func metadataForPersistentStore(
    ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    let kind = try StoreKinds.kind(named: storeType)
    var metadata = try kind.metadata(at: url).dictionary(type: storeType)
    metadata.merge(ownHashes(for: metadata, of: kind, at: url) ?? [:]) { $1 }
    return metadata
  }

  /// The version hashes that a store of Apple's, or of an earlier version of this implementation, would have today, by
  /// the model that it carries: with them `isConfiguration(withName:compatibleWithStoreMetadata:)` knows its version.
  /// Nil where nothing is to be replaced.
  private static func ownHashes(
    for metadata: [String: Any], of kind: any StoreKind, at url: URL
  ) -> [String: Any]? {
    let stored = StoredHashes(metadata)
    guard !stored.isMarked, !stored.byName.isEmpty,
      let entities = (try? kind.embeddedModel(at: url))?.entitiesByName,
      Set(stored.byName.keys).isSubset(of: entities.keys)
    else { return nil }
    return StoredHashes.metadata(for: stored.byName.keys.compactMap { entities[$0] })
  }

  /// The metadata of the store at an address, read without a model. The store does not change.
  ///
  /// - Parameters:
  ///   - storeType: the store's type.
  ///   - storeURL: where the store is.
  ///   - options: none has a meaning here.
  /// - Returns: a property list with at least `NSStoreTypeKey` and `NSStoreUUIDKey`.
  /// - Complexity: as `metadataForPersistentStore(ofType:at:options:)`.
  /// - Throws: as `metadataForPersistentStore(ofType:at:options:)`.
  public class func metadataForPersistentStore(
    type storeType: NSPersistentStore.StoreType, at storeURL: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try metadataForPersistentStore(ofType: storeType.rawValue, at: storeURL, options: options)
  }

  /// Changes the metadata of the store at an address, at once.
  ///
  /// - Parameters:
  ///   - metadata: a property list. Keys of Core Data's own that it leaves out stay as they were. So do
  ///     `NSStoreUUIDKey`, the version hashes and what else names the store's model, whatever it gives for them. Nil
  ///     changes nothing.
  ///   - storeType: the store's type.
  ///   - url: where the store is.
  ///   - options: none has a meaning here.
  /// - Complexity: O(size of the metadata): no object is read or written.
  /// - Throws: 260 (`CocoaError.fileReadNoSuchFile`) when there is no store, as for any in memory; 134080
  ///   (`NSPersistentStoreOpenError`) or 259 (`CocoaError.fileReadCorruptFile`) when it is no store; 134070
  ///   (`NSPersistentStoreOperationError`) when `metadata` is no property list; 513
  ///   (`CocoaError.fileWriteNoPermission`), 134090 (`NSPersistentStoreTimeoutError`) or 134030
  ///   (`NSPersistentStoreSaveError`) when it cannot be written; 134000 (`NSPersistentStoreInvalidTypeError`) for an
  ///   unknown type.
  public class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    guard let metadata else { return }
    let kind = try StoreKinds.kind(named: storeType)
    try kind.setMetadata(kind.metadata(at: url).replaced(by: metadata, type: storeType), at: url)
  }

  /// Changes the metadata of the store at an address, at once.
  ///
  /// - Parameters:
  ///   - metadata: a property list. Keys of Core Data's own that it leaves out stay as they were. So do
  ///     `NSStoreUUIDKey`, the version hashes and what else names the store's model, whatever it gives for them. Nil
  ///     changes nothing.
  ///   - storeType: the store's type.
  ///   - storeURL: where the store is.
  ///   - options: none has a meaning here.
  /// - Complexity: as `setMetadata(_:forPersistentStoreOfType:at:options:)`.
  /// - Throws: as `setMetadata(_:forPersistentStoreOfType:at:options:)`.
  public class func setMetadata(
    _ metadata: [String: Any]?, type storeType: NSPersistentStore.StoreType, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try setMetadata(metadata, forPersistentStoreOfType: storeType.rawValue, at: storeURL, options: options)
  }
}

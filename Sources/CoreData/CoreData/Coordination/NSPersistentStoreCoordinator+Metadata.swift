import Foundation

/// The metadata key of the store's type.
public let NSStoreTypeKey = "NSStoreType"

/// The metadata key of the store's unique identity, a UUID as text.
public let NSStoreUUIDKey = "NSStoreUUID"

/// The metadata key of the version identifiers of the model that the store was created for.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

extension NSPersistentStoreCoordinator {
  /// Returns the metadata of a store, including unsaved changes.
  ///
  /// - Parameter store: a store of this coordinator.
  /// - Returns: a property list with at least `NSStoreTypeKey` and `NSStoreUUIDKey`.
  /// - Complexity: O(size of the metadata). The store is not read.
  public func metadata(for store: NSPersistentStore) -> [String: Any] {
    store.currentMetadata.dictionary(type: store.type)
  }

  /// Changes the metadata of a store. It is written with the next save; for a read-only store, with the first save
  /// after the store became writable.
  ///
  /// - Parameters:
  ///   - metadata: a property list; any other value is a programming error. Keys of Core Data that it omits stay
  ///     unchanged. `NSStoreUUIDKey`, the version hashes and the other keys that identify the store's model always
  ///     stay unchanged. Nil changes nothing.
  ///   - store: a store of this coordinator.
  public func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    guard let metadata else { return }
    store.changeMetadata(to: metadata)
  }

  /// Reads the metadata of the store at an address without a model. The store is not changed.
  ///
  /// - Parameters:
  ///   - storeType: the store's type.
  ///   - url: the address of the store.
  ///   - options: ignored, because no option applies.
  /// - Returns: a property list with at least `NSStoreTypeKey` and `NSStoreUUIDKey`.
  /// - Complexity: O(size of the metadata). No objects are read.
  /// - Throws: 260 (`CocoaError.fileReadNoSuchFile`) if there is no store, which is always so for an in-memory store;
  ///   134080 (`NSPersistentStoreOpenError`) or 259 (`CocoaError.fileReadCorruptFile`) if it cannot be read; 134090
  ///   (`NSPersistentStoreTimeoutError`) if it is locked for too long; 134000 (`NSPersistentStoreInvalidTypeError`)
  ///   for an unknown type.
  public class func metadataForPersistentStore(
    ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    let kind = try StoreKinds.kind(named: storeType)
    var metadata = try kind.metadata(at: url).dictionary(type: storeType)
    metadata.merge(ownHashes(for: metadata, of: kind, at: url) ?? [:]) { $1 }
    return metadata
  }

  /// The version hashes that the current implementation computes from a store's embedded model, for a store of
  /// Apple's framework or of an earlier version of this implementation. They make
  /// `isConfiguration(withName:compatibleWithStoreMetadata:)` recognize the version. Nil if no hashes need to be
  /// replaced.
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

  /// Reads the metadata of the store at an address without a model. The store is not changed.
  ///
  /// - Parameters:
  ///   - storeType: the store's type.
  ///   - storeURL: the address of the store.
  ///   - options: ignored, because no option applies.
  /// - Returns: a property list with at least `NSStoreTypeKey` and `NSStoreUUIDKey`.
  /// - Complexity: the same as `metadataForPersistentStore(ofType:at:options:)`.
  /// - Throws: the same errors as `metadataForPersistentStore(ofType:at:options:)`.
  public class func metadataForPersistentStore(
    type storeType: NSPersistentStore.StoreType, at storeURL: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try metadataForPersistentStore(ofType: storeType.rawValue, at: storeURL, options: options)
  }

  /// Changes the metadata of the store at an address immediately.
  ///
  /// - Parameters:
  ///   - metadata: a property list. Keys of Core Data that it omits stay unchanged. `NSStoreUUIDKey`, the version
  ///     hashes and the other keys that identify the store's model always stay unchanged. Nil changes nothing.
  ///   - storeType: the store's type.
  ///   - url: the address of the store.
  ///   - options: ignored, because no option applies.
  /// - Complexity: O(size of the metadata). No objects are read or written.
  /// - Throws: 260 (`CocoaError.fileReadNoSuchFile`) if there is no store, which is always so for an in-memory store;
  ///   134080 (`NSPersistentStoreOpenError`) or 259 (`CocoaError.fileReadCorruptFile`) if it is not a store; 134070
  ///   (`NSPersistentStoreOperationError`) if `metadata` is not a property list; 513
  ///   (`CocoaError.fileWriteNoPermission`), 134090 (`NSPersistentStoreTimeoutError`) or 134030
  ///   (`NSPersistentStoreSaveError`) if it cannot be written; 134000 (`NSPersistentStoreInvalidTypeError`) for an
  ///   unknown type.
  public class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    guard let metadata else { return }
    let kind = try StoreKinds.kind(named: storeType)
    try kind.setMetadata(kind.metadata(at: url).replaced(by: metadata, type: storeType), at: url)
  }

  /// Changes the metadata of the store at an address immediately.
  ///
  /// - Parameters:
  ///   - metadata: a property list. Keys of Core Data that it omits stay unchanged. `NSStoreUUIDKey`, the version
  ///     hashes and the other keys that identify the store's model always stay unchanged. Nil changes nothing.
  ///   - storeType: the store's type.
  ///   - storeURL: the address of the store.
  ///   - options: ignored, because no option applies.
  /// - Complexity: the same as `setMetadata(_:forPersistentStoreOfType:at:options:)`.
  /// - Throws: the same errors as `setMetadata(_:forPersistentStoreOfType:at:options:)`.
  public class func setMetadata(
    _ metadata: [String: Any]?, type storeType: NSPersistentStore.StoreType, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try setMetadata(metadata, forPersistentStoreOfType: storeType.rawValue, at: storeURL, options: options)
  }
}

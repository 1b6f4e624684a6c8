import Foundation

extension NSPersistentStoreCoordinator {
  /// Removes a store and closes it. Its file stays.
  ///
  /// Objects of the store cannot be filled or saved any more. Reset the contexts that have such objects first.
  ///
  /// - Parameter store: a store of this coordinator.
  /// - Complexity: O(stores and entities). An SQLite store with saves may checkpoint its write-ahead log.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) if the store does not belong to the coordinator.
  public func remove(_ store: NSPersistentStore) throws {
    try performAndWait {
      guard persistentStores.contains(where: { $0 === store }) else {
        throw NSError.coreData(
          NSPersistentStoreOperationError,
          "The store at \(store.url?.addressInMessages ?? "no address") is not one of this coordinator's."
        )
      }
      announceRemoval(of: store)
      state.withLock { state in state.stores.removeAll { $0 === store } }
      store.rows.close()
      post(.NSPersistentStoreCoordinatorStoresDidChange, [NSRemovedPersistentStoresKey: [store]])
    }
  }

  /// Deletes all data of the store at an address permanently. For an SQLite store an empty file remains or is
  /// created, in which a new store can be created. A store in memory or at `/dev/null` is not an error.
  ///
  /// - Parameters:
  ///   - url: the address of the store. The store is removed from this coordinator first.
  ///   - storeType: the store's type.
  ///   - options: ignored, because no option applies.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) if the store is open in another coordinator of this
  ///   process; 134080 (`NSPersistentStoreOpenError`) or 259 (`CocoaError.fileReadCorruptFile`) if the file is not an
  ///   SQLite database, and then stays unchanged; 513 (`CocoaError.fileWriteNoPermission`) if it cannot be written;
  ///   134090 (`NSPersistentStoreTimeoutError`) if another process locks it for too long; 134000
  ///   (`NSPersistentStoreInvalidTypeError`) for an unknown type; an error of the file system.
  public func destroyPersistentStore(at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil) throws {
    try performAndWait {
      let kind = try StoreKinds.kind(named: storeType)
      try removeStore(at: url)
      // A store at the null device has no data to delete.
      if !Self.isNowhere(url) { try kind.destroy(at: url) }
    }
  }

  /// Deletes all data of the store at an address permanently. For an SQLite store an empty file remains or is
  /// created, in which a new store can be created. A store in memory or at `/dev/null` is not an error.
  ///
  /// - Parameters:
  ///   - url: the address of the store. The store is removed from this coordinator first.
  ///   - storeType: the store's type.
  ///   - options: ignored, because no option applies.
  /// - Throws: the same errors as `destroyPersistentStore(at:ofType:options:)`.
  public func destroyPersistentStore(
    at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
  }

  /// Replaces a store by a copy of another one, or creates the copy if there is no store.
  ///
  /// If one of them is on a PostgreSQL server and the other in a file, the copy has a new identity and an empty
  /// history. Otherwise the copy has the source's identity. An older history token then either finds all later saves
  /// or has expired.
  ///
  /// - Parameters:
  ///   - destinationURL: the address of the copy. A store there is removed from this coordinator first.
  ///   - destinationOptions: ignored, because no option applies.
  ///   - sourceURL: the address of the store to copy, which may be in use.
  ///   - sourceOptions: ignored, because no option applies.
  ///   - storeType: the type of both stores. For an address that begins with `postgresql:` it is always
  ///     `NSPostgreSQLStoreType`, and for a file never, regardless of this parameter.
  /// - Complexity: O(size of the source's files), which are copied; O(rows) if one store is on a server.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) if the destination is open in another coordinator of this
  ///   process, or external data cannot be copied; 260 (`CocoaError.fileReadNoSuchFile`) if there is no source, which
  ///   is always so for an in-memory store; 134080 (`NSPersistentStoreOpenError`) or 259
  ///   (`CocoaError.fileReadCorruptFile`) if one of them is not a store; 134000 (`NSPersistentStoreInvalidTypeError`)
  ///   for an unknown type; an error of the file system. The destination is then unchanged. If its files cannot be
  ///   restored, because another program has created files in their places meanwhile, the error is 134070 and names
  ///   the folder that they are in.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
    sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
  ) throws {
    try performAndWait {
      let sourceKind = try StoreKinds.kind(at: sourceURL, named: storeType)
      let destinationKind = try StoreKinds.kind(at: destinationURL, named: storeType)
      try removeStore(at: destinationURL)
      // The null device is not a file that a store could replace.
      if Self.isNowhere(destinationURL) {
        throw NSError.coreData(
          NSPersistentStoreOperationError, "No store can be kept at \(destinationURL.path).",
          details: [NSFilePathErrorKey: destinationURL.path]
        )
      }
      guard sourceKind.type != destinationKind.type else {
        return try sourceKind.replace(at: destinationURL, withStoreAt: sourceURL)
      }
      try StoreReplacement(
        source: sourceURL, sourceKind: sourceKind, destination: destinationURL, destinationKind: destinationKind,
        model: model
      ).run()
    }
  }

  /// Replaces a store by a copy of another one, or creates the copy if there is no store.
  ///
  /// If one of them is on a PostgreSQL server and the other in a file, the copy has a new identity and an empty
  /// history. Otherwise the copy has the source's identity. An older history token then either finds all later saves
  /// or has expired.
  ///
  /// - Parameters:
  ///   - destinationURL: the address of the copy. A store there is removed from this coordinator first.
  ///   - destinationOptions: ignored, because no option applies.
  ///   - sourceURL: the address of the store to copy, which may be in use.
  ///   - sourceOptions: ignored, because no option applies.
  ///   - sourceType: the type of both stores, except for an address on a server.
  /// - Complexity: the same as
  ///   `replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:ofType:)`.
  /// - Throws: the same errors as
  ///   `replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:ofType:)`.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
    sourceOptions: [AnyHashable: Any]? = nil, type sourceType: NSPersistentStore.StoreType
  ) throws {
    try replacePersistentStore(
      at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
      sourceOptions: sourceOptions, ofType: sourceType.rawValue
    )
  }

  /// Removes the store at an address from this coordinator, if it has it, so that the file may be deleted.
  private func removeStore(at url: URL) throws {
    if let store = persistentStore(for: url) { try remove(store) }
  }
}

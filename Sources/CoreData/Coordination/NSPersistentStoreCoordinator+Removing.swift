import Foundation

extension NSPersistentStoreCoordinator {
  /// Removes a store and closes it. Its file stays.
  ///
  /// Objects of the store can no longer be filled or saved: reset the contexts that have some first.
  ///
  /// - Parameter store: a store of this coordinator.
  /// - Complexity: O(stores and entities). An SQLite store that was saved to may fold its log into its file.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) when it is none.
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

  /// Removes everything from the store at an address for good. An SQLite store leaves an empty file, in which a store
  /// can be made again, also where there was none. A store in memory or at `/dev/null` is no error either.
  ///
  /// - Parameters:
  ///   - url: where the store is. It is removed from this coordinator first.
  ///   - storeType: the store's type.
  ///   - options: none has a meaning here.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) when the store is open in another coordinator of
  ///   this process; 134080
  ///   (`NSPersistentStoreOpenError`) or 259 (`CocoaError.fileReadCorruptFile`) when there is something else than an
  ///   SQLite database, which then stays as it is; 513 (`CocoaError.fileWriteNoPermission`) when it may not be written;
  ///   134090 (`NSPersistentStoreTimeoutError`) when another process has it locked for too long; 134000
  ///   (`NSPersistentStoreInvalidTypeError`) for an unknown type; an error of the file system.
  public func destroyPersistentStore(at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil) throws {
    try performAndWait {
      let kind = try StoreKinds.kind(named: storeType)
      try removeStore(at: url)
      // There nothing was kept.
      if !Self.isNowhere(url) { try kind.destroy(at: url) }
    }
  }

  /// Removes everything from the store at an address for good. An SQLite store leaves an empty file, in which a store
  /// can be made again, also where there was none. A store in memory or at `/dev/null` is no error either.
  ///
  /// - Parameters:
  ///   - url: where the store is. It is removed from this coordinator first.
  ///   - storeType: the store's type.
  ///   - options: none has a meaning here.
  /// - Throws: as `destroyPersistentStore(at:ofType:options:)`.
  public func destroyPersistentStore(
    at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
  }

  /// Replaces a store by a copy of another one, or makes the copy where there is no store.
  ///
  /// If one of them is on a PostgreSQL server and the other in a file, the copy has an identity of its own, and a
  /// history that begins empty. Otherwise it has the source's identity: with a history token from before, all that is
  /// saved from then on is found, or the token has expired.
  ///
  /// - Parameters:
  ///   - destinationURL: where the copy goes. A store there is removed from this coordinator first.
  ///   - destinationOptions: none has a meaning here.
  ///   - sourceURL: the store that is copied; it may be in use.
  ///   - sourceOptions: none has a meaning here.
  ///   - storeType: the type of both. With an address that begins with `postgresql:` it is `NSPostgreSQLStoreType`,
  ///     whatever is named here, and with that of a file never.
  /// - Complexity: O(size of the source's files), which are copied, or O(rows) with a server.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) when the destination is open in another coordinator of this
  ///   process, or external data cannot be copied; 260 (`CocoaError.fileReadNoSuchFile`) when there is no source, as
  ///   for any in memory; 134080 (`NSPersistentStoreOpenError`) or 259 (`CocoaError.fileReadCorruptFile`) when one of
  ///   them is something else than a store; 134000 (`NSPersistentStoreInvalidTypeError`) for an unknown type; an error
  ///   of the file system. The destination is then as before. Should files of its own not come back (another program
  ///   put some in their places meanwhile), the error is 134070 and names the folder that they are in.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
    sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
  ) throws {
    try performAndWait {
      let sourceKind = try StoreKinds.kind(at: sourceURL, named: storeType)
      let destinationKind = try StoreKinds.kind(at: destinationURL, named: storeType)
      try removeStore(at: destinationURL)
      // The null device is no file that a store could take the place of.
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

  /// Replaces a store by a copy of another one, or makes the copy where there is no store.
  ///
  /// If one of them is on a PostgreSQL server and the other in a file, the copy has an identity of its own, and a
  /// history that begins empty. Otherwise it has the source's identity: with a history token from before, all that is
  /// saved from then on is found, or the token has expired.
  ///
  /// - Parameters:
  ///   - destinationURL: where the copy goes. A store there is removed from this coordinator first.
  ///   - destinationOptions: none has a meaning here.
  ///   - sourceURL: the store that is copied; it may be in use.
  ///   - sourceOptions: none has a meaning here.
  ///   - sourceType: the type of both, but for an address on a server.
  /// - Complexity: as `replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:ofType:)`.
  /// - Throws: as `replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:ofType:)`.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
    sourceOptions: [AnyHashable: Any]? = nil, type sourceType: NSPersistentStore.StoreType
  ) throws {
    try replacePersistentStore(
      at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
      sourceOptions: sourceOptions, ofType: sourceType.rawValue
    )
  }

  /// Closes the store at an address, if this coordinator has it: its file may go then.
  private func removeStore(at url: URL) throws {
    if let store = persistentStore(for: url) { try remove(store) }
  }
}

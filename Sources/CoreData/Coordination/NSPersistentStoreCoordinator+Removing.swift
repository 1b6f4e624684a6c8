import Foundation

extension NSPersistentStoreCoordinator {
  /// Removes a store and closes it. Its file stays.
  ///
  /// Objects of the store can no longer be filled or saved: reset the contexts that have some first.
  ///
  /// - Parameter store: a store of this coordinator.
  /// - Complexity: O(stores and entities). An SQLite store folds its log into its file as it is closed.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) when it is none.
  public func remove(_ store: NSPersistentStore) throws {
    try performAndWait {
      guard persistentStores.contains(where: { $0 === store }) else {
        throw NSError.coreData(
          NSPersistentStoreOperationError,
          "The store at \(store.url?.path ?? "no address") is not one of this coordinator's."
        )
      }
      post(.NSPersistentStoreCoordinatorWillRemoveStore, [NSRemovedPersistentStoresKey: [store]])
      state.withLock { state in state.stores.removeAll { $0 === store } }
      store.rows.close()
      post(.NSPersistentStoreCoordinatorStoresDidChange, [NSRemovedPersistentStoresKey: [store]])
    }
  }

  /// Takes everything out of the store at an address for good. An SQLite store leaves an empty file, in which a store
  /// can be made again. No store there is no error, and neither is a store in memory, an SQLite store at `/dev/null`
  /// too.
  ///
  /// - Parameters:
  ///   - url: where the store is. It must not be open in this coordinator.
  ///   - storeType: the store's type.
  ///   - options: none has a meaning here.
  /// - Throws: 134070 when the store is open; 134080 or 259 when there is something else than an SQLite database, which
  ///   then stays as it is; an error of the file system.
  public func destroyPersistentStore(at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil) throws {
    try performAndWait {
      try checkNotOpen(url)
      let kind = try StoreKinds.kind(named: storeType)
      // There nothing was kept.
      if !Self.isNowhere(url) { try kind.destroy(at: url) }
    }
  }

  /// Takes everything out of the store at an address for good. An SQLite store leaves an empty file, in which a store
  /// can be made again. No store there is no error, and neither is a store in memory, an SQLite store at `/dev/null`
  /// too.
  ///
  /// - Parameters:
  ///   - url: where the store is. It must not be open in this coordinator.
  ///   - storeType: the store's type.
  ///   - options: none has a meaning here.
  /// - Throws: 134070 when the store is open; 134080 or 259 when there is something else than an SQLite database, which
  ///   then stays as it is; an error of the file system.
  public func destroyPersistentStore(
    at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
  }

  /// Puts a copy of one store in the place of another, or of none.
  ///
  /// - Parameters:
  ///   - destinationURL: where the copy goes. The store there must not be open in this coordinator.
  ///   - destinationOptions: none has a meaning here.
  ///   - sourceURL: the store that is copied; it may be in use.
  ///   - sourceOptions: none has a meaning here.
  ///   - storeType: the type of both.
  /// - Throws: 134070 when the destination is open; 260 when there is no source; 134080 or 259 when one of them is
  ///   something else than a store; an error of the file system. The destination is then as before. Should files of its
  ///   own not come back (another program put some in their places meanwhile), the error is 134070 and says where they
  ///   are.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
    sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
  ) throws {
    try performAndWait {
      try checkNotOpen(destinationURL)
      try StoreKinds.kind(named: storeType).replace(at: destinationURL, withStoreAt: sourceURL)
    }
  }

  /// Puts a copy of one store in the place of another, or of none.
  ///
  /// - Parameters:
  ///   - destinationURL: where the copy goes. The store there must not be open in this coordinator.
  ///   - destinationOptions: none has a meaning here.
  ///   - sourceURL: the store that is copied; it may be in use.
  ///   - sourceOptions: none has a meaning here.
  ///   - sourceType: the type of both.
  /// - Throws: 134070 when the destination is open; 260 when there is no source; 134080 or 259 when one of them is
  ///   something else than a store; an error of the file system. The destination is then as before. Should files of its
  ///   own not come back (another program put some in their places meanwhile), the error is 134070 and says where they
  ///   are.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
    sourceOptions: [AnyHashable: Any]? = nil, type sourceType: NSPersistentStore.StoreType
  ) throws {
    try replacePersistentStore(
      at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
      sourceOptions: sourceOptions, ofType: sourceType.rawValue
    )
  }

  private func checkNotOpen(_ url: URL) throws {
    guard persistentStore(for: url) == nil else {
      throw NSError.coreData(
        NSPersistentStoreOperationError, "The store at \(url.path) is open: remove it from its coordinator first."
      )
    }
  }
}

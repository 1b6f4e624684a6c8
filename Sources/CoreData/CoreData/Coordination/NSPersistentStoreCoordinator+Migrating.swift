import Foundation

extension NSPersistentStoreCoordinator {
  /// Copies a store to another address, with the same or another type, and replaces it by the copy in the
  /// coordinator. The former store is closed; its file stays.
  ///
  /// Objects of the former store cannot be filled or saved any more. Reset the contexts that have such objects first.
  ///
  /// - Parameters:
  ///   - store: a store of this coordinator.
  ///   - URL: the address of the copy. There must be no store.
  ///   - options: the options of the copy, as for adding a store. The former store's options are not used.
  ///   - storeType: the copy's type.
  /// - Returns: the copy. Its objects have the same primary keys. A copy from file to file also has the same
  ///   identity.
  /// - Complexity: O(size of the store). A copy to or from memory has the whole store in memory meanwhile.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) if the store does not belong to this coordinator, or
  ///   another store is at the address; the errors of `addPersistentStore(ofType:configurationName:at:options:)`; an
  ///   error of the file system. The coordinator is then unchanged, and there is no copy at the address.
  @discardableResult
  public func migratePersistentStore(
    _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
  ) throws -> NSPersistentStore {
    try migratePersistentStore(store, to: URL, options: options, withType: storeType) { _, _ in }
  }

  /// Migrates a store as the public method does, and reports the progress.
  ///
  /// - Parameter progress: called repeatedly with the number of copied rows and the number of all rows. Not called if
  ///   a file is copied as a whole.
  @discardableResult
  package func migratePersistentStore(
    _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String,
    progress: @escaping (_ copied: Int, _ total: Int) -> Void
  ) throws -> NSPersistentStore {
    try performAndWait {
      guard persistentStores.contains(where: { $0 === store }) else {
        let place = store.url?.addressInMessages ?? "no address"
        throw operationError("The store at \(place) is not one of this coordinator's.")
      }
      let kind: any StoreKind = Self.isNowhere(URL) ? InMemoryStoreKind() : try StoreKinds.kind(named: storeType)
      if (try? kind.metadata(at: URL)) != nil { throw occupied(URL) }
      let settings = try StoreOptions(options)
      let opening = StoreOpening(
        url: URL, model: model, entityIndices: store.entityIndices, isReadOnly: settings.isReadOnly,
        tracksHistory: settings.tracksHistory, pragmas: settings.pragmas, memory: settings.memory,
        timeout: settings.timeout
      )
      let opened = try copy(store, kind, opening, progress)
      let facts = StoreFacts(
        type: storeType, url: URL, configurationName: store.configurationName, entityIndices: store.entityIndices,
        options: options
      )
      let new = NSPersistentStore(opened, facts: facts, coordinator: self)
      announceRemoval(of: store)
      state.withLock { state in state.stores = state.stores.map { $0 === store ? new : $0 } }
      store.rows.close()
      watchStoresIfWanted()
      post(
        .NSPersistentStoreCoordinatorStoresDidChange,
        [NSAddedPersistentStoresKey: [new], NSRemovedPersistentStoresKey: [store]])
      return new
    }
  }

  /// Copies a store to another address, with the same or another type, and replaces it by the copy in the
  /// coordinator. The former store is closed; its file stays.
  ///
  /// - Parameters:
  ///   - store: a store of this coordinator.
  ///   - storeURL: the address of the copy. There must be no store.
  ///   - options: the copy's options.
  ///   - storeType: the copy's type.
  /// - Returns: the copy.
  /// - Complexity: the same as `migratePersistentStore(_:to:options:withType:)`.
  /// - Throws: the same errors as `migratePersistentStore(_:to:options:withType:)`.
  @discardableResult
  public func migratePersistentStore(
    _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore {
    try migratePersistentStore(store, to: storeURL, options: options, withType: storeType.rawValue)
  }

  private func copy(
    _ store: NSPersistentStore, _ kind: any StoreKind, _ opening: StoreOpening,
    _ progress: @escaping StoreTransfer.Progress
  ) throws -> OpenedStore {
    let own = store.metadata.filter { !StoreMetadata.isOwn($0.key) }
    guard let url = opening.url, kind.type != NSInMemoryStoreType else {
      return try kind.make(opening, holding: store.rows, own, progress: progress)
    }
    try kind.putStore(at: url, timeout: opening.timeout) { place in
      // From now on no other process can create a store there on a server, so the check is repeated.
      if (try? kind.metadata(at: url)) != nil { throw occupied(url) }
      var made = opening
      made.url = place
      made.isReadOnly = false
      guard kind.type == NSSQLiteStoreType, store.type == kind.type, let former = store.url, !Self.isNowhere(former)
      else {
        return try kind.make(made, holding: store.rows, own, progress: progress).rows.close()
      }
      try kind.replace(at: place, withStoreAt: former)
      guard store.hasUnsavedMetadata else { return }
      let copied = try kind.open(made)
      defer { copied.rows.close() }
      var changes = StoreChanges()
      changes.metadata = try copied.metadata.replaced(by: own, type: kind.type).propertyList
      _ = try copied.rows.save(changes)
    }
    return try openCopy(opening, kind, at: url)
  }

  private func openCopy(_ opening: StoreOpening, _ kind: any StoreKind, at url: URL) throws -> OpenedStore {
    do {
      return try kind.open(opening)
    } catch {
      // The copy was created here, and the former store still has all its data.
      try? kind.destroy(at: url)
      throw error
    }
  }

  private func occupied(_ url: URL) -> NSError {
    operationError("There is a store at \(url.addressInMessages) already: destroy it first, or choose another place.")
  }

  private func operationError(_ description: String) -> NSError {
    .coreData(NSPersistentStoreOperationError, description)
  }
}

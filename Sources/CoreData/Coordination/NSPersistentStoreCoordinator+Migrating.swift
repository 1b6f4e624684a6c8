import Foundation

extension NSPersistentStoreCoordinator {
  /// Copies a store to another place, of the same or another type, and has the copy take its place in the coordinator.
  /// The former store is closed; its file stays.
  ///
  /// Objects of the former store can no longer be filled or saved: reset the contexts that have some first.
  ///
  /// - Parameters:
  ///   - store: a store of this coordinator.
  ///   - URL: where the copy goes. There must be no store.
  ///   - options: the copy's options, as for a store that is added; those of the former store do not count.
  ///   - storeType: the copy's type.
  /// - Returns: the copy. Its objects have the primary keys of before, and from file to file the store's identity.
  /// - Complexity: O(size of the store); to or from memory all of it is in memory meanwhile.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) when the store is none of this coordinator's, or a store is at
  ///   the place; what `addPersistentStore(ofType:configurationName:at:options:)` throws; an error of the file system.
  ///   The coordinator is then as before, and nothing is at the place.
  @discardableResult
  public func migratePersistentStore(
    _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
  ) throws -> NSPersistentStore {
    try performAndWait {
      guard persistentStores.contains(where: { $0 === store }) else {
        throw operationError(
          "The store at \(store.url?.addressInMessages ?? "no address") is not one of this coordinator's.")
      }
      let kind: any StoreKind = Self.isNowhere(URL) ? InMemoryStoreKind() : try StoreKinds.kind(named: storeType)
      if (try? kind.metadata(at: URL)) != nil {
        throw operationError(
          "There is a store at \(URL.addressInMessages) already: destroy it first, or choose another place.")
      }
      let settings = try StoreOptions(options)
      let opening = StoreOpening(
        url: URL, model: model, entityIndices: store.entityIndices, isReadOnly: settings.isReadOnly,
        tracksHistory: settings.tracksHistory, pragmas: settings.pragmas, memory: settings.memory,
        timeout: settings.timeout
      )
      let opened = try copy(store, kind, opening)
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

  /// Copies a store to another place, of the same or another type, and has the copy take its place in the coordinator.
  /// The former store is closed; its file stays.
  ///
  /// - Parameters:
  ///   - store: a store of this coordinator.
  ///   - storeURL: where the copy goes. There must be no store.
  ///   - options: the copy's options.
  ///   - storeType: the copy's type.
  /// - Returns: the copy.
  /// - Complexity: as `migratePersistentStore(_:to:options:withType:)`.
  /// - Throws: as `migratePersistentStore(_:to:options:withType:)`.
  @discardableResult
  public func migratePersistentStore(
    _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore {
    try migratePersistentStore(store, to: storeURL, options: options, withType: storeType.rawValue)
  }

  private func copy(_ store: NSPersistentStore, _ kind: any StoreKind, _ opening: StoreOpening) throws -> OpenedStore {
    let own = store.metadata.filter { !StoreMetadata.isOwn($0.key) }
    guard let url = opening.url, kind.type == NSSQLiteStoreType else { return try fill(opening, kind, store, own) }
    let folder = url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    var made = opening
    made.url = folder.appendingPathComponent(url.lastPathComponent)
    made.isReadOnly = false
    if store.type == NSSQLiteStoreType, let former = store.url, !Self.isNowhere(former) {
      try kind.replace(at: folder.appendingPathComponent(url.lastPathComponent), withStoreAt: former)
      if store.hasUnsavedMetadata {
        let copied = try kind.open(made)
        var changes = StoreChanges()
        changes.metadata = try copied.metadata.replaced(by: own, type: kind.type).propertyList
        _ = try copied.rows.save(changes)
        copied.rows.close()
      }
    } else {
      try fill(made, kind, store, own).rows.close()
    }
    try kind.replace(at: url, withStoreAt: folder.appendingPathComponent(url.lastPathComponent))
    do {
      return try kind.open(opening)
    } catch {
      // It was not there before, and holds nothing that the former store does not.
      try? kind.destroy(at: url)
      throw error
    }
  }

  /// Makes a store that holds what another does, row by row.
  private func fill(
    _ opening: StoreOpening, _ kind: any StoreKind, _ store: NSPersistentStore, _ own: [String: Any]
  ) throws -> OpenedStore {
    let opened = try kind.open(opening)
    do {
      let metadata = own.isEmpty ? opened.metadata : try opened.metadata.replaced(by: own, type: kind.type)
      try StoreTransfer(source: store.rows, destination: opened.rows, entities: store.entityIndices)
        .run(metadata: own.isEmpty ? nil : metadata.propertyList)
      return OpenedStore(rows: opened.rows, metadata: metadata)
    } catch {
      opened.rows.close()
      // It was not there before.
      if let url = opening.url { try? kind.destroy(at: url) }
      throw error
    }
  }

  private func operationError(_ description: String) -> NSError {
    .coreData(NSPersistentStoreOperationError, description)
  }
}

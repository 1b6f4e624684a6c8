import Foundation

extension NSPersistentStoreCoordinator {
  /// The store at an address.
  ///
  /// - Parameter URL: the address.
  /// - Returns: the store, or nil when none of the coordinator's is there.
  /// - Complexity: O(stores).
  public func persistentStore(for URL: URL) -> NSPersistentStore? {
    let wanted = URL.standardized
    return persistentStores.first { $0.url?.standardized == wanted }
  }

  /// The address of a store.
  ///
  /// - Parameter store: a store.
  /// - Returns: where the store is; `/dev/null` for a store in memory that was given no address.
  public func url(for store: NSPersistentStore) -> URL {
    store.url ?? URL(fileURLWithPath: "/dev/null")
  }

  /// Changes the address of a store.
  ///
  /// - Parameters:
  ///   - url: the new address.
  ///   - store: a store of this coordinator.
  /// - Returns: whether the store is at that address now. An SQLite store does not move while it is open: remove it,
  ///   and add it where it is.
  public func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
    store.setURL(url)
  }

  /// The ID that a URI names.
  ///
  /// - Parameter url: a URI that `NSManagedObjectID.uriRepresentation()` gave for a saved object.
  /// - Returns: the ID, or nil when the URI is none, its store is not one of the coordinator's, or the store does not
  ///   hold its entity. Whether the object still exists is not looked up.
  /// - Complexity: O(stores). Where the entity has subentities, the row is read for its own entity.
  public func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
    guard let parts = ObjectURI(url), let store = store(identifiedBy: parts.storeIdentifier),
      let entity = model.layout.entitiesByName[parts.entityName], store.entityIndices.contains(entity.index)
    else { return nil }
    let key = RowKey(entity: entity.index, primaryKey: parts.primaryKey)
    // The URI may name a superentity of the row's own.
    let ownKey = entity.subtree.count > 1 ? (try? store.rows.row(for: key))??.key : nil
    return store.objectID(for: ownKey ?? key)
  }
}

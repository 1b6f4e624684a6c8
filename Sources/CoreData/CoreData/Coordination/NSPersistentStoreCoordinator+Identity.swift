import Foundation

extension NSPersistentStoreCoordinator {
  /// Returns the store at an address.
  ///
  /// - Parameter URL: the address.
  /// - Returns: the store; nil if no store of the coordinator is at the address.
  /// - Complexity: O(stores).
  public func persistentStore(for URL: URL) -> NSPersistentStore? {
    let wanted = URL.standardized
    return persistentStores.first { $0.url?.standardized == wanted }
  }

  /// Returns the address of a store.
  ///
  /// - Parameter store: a store.
  /// - Returns: the address; `/dev/null` for an in-memory store without an address.
  public func url(for store: NSPersistentStore) -> URL {
    store.url ?? URL(fileURLWithPath: "/dev/null")
  }

  /// Sets the address of a store.
  ///
  /// - Parameters:
  ///   - url: the new address.
  ///   - store: a store of this coordinator.
  /// - Returns: whether the store is now at that address. An open SQLite store cannot be moved: remove it, move its
  ///   files, and add it at the new address.
  public func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
    store.setURL(url)
  }

  /// Returns the ID for a URI.
  ///
  /// - Parameter url: a URI that `NSManagedObjectID.uriRepresentation()` returned for a saved object.
  /// - Returns: the ID; nil if the URI is not an object's URI, its store does not belong to the coordinator, or the
  ///   store does not hold its entity. The existence of the object is not checked.
  /// - Complexity: O(stores). If the entity has subentities, the row is read to find the object's own entity.
  public func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
    guard let parts = ObjectURI(url), let store = store(identifiedBy: parts.storeIdentifier),
      let entity = model.layout.entitiesByName[parts.entityName], store.entityIndices.contains(entity.index)
    else { return nil }
    let key = RowKey(entity: entity.index, primaryKey: parts.primaryKey)
    // The URI may name an ancestor of the row's own entity.
    let ownKey = entity.subtree.count > 1 ? (try? store.rows.row(for: key))??.key : nil
    return store.objectID(for: ownKey ?? key)
  }
}

import Foundation

extension NSPersistentStoreRequest {
  /// The stores that the request is sent to; nil for all stores of the coordinator.
  public var affectedStores: [NSPersistentStore]? {
    get { stores?.compactMap { $0 as? NSPersistentStore } }
    set { stores = newValue }
  }
}

extension NSPersistentStore {
  /// Whether a request for the given stores is sent to this store. Nil means all stores.
  package func isAmong(_ affectedStores: [NSPersistentStore]?) -> Bool {
    affectedStores?.contains { $0 === self } ?? true
  }

  /// Returns the predicate of a request for this store. It is always false if the request is not sent to this store.
  package func predicate(_ predicate: NSPredicate?, of affectedStores: [NSPersistentStore]?) -> NSPredicate? {
    isAmong(affectedStores) ? predicate : NSPredicate(value: false)
  }
}

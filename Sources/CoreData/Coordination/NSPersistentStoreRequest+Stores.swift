import Foundation

extension NSPersistentStoreRequest {
  /// The stores that the request is sent to; nil for all stores of the coordinator.
  public var affectedStores: [NSPersistentStore]? {
    get { stores?.compactMap { $0 as? NSPersistentStore } }
    set { stores = newValue }
  }
}

extension NSPersistentStore {
  /// Whether a request for some stores is sent to this one; nil stands for all.
  package func isAmong(_ affectedStores: [NSPersistentStore]?) -> Bool {
    affectedStores?.contains { $0 === self } ?? true
  }

  /// The predicate of a request in this store; one that is always false if the request is not sent to the store.
  package func predicate(_ predicate: NSPredicate?, of affectedStores: [NSPersistentStore]?) -> NSPredicate? {
    isAmong(affectedStores) ? predicate : NSPredicate(value: false)
  }
}

/// The part that the IDs of one entity's objects share, so that an ID costs one allocation.
// Unchecked: the entity is not changed any more once there are objects of it; a weak reference only ever becomes nil.
final class ObjectIDOrigin: @unchecked Sendable {
  let entity: NSEntityDescription
  private(set) weak var store: NSPersistentStore?
  /// Part of an ID's identity: two stores of one coordinator can hold the same key.
  let storeIdentifier: String?

  /// - Parameter store: where the objects are saved; nil for objects that are not.
  init(entity: NSEntityDescription, store: NSPersistentStore?) {
    self.entity = entity
    self.store = store
    storeIdentifier = store?.identifier
  }
}

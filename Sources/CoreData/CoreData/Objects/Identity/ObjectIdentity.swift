/// The identity of an object: its entity, its key, its ID and its identity map.
struct ObjectIdentity {
  /// The identity map of the object's context; nil if the object was never in a context.
  private(set) var registry: ObjectRegistry?
  /// The primary key; `RowKey.noPrimaryKey` if the object has none, because it was never in a context.
  private(set) var primaryKey = RowKey.noPrimaryKey
  /// The ID, created on request; nil after the key has changed.
  private(set) var id: NSManagedObjectID?
  // The last property, so that the object's life cycle fills the rest of the machine word.
  private(set) var entityIndex: Int32

  init(_ entity: NSEntityDescription) { entityIndex = entity.layoutIndex }

  var key: RowKey { RowKey(entity: Int(entityIndex), primaryKey: primaryKey) }

  /// Sets the identity map of the object's context.
  mutating func join(_ registry: ObjectRegistry) { self.registry = registry }

  /// Sets the identity map and the key of a new fault.
  mutating func join(_ registry: ObjectRegistry, as primaryKey: Int64) {
    self.registry = registry
    self.primaryKey = primaryKey
  }

  /// Sets the entity to the one that the context's model has under the same name.
  mutating func become(entity: Int) { entityIndex = Int32(entity) }

  /// Gives a temporary key to an object without a key.
  mutating func requireKey() {
    if primaryKey == RowKey.noPrimaryKey { primaryKey = TemporaryKeys.next() }
  }

  /// Replaces the key, and drops the ID, which belongs to the old key.
  mutating func replaceKey(by primaryKey: Int64) {
    self.primaryKey = primaryKey
    id = nil
  }

  mutating func keep(_ id: NSManagedObjectID) { self.id = id }

  /// Drops the ID, which is created again on request.
  mutating func forgetID() { id = nil }
}

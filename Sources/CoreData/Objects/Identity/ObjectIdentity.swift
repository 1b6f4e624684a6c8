/// The identity of an object: its entity, its key and its ID, and the identity map that has it.
struct ObjectIdentity {
  /// Nil while the object was never in a context.
  private(set) var registry: ObjectRegistry?
  /// 0 while the object has none: it was never in a context.
  private(set) var primaryKey = RowKey.noPrimaryKey
  /// Nil until the ID is asked for, and after the key has changed.
  private(set) var id: NSManagedObjectID?
  // The last one: the object's life cycle fills the rest of the word.
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

  /// Gives an object without a key a temporary one.
  mutating func requireKey() {
    if primaryKey == RowKey.noPrimaryKey { primaryKey = TemporaryKeys.next() }
  }

  /// Replaces the key, and drops the ID of the former one.
  mutating func replaceKey(by primaryKey: Int64) {
    self.primaryKey = primaryKey
    id = nil
  }

  mutating func keep(_ id: NSManagedObjectID) { self.id = id }

  /// Drops the ID, which is made again when it is asked for.
  mutating func forgetID() { id = nil }
}

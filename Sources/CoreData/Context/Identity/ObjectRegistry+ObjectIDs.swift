extension ObjectRegistry {
  /// A new ID for a key. Complexity: O(1).
  func makeID(for key: RowKey) -> NSManagedObjectID {
    let entity = Int(key.entity)
    if !key.isTemporary, let store = coordinator?.store(holding: entity) { return store.objectID(for: key) }
    return NSManagedObjectID(key: key, origin: kind(entity).unsavedOrigin)
  }
}

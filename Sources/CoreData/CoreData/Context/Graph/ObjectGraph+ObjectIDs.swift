import Foundation

/// The IDs of keys, and the entities of classes.
extension ObjectGraph {
  func objectID(for key: RowKey) -> NSManagedObjectID {
    registry.object(for: key)?.makeID() ?? newID(for: key)
  }

  /// Creates an ID for a key. It may be equal to the ID that the key's object already has.
  ///
  /// - Complexity: O(1). The part that the IDs of an entity share is looked up once per event.
  func newID(for key: RowKey) -> NSManagedObjectID {
    let entity = Int(key.entity)
    guard !key.isTemporary, let origin = savedOrigin(of: entity) else { return registry.makeID(for: key) }
    return NSManagedObjectID(key: key, origin: origin)
  }

  private func savedOrigin(of entity: Int) -> ObjectIDOrigin? {
    if let origin = readScope.origin(of: entity) { return origin }
    guard let origin = store(holding: entity)?.origin(of: entity) else { return nil }
    readScope.note(origin, of: entity, among: model.entities.count)
    return origin
  }

  /// Whether an ID is temporary, or belongs to the store that holds its entity in this coordinator.
  func isOfKnownStore(_ id: NSManagedObjectID) -> Bool {
    id.storeIdentifier.map { $0 == registry.coordinator?.store(holding: Int(id.key.entity))?.identifier } ?? true
  }

  func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription {
    guard let model = registry.coordinator?.model else {
      fatalError("\(objectClass)(context:): the context has no coordinator.")
    }
    guard let entity = KnownModels.entity(of: objectClass, in: model) else {
      fatalError(
        "\(objectClass)(context:): the model has no entity for the class. "
          + "Set an entity's managedObjectClassName to \"\(String(reflecting: objectClass))\"."
      )
    }
    return entity
  }
}

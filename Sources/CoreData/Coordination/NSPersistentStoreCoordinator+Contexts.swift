import Foundation

/// What contexts ask of their coordinator.
extension NSPersistentStoreCoordinator {
  /// Remembers a context, weakly, so that saves of others can be merged into it.
  func register(_ context: NSManagedObjectContext) {
    state.withLock { state in
      state.contexts.removeAll { $0.context == nil }
      state.contexts.append(WeakContext(context: context))
    }
  }

  /// The living contexts of the coordinator, in the order in which they were registered.
  var registeredContexts: [NSManagedObjectContext] {
    state.withLock { $0.contexts.compactMap(\.context) }
  }

  /// The stores that hold objects of an entity.
  ///
  /// - Parameters:
  ///   - entity: the index of the entity in the model's layout.
  ///   - affected: the stores to choose from, as a request names them; nil for all.
  /// - Returns: the stores in the order in which they were added.
  func stores(holding entity: Int, among affected: [NSPersistentStore]? = nil) -> [NSPersistentStore] {
    persistentStores.filter { store in
      store.entityIndices.contains(entity) && affected?.contains { $0 === store } ?? true
    }
  }

  /// The store that new objects of an entity go to unless they were assigned to one: the first that holds the entity
  /// and can be written to, else the first that holds it.
  func storeForNewObjects(of entity: Int) -> NSPersistentStore? {
    let stores = stores(holding: entity)
    return stores.first { !$0.isReadOnly } ?? stores.first
  }

  /// The store with an identity, which is the first part of the URIs of its objects.
  func store(identifiedBy identifier: String) -> NSPersistentStore? {
    persistentStores.first { $0.identifier == identifier }
  }
}

extension NSPersistentStore {
  /// The ID of a row of this store.
  func objectID(for key: RowKey) -> NSManagedObjectID {
    guard let entities = persistentStoreCoordinator?.model.compile().entities else {
      fatalError("The coordinator of the store is gone: keep it as long as its objects.")
    }
    return NSManagedObjectID(key: key, entity: entities[Int(key.entity)], store: self)
  }
}

import Foundation

/// The interface of a coordinator for its contexts.
extension NSPersistentStoreCoordinator {
  /// Remembers a context, weakly, so that saves of other contexts can be merged into it.
  func register(_ context: NSManagedObjectContext) {
    state.withLock { state in
      state.contexts.removeAll { $0.isEmpty }
      state.contexts.append(context.handle)
    }
  }

  /// The living contexts of the coordinator, in the order in which they were registered.
  var registeredContexts: [NSManagedObjectContext] {
    state.withLock { $0.contexts.compactMap(\.context) }
  }

  /// The store that holds the objects of an entity, new ones too. There is one at most: a coordinator adds no store
  /// whose entities another holds, so that a row's key names it among all rows of the coordinator.
  ///
  /// - Parameter entity: the index of the entity in the model's layout.
  func store(holding entity: Int) -> NSPersistentStore? {
    state.withLock { $0.holders[entity] }
  }

  /// The store with an identity, which is the first part of the URIs of its objects.
  func store(identifiedBy identifier: String) -> NSPersistentStore? {
    persistentStores.first { $0.identifier == identifier }
  }
}

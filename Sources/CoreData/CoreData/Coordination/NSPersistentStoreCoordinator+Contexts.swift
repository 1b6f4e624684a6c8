import Foundation

/// The interface of a coordinator for its contexts.
extension NSPersistentStoreCoordinator {
  /// Remembers a context with a weak reference, so that saves of other contexts can be merged into it.
  func register(_ context: NSManagedObjectContext) {
    state.withLock { state in
      state.contexts.removeAll { $0.isEmpty }
      state.contexts.append(context.handle)
    }
  }

  /// The contexts of the coordinator that are alive, in the order of registration.
  var registeredContexts: [NSManagedObjectContext] {
    state.withLock { $0.contexts.compactMap(\.context) }
  }

  /// The store that holds the objects of an entity, including new ones. There is at most one, because a coordinator
  /// refuses a second store for the same entities. So a row's key is unique among all rows of the coordinator.
  ///
  /// - Parameter entity: the index of the entity in the model's layout.
  func store(holding entity: Int) -> NSPersistentStore? {
    state.withLock { $0.holders[entity] }
  }

  /// The store with an identity. The identity is the first part of its objects' URIs.
  func store(identifiedBy identifier: String) -> NSPersistentStore? {
    persistentStores.first { $0.identifier == identifier }
  }
}

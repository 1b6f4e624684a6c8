import Foundation

/// Follows what others write to a coordinator's stores.
protocol StoreWatching: AnyObject, Sendable {
  /// Begins to follow the stores that are not followed yet. What others wrote before is known to nobody's contexts yet.
  func followStores()

  /// Notes a save of the coordinator's own, with the rows that it wrote.
  func noteSave(of rows: [RowVersion], to stores: [NSPersistentStore])
}

extension NSPersistentStoreCoordinator {
  /// Has what others write to the stores noticed from now on.
  ///
  /// - Complexity: a few microseconds for each store that is not followed yet.
  func watchStores() {
    let watch = state.withLock { state in
      let watch = state.watch ?? RemoteChangeWatch(self)
      state.watch = watch
      return watch
    }
    watch.followStores()
  }

  /// The same where a store's options or a context ask for it.
  func watchStoresIfWanted() {
    let isWanted =
      state.withLock { $0.watch != nil } || persistentStores.contains(where: \.postsRemoteChanges)
      || registeredContexts.contains(where: \.automaticallyMergesChangesFromParent)
    if isWanted { watchStores() }
  }

  /// Whether anything follows the stores.
  var isWatching: Bool { state.withLock { $0.watch != nil } }

  /// Has what follows the stores, if anything does, know of a save.
  func noteSave(of rows: @autoclosure () -> [RowVersion], to stores: @autoclosure () -> [NSPersistentStore]) {
    if let watch = state.withLock({ $0.watch }) { watch.noteSave(of: rows(), to: stores()) }
  }
}

extension NSPersistentStore {
  /// Whether the coordinator posts a notification of each write to the store.
  var postsRemoteChanges: Bool { (try? StoreOptions(options))?.postsRemoteChanges ?? false }
}

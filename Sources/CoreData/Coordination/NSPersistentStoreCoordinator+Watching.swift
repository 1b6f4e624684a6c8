import Foundation

/// Follows the writes of other processes and coordinators to a coordinator's stores.
protocol StoreWatching: AnyObject, Sendable {
  /// Begins to follow the stores that are not followed yet. External writes from before are not reported.
  func followStores()

  /// Notes a save of the coordinator's own, with the rows that it wrote.
  func noteSave(of rows: [RowVersion], to stores: [NSPersistentStore])
}

extension NSPersistentStoreCoordinator {
  /// Watches the stores for writes of other processes and coordinators from now on.
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

  /// Records a save with the watcher of the stores, if there is one.
  func noteSave(of rows: @autoclosure () -> [RowVersion], to stores: @autoclosure () -> [NSPersistentStore]) {
    if let watch = state.withLock({ $0.watch }) { watch.noteSave(of: rows(), to: stores()) }
  }
}

extension NSPersistentStore {
  /// Whether the coordinator posts a notification of each write to the store.
  var postsRemoteChanges: Bool { (try? StoreOptions(options))?.postsRemoteChanges ?? false }
}

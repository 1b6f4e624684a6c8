import Foundation

/// Follows the writes of other processes and coordinators to a coordinator's stores.
protocol StoreWatching: AnyObject, Sendable {
  /// Starts to follow the stores that are not followed yet. Earlier external writes are not reported.
  func followStores()

  /// Records a save by the coordinator itself, with the written rows.
  func noteSave(of rows: [RowVersion], to stores: [NSPersistentStore])
}

extension NSPersistentStoreCoordinator {
  /// Starts to watch the stores for writes of other processes and coordinators.
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

  /// Starts to watch the stores if a store's options or a context require it.
  func watchStoresIfWanted() {
    let isWanted =
      state.withLock { $0.watch != nil } || persistentStores.contains(where: \.postsRemoteChanges)
      || registeredContexts.contains(where: \.automaticallyMergesChangesFromParent)
    if isWanted { watchStores() }
  }

  /// Whether the stores are being watched.
  var isWatching: Bool { state.withLock { $0.watch != nil } }

  /// Passes a save to the watcher of the stores, if there is one.
  func noteSave(of rows: @autoclosure () -> [RowVersion], to stores: @autoclosure () -> [NSPersistentStore]) {
    if let watch = state.withLock({ $0.watch }) { watch.noteSave(of: rows(), to: stores()) }
  }
}

extension NSPersistentStore {
  /// Whether the store's options request a notification of each write to the store.
  var postsRemoteChanges: Bool { (try? StoreOptions(options))?.postsRemoteChanges ?? false }
}

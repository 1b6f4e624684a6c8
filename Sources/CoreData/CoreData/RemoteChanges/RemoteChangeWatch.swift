import Dispatch
import Foundation

/// The user info key of the store's URL in `NSPersistentStoreRemoteChange`.
public let NSPersistentStoreURLKey = "storeURL"

/// The user info key of the position after the newest transaction in the store's history, an
/// `NSPersistentHistoryToken`, in `NSPersistentStoreRemoteChange`. There is no value if the store has no history.
public let NSPersistentHistoryTokenKey = "historyToken"

extension NSNotification.Name {
  /// Posted by a coordinator after it, another coordinator or another process has written to one of its stores. The
  /// store must have been added with `NSPersistentStoreRemoteChangeNotificationPostOptionKey`.
  ///
  /// It is posted on a private queue of the coordinator, possibly once for several writes. The user info has the keys
  /// `NSStoreUUIDKey`, `NSPersistentStoreURLKey` and `NSPersistentHistoryTokenKey`.
  public static let NSPersistentStoreRemoteChange = NSNotification.Name("NSPersistentStoreRemoteChangeNotification")
}

/// Follows external writes to a coordinator's stores. It posts `NSPersistentStoreRemoteChange`, and merges the writes
/// into the contexts with `automaticallyMergesChangesFromParent`.
///
/// Unchecked: mutable state is only used on the queue, or guarded by a lock.
final class RemoteChangeWatch: StoreWatching, @unchecked Sendable {
  private weak var coordinator: NSPersistentStoreCoordinator?
  /// The queue of the watch. It must not run the program's code, because a context may wait for it.
  private let queue = DispatchQueue(label: "NSPersistentStoreRemoteChange")
  /// The queue for posting notifications. It is separate because observers may wait for a context.
  private let postingQueue = DispatchQueue(label: "NSPersistentStoreRemoteChange.posting")
  private var followed: [ObjectIdentifier: Followed] = [:]
  /// The stores that are followed, or that cannot be followed.
  private let known = Protected<[Known]>([])

  private struct Known {
    weak var store: NSPersistentStore?
  }

  private struct Followed {
    weak var store: NSPersistentStore?
    let watch: StoreWatch
    var writes: StoreWrites
    /// Whether contexts may still use the read transaction in which the last external writes were found.
    var hasLent = false
  }

  init(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  /// Starts to follow the stores that are not followed yet.
  func followStores() {
    let new = known.withLock { known in
      known.removeAll { $0.store == nil }
      let new = (coordinator?.persistentStores ?? []).filter { store in !known.contains { $0.store === store } }
      known += new.map { Known(store: $0) }
      return new
    }
    if new.isEmpty { return }
    queue.sync {
      followed = followed.filter { $0.value.store != nil }
      for store in new { follow(store) }
    }
  }

  private func follow(_ store: NSPersistentStore) {
    do {
      let keepsHistory = try store.rows.historySpan() != nil
      store.rows.endReadTransaction()
      let watch = StoreWatch(store, on: queue, isQuick: keepsHistory) { [weak self] in self?.look(at: $0) ?? .nothing }
      guard let watch else { return }
      followed[ObjectIdentifier(store)] = Followed(store: store, watch: watch, writes: try StoreWrites(store))
      queue.async { [weak self, store = UncheckedTransfer(store)] in
        self?.attempt(store.value) { try $0.prepare(store.value) }
      }
    } catch {
      // The next call of `followStores()` tries again.
      known.withLock { $0.removeAll { $0.store === store } }
      log(error, store)
    }
  }

  func noteSave(of rows: [RowVersion], to stores: [NSPersistentStore]) {
    queue.async { [self, stores = UncheckedTransfer(stores)] in
      for store in stores.value {
        followed[ObjectIdentifier(store)]?.writes.noteOwn(rows)
        if store.postsRemoteChanges { post(store) }
      }
    }
  }

  /// Reads external writes to a store and reports them.
  private func look(at store: NSPersistentStore) -> StoreWatch.Look {
    guard let coordinator else { return .nothing }
    var keys: StoreWrites.Keys?
    guard attempt(store, { keys = try $0.read(store) }) else { return .failed }
    guard let keys else { return .nothing }
    if store.postsRemoteChanges { post(store) }
    if keys.isEmpty { return .found }
    let merging = coordinator.registeredContexts.filter(\.mergesRemoteChanges)
    for context in merging {
      context.perform { [handle = context.handle, store = UncheckedTransfer(store)] in
        guard let context = handle.context, context.persistentStoreCoordinator === coordinator else { return }
        context.follow(SavedKeys(keys), external: [keys.span], of: store.value)
      }
    }
    if store.rows.lendsNews { if merging.isEmpty { store.rows.endReadTransaction() } else { endLoan(store) } }
    return .found
  }

  /// Ends the read transaction of the last external writes after one second, because contexts may merge these writes
  /// late.
  private func endLoan(_ store: NSPersistentStore) {
    let id = ObjectIdentifier(store)
    guard followed[id]?.hasLent == false else { return }
    followed[id]?.hasLent = true
    queue.asyncAfter(deadline: .now() + 1) { [weak self] in
      self?.followed[id]?.hasLent = false
      self?.followed[id]?.store?.rows.endReadTransaction()
    }
  }

  private func post(_ store: NSPersistentStore) {
    guard let coordinator else { return }
    var info: [AnyHashable: Any] = [NSStoreUUIDKey: store.identifier ?? ""]
    info[NSPersistentStoreURLKey] = store.url
    info[NSPersistentHistoryTokenKey] = coordinator.currentPersistentHistoryToken(fromStores: [store])
    postingQueue.async { [coordinator, info = UncheckedTransfer(info)] in
      NotificationCenter.default.post(name: .NSPersistentStoreRemoteChange, object: coordinator, userInfo: info.value)
    }
  }

  /// - Returns: false if reading the store failed and another attempt may succeed.
  @discardableResult
  private func attempt(_ store: NSPersistentStore, _ body: (inout StoreWrites) throws -> Void) -> Bool {
    guard var writes = followed[ObjectIdentifier(store)]?.writes else { return true }
    do {
      try body(&writes)
      followed[ObjectIdentifier(store)]?.writes = writes
      return true
    } catch {
      // A store that was removed meanwhile is not a failure.
      guard coordinator?.persistentStores.contains(where: { $0 === store }) == true else { return true }
      log(error, store)
      // A migrated store cannot be read by a coordinator that has it open, so another attempt would fail too.
      return (error as NSError).code == NSPersistentStoreIncompatibleVersionHashError
    }
  }

  private func log(_ error: any Error, _ store: NSPersistentStore) {
    logLine("what other processes wrote to \(store.url?.lastPathComponent ?? "a store") is merged later: \(error)")
  }
}

extension NSManagedObjectContext {
  /// Whether the context merges external writes itself. A child context merges them from its parent.
  fileprivate var mergesRemoteChanges: Bool { automaticallyMergesChangesFromParent && parent == nil }
}

extension SavedKeys {
  init(_ keys: StoreWrites.Keys) {
    self.init()
    inserted = keys.inserted
    updated = keys.updated.map { ContextEvent.Update(key: $0.key, slots: $0.slots) }
    deleted = keys.deleted
  }
}

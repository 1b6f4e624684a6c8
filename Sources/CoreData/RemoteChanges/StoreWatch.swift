import Dispatch
import Foundation

/// Looks for what others wrote to a store whenever its files were written.
///
/// A writer's last bytes are noticed before its transaction counts, and after them nothing more is. So a store is looked
/// at several times after its files were written, then not at all until they are written again.
///
/// Unchecked: what changes is used on the queue only.
final class StoreWatch: @unchecked Sendable {
  /// The looks after a write: the first at once, each later one after twice the time of the one before, about four
  /// seconds in all.
  private static let lookLimit = 12

  private weak let store: NSPersistentStore?
  private let queue: DispatchQueue
  private let changed: @Sendable (NSPersistentStore) -> Bool
  private let isQuick: Bool
  private var token: (any Sendable)?
  private var version: Int
  private var looks = lookLimit
  private var isScheduled = false

  /// Begins to watch a store; nil where nobody can say when it is written.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - queue: where everything is done.
  ///   - isQuick: whether `changed` takes so little that other stores may wait for it: then it is called on the thread
  ///     that noticed the write.
  ///   - changed: called on the queue when others wrote to the store. It answers whether it read what they wrote; where
  ///     it could not, it is called again with the next look.
  /// - Throws: the store's error.
  init?(
    _ store: NSPersistentStore, on queue: DispatchQueue, isQuick: Bool,
    changed: @escaping @Sendable (_ store: NSPersistentStore) -> Bool
  ) throws {
    self.store = store
    self.queue = queue
    self.isQuick = isQuick
    self.changed = changed
    version = try store.rows.externalVersion()
    store.rows.endReadTransaction()
    guard let token = store.rows.watchWrites({ [weak self] in self?.noticeWrite() }) ?? watchFiles(of: store) else {
      return nil
    }
    self.token = token
  }

  /// - Returns: nil for a store that is in no file.
  private func watchFiles(of store: NSPersistentStore) -> (any Sendable)? {
    guard store.type == NSSQLiteStoreType, let url = store.url?.resolvingSymlinksInPath(), url.isFileURL,
      !NSPersistentStoreCoordinator.isNowhere(url), let events = FileEvents.shared
    else { return nil }
    let name = url.lastPathComponent
    let names: Set = [name, name + "-wal", name + "-journal"]
    return events.watch(names, in: url.deletingLastPathComponent()) { [weak self] in self?.noticeWrite() }
  }

  private func noteWrite() {
    looks = 0
    look()
  }

  private func noticeWrite() {
    if isQuick { queue.sync { noteWrite() } } else { queue.async { self.noteWrite() } }
  }

  private func look() {
    guard let store else { return }
    // What cannot be read now may be at the next look.
    let now = try? store.rows.externalVersion()
    store.rows.endReadTransaction()
    if let now, now != version, changed(store) {
      version = now
      looks = 0
    }
    guard looks < Self.lookLimit, !isScheduled else { return }
    isScheduled = true
    queue.asyncAfter(deadline: .now() + .milliseconds(1 << looks)) { [weak self] in
      self?.isScheduled = false
      self?.look()
    }
    looks += 1
  }
}

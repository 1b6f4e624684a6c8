import Dispatch
import Foundation

/// Checks a store for external writes whenever its files were written.
///
/// Unchecked: mutable state is only used on the queue.
final class StoreWatch: @unchecked Sendable {
  /// The result of a check.
  enum Look {
    case nothing, found
    /// Writes could not be read.
    case failed
  }

  /// The number of checks after a write. The first is immediate, and the second follows soon, because the index of a
  /// write-ahead log is written directly after the log. Before each later check the pause doubles; all checks together
  /// take about four seconds.
  private static let lookLimit = 16
  /// The maximum number of times that the pause is doubled, to about a minute. Failed checks are repeated forever,
  /// because no other event may report the writes.
  private static let slowestLook = 20

  private weak var store: NSPersistentStore?
  private let queue: DispatchQueue
  private let lookAt: @Sendable (NSPersistentStore) -> Look
  private let isQuick: Bool
  private var token: (any Sendable)?
  /// Whether a write is already committed when it is detected. A file's last bytes are detected before their
  /// transaction is committed, and no event follows. So the store is checked several times, and then not again until
  /// its next write.
  private var isNoticedInTime = true
  private var looks = lookLimit
  /// The scheduled check: its number, and the pause before it in microseconds.
  private var next: (number: Int, pause: Int)?
  private var lookCount = 0

  /// Starts to watch a store; nil if the system cannot detect writes to it.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - queue: the queue of all checks.
  ///   - isQuick: whether a check is so fast that other stores may wait for it. Then the thread that detected the
  ///     write waits for it.
  ///   - look: called on the queue after a write that may be external. It is called again if it fails.
  init?(
    _ store: NSPersistentStore, on queue: DispatchQueue, isQuick: Bool,
    look: @escaping @Sendable (_ store: NSPersistentStore) -> Look
  ) {
    self.store = store
    self.queue = queue
    self.isQuick = isQuick
    lookAt = look
    token = store.rows.watchWrites { [weak self] in self?.noticeWrite() }
    if token != nil { return }
    isNoticedInTime = false
    token = watchFiles(of: store)
    if token == nil { return nil }
  }

  /// - Returns: nil for a store without a file.
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
    let result = lookAt(store)
    if result == .found { looks = 0 }
    guard result == .failed || (!isNoticedInTime && looks < Self.lookLimit) else { return }
    let pause = 64 << min(looks, Self.slowestLook)
    // A check that remains from an earlier write may be far in the future, and must not replace a sooner one.
    if let next, next.pause <= pause { return }
    looks += 1
    lookCount += 1
    next = (lookCount, pause)
    queue.asyncAfter(deadline: .now() + .microseconds(pause)) { [weak self, number = lookCount] in
      guard let self, next?.number == number else { return }
      next = nil
      look()
    }
  }
}

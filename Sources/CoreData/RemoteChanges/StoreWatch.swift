import Dispatch
import Foundation

/// Looks for external writes to a store whenever the store was written.
///
/// Unchecked: what changes is used on the queue only.
final class StoreWatch: @unchecked Sendable {
  /// The result of a look.
  enum Look {
    case nothing, found
    /// The writes could not be read.
    case failed
  }

  /// The number of looks after a write: the first at once, the second soon, because the index of a log is written right
  /// behind it, each later one after twice the time of the one before, about four seconds in all.
  private static let lookLimit = 16
  /// The number of times that the pause is doubled at most, to about a minute. Failed looks are repeated without end,
  /// because nothing else may report the writes.
  private static let slowestLook = 20

  private weak let store: NSPersistentStore?
  private let queue: DispatchQueue
  private let lookAt: @Sendable (NSPersistentStore) -> Look
  private let isQuick: Bool
  private var token: (any Sendable)?
  /// Whether a write is committed when it is noticed. The last bytes of a file are noticed before their transaction is
  /// committed, and nothing is noticed after them: so the store is looked at several times, then not at all until it is
  /// written again.
  private var isNoticedInTime = true
  private var looks = lookLimit
  /// The scheduled look: its number, and the pause before it, in microseconds.
  private var next: (number: Int, pause: Int)?
  private var lookCount = 0

  /// Begins to watch a store; nil if the system cannot notify of its writes.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - queue: the queue on which everything is done.
  ///   - isQuick: whether a look is so fast that other stores may wait for it: then it is made on the thread that
  ///     noticed the write.
  ///   - look: called on the queue after a write that may be external. If it fails, it is called again.
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
    let result = lookAt(store)
    if result == .found { looks = 0 }
    guard result == .failed || (!isNoticedInTime && looks < Self.lookLimit) else { return }
    let pause = 64 << min(looks, Self.slowestLook)
    // A look left from an earlier write may be far away, and does not replace a sooner one.
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

import Dispatch
import Foundation

/// Looks for what others wrote to a store whenever it was written.
///
/// Unchecked: what changes is used on the queue only.
final class StoreWatch: @unchecked Sendable {
  /// What a look gave.
  enum Look {
    case nothing, found
    /// What is there could not be read.
    case failed
  }

  /// The looks after a write: the first at once, the second soon, since the index of a log is written right behind it, each
  /// later one after twice the time of the one before, about four seconds in all.
  private static let lookLimit = 16
  /// Of looks that fail there is no last one, since nothing else may say what was written: in the end one a minute.
  private static let slowestLook = 20

  private weak let store: NSPersistentStore?
  private let queue: DispatchQueue
  private let lookAt: @Sendable (NSPersistentStore) -> Look
  private let isQuick: Bool
  private var token: (any Sendable)?
  /// Whether a write counts once it is noticed. The last bytes of a file are noticed before its transaction counts, and
  /// after them nothing more is: so it is looked at several times, then not at all until it is written again.
  private var isNoticedInTime = true
  private var looks = lookLimit
  /// The look that is to come: its number, and after which pause it comes, in microseconds.
  private var next: (number: Int, pause: Int)?
  private var lookCount = 0

  /// Begins to watch a store; nil where nobody can say when it is written.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - queue: where everything is done.
  ///   - isQuick: whether a look takes so little that other stores may wait for it: then it is made on the thread that
  ///     noticed the write.
  ///   - look: called on the queue when others may have written to the store. Where it fails, it is called again.
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
    // What is left of an earlier write's looks may be far away, and takes the place of none.
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

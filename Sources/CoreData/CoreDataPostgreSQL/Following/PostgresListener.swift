import CoreData
import Dispatch
import Foundation

/// Tracks the external commits that a store knows. While the store is watched, it also has a connection on which the
/// server notifies of commits.
///
/// A notification only wakes the store, which reads commits by their numbers. So a missed notification only delays the
/// next read, and a false one only costs a read.
///
/// Unchecked: everything is used only under one of the two locks.
final class PostgresListener: @unchecked Sendable {
  private let settings: PostgresSettings
  /// Protects the known commits and the watchers. Reads and saves take it, so it is never held during a request to a
  /// server, which may take as long as a connection attempt to an unreachable host.
  private let lock = NSLock()
  private var commits = PostgresCommits()
  /// The number of external commits seen.
  private var count: Int { commits.count }
  private var (reported, noticed) = (0, 0)
  /// The rows named by notices that no read has followed yet.
  private var hints: Set<PostgresNotice.RowHint> = []

  private var watchers: [ObjectIdentifier: @Sendable () -> Void] = [:]

  /// Protects the connection and the properties below. It is held during requests to the server, but never while a
  /// watcher is notified. A thread that holds it may take `lock`, but not the reverse.
  private let asking = NSLock()
  /// The listening connection; nil while there are no watchers.
  private var connection: PostgresConnection?
  private var source: (any DispatchSourceProtocol)?
  /// Checks whether the servers for reads have a commit; nil if there are no such servers.
  private var lookout: PostgresLookout?
  private var follower = PostgresFollower()
  private var isBeating = false
  private var isWaiting = false
  private var pause = PostgresListener.firstPause
  private let queue = DispatchQueue(label: "NSPersistentStoreRemoteChange.PostgreSQL")

  init(_ settings: PostgresSettings) { self.settings = settings }

  /// Records the number of the newest commit that a read saw.
  ///
  /// - Parameters:
  ///   - era: the era of the number; see `PostgresLineage`.
  ///   - isWatcher: whether the watcher itself has looked, so that it need not be notified.
  ///   - news: called when there were external commits since the last call, before any caller gets the new count.
  /// - Returns: the number of external commits since the first look, as of that look: another thread may have seen
  ///   more meanwhile.
  func note(_ newest: Int64, in era: Int = 0, isWatcher: Bool = false, news: () -> Void) -> Int {
    lock.withLock {
      see(newest, in: era)
      if count != reported { news() }
      reported = count
      let seen = commits.count(through: newest, in: era)
      if isWatcher { noticed = max(noticed, seen) }
      return seen
    }
  }

  /// The number of the newest commit that was seen; nil before the first look.
  var newest: Int64? { lock.withLock { commits.number } }

  /// Notes a commit of this store's own.
  func noteOwn(_ number: Int64) { lock.withLock { commits.noteOwn(number) } }

  /// Whether the server lost commits since a look.
  ///
  /// - Parameter version: the number of external commits as of that look.
  func hasLostCommits(since version: Int) -> Bool { lock.withLock { commits.hasNewEra(since: version) } }

  private func see(_ newest: Int64, in era: Int) {
    // The watchers are notified, whichever thread has looked.
    if commits.see(newest, in: era), !watchers.isEmpty { queue.async { [weak self] in self?.noticeWatchers() } }
  }

  private func noticeWatchers() {
    let notices = lock.withLock { () -> [@Sendable () -> Void] in
      guard count != noticed else { return [] }
      noticed = count
      return Array(watchers.values)
    }
    for notice in notices { notice() }
  }

  // MARK: Watching

  /// Watches for commits for as long as the returned value is kept.
  func watch(_ notice: @escaping @Sendable () -> Void) -> any Sendable {
    let token = Token(self)
    lock.withLock {
      // If there are watchers already, they may still have to be notified, so leave `noticed` as it is.
      if watchers.isEmpty { noticed = count }
      watchers[ObjectIdentifier(token)] = notice
    }
    asking.withLock { listen() }
    return token
  }

  /// Ends a watch when it is released.
  private final class Token: Sendable {
    private let listener: PostgresListener
    init(_ listener: PostgresListener) { self.listener = listener }
    deinit { listener.end(ObjectIdentifier(self)) }
  }

  private func end(_ watcher: ObjectIdentifier) {
    lock.withLock { watchers[watcher] = nil }
    // In the background, so that the thread that ends a watch does not wait for a server.
    queue.async { self.asking.withLock { if !self.isWatched { self.disconnect() } } }
  }

  private var isWatched: Bool { lock.withLock { !watchers.isEmpty } }

  // MARK: Connection

  private static let firstPause: TimeInterval = 0.1
  private static let longestPause: TimeInterval = 5

  /// Opens a listening connection, or tries again later. Commits made meanwhile are found by their numbers.
  private func listen() {
    guard connection == nil, isWatched else { return }
    do {
      let address = settings.address.forListening
      let new = try settings.lineage.connect(address, timeout: settings.listeningTimeout)
      // Another one of several servers may have answered than the one that the store was opened on.
      let isSilent = try address.sharesSessions || new.run("SELECT pg_is_in_recovery()").integer(0, 0) == 1
      if !isSilent { try new.run("LISTEN \(address.channel.quotedIdentifier)") }
      connection = new
      lookout = settings.address.forReading.map { PostgresLookout($0, timeout: settings.listeningTimeout) }
      source = isSilent ? timer() : reading(new)
      look()
      beat()
      // Notifications that arrived with results do not wake the dispatch source.
      queue.async { [weak self] in self?.wake() }
    } catch {
      listenLater()
    }
  }

  /// Closes the connection, and opens another one after a pause, so that a server in trouble does not get request after
  /// request.
  private func listenLater() {
    disconnect()
    guard !isWaiting, isWatched else { return }
    isWaiting = true
    queue.asyncAfter(deadline: .now() + pause * Double.random(in: 0.5...1)) { [weak self] in
      guard let self else { return }
      asking.withLock {
        isWaiting = false
        listen()
      }
    }
    pause = min(pause * 2, Self.longestPause)
  }

  private func disconnect() {
    lookout = nil
    source?.cancel()
    source = nil
    connection = nil
  }

  private func look() {
    // Another server has taken the place of the one that is listened to.
    if let connection, settings.lineage.isOutdated(connection) { return listenLater() }
    do {
      guard let rows = try connection?.run("SELECT \"ZLAST\" FROM \"Z_HISTORY\"") else { return }
      pause = Self.firstPause
      arrive(at: rows.count > 0 ? rows.integer(0, 0) : 0)
    } catch {
      recover(error)
    }
  }

  /// Sees a commit, once the servers that are read from have it.
  private func arrive(at number: Int64) {
    switch lookout?.seeks(number) {
    case nil, .found?: lock.withLock { see(number, in: connection?.era ?? 0) }
    case .later(let pause)?:
      queue.asyncAfter(deadline: .now() + pause) { [weak self] in
        guard let self else { return }
        asking.withLock { if let sought = lookout?.resume() { arrive(at: sought) } }
      }
    case .waiting?: break
    }
  }

  /// Replaces a connection that is lost, but no other. Where the table is gone or may not be read, the next look
  /// fails again, or finds it.
  private func recover(_ error: any Error) {
    if (error as? PostgresError)?.endsConnection != false || connection?.isBroken == true { listenLater() }
  }

  private func reading(_ connection: PostgresConnection) -> (any DispatchSourceProtocol)? {
    // The socket belongs to libpq, so the source gets a duplicate of the descriptor, which lives as long as the source
    // needs it.
    let descriptor = dup(connection.socket)
    guard descriptor >= 0 else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.wake() }
    source.setCancelHandler { Glibc.close(descriptor) }
    source.activate()
    return source
  }

  /// Makes a timer that checks for commits each second. Notifications are not enough, because a standby sends none, and
  /// in a shared session another client may receive them.
  private func timer() -> any DispatchSourceProtocol {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { [weak self] in self?.asking.withLock { self?.look() } }
    timer.activate()
    return timer
  }

  /// Notifies the watchers once for all received notifications.
  private func wake() {
    let notifications = asking.withLock { () -> [PostgresNotification] in
      do {
        return try connection?.notifications() ?? []
      } catch {
        listenLater()
        return []
      }
    }
    let notices = lock.withLock { notifications.contains(where: isNews) ? Array(watchers.values) : [] }
    if notices.isEmpty { return }
    // The number in a notification is a hint, and not to be waited for.
    if settings.address.forReading != nil { return asking.withLock { look() } }
    for notice in notices { notice() }
  }

  /// Whether a notification may be about a commit that was not seen yet. Its number is only a hint, because any program
  /// can send notifications.
  private func isNews(_ notification: PostgresNotification) -> Bool {
    guard let notice = PostgresNotice(notification.payload) else { return true }
    guard commits.isNews(notice.number) else { return false }
    // Beyond the limit no hints are used, so do not collect more.
    if hints.count <= Self.hintLimit { hints.formUnion(notice.rows) }
    return true
  }

  private static let hintLimit = 2 * PostgresNotice.rowLimit

  /// Returns and clears the rows that notices named since the last call; none if there are too many.
  func takeHints() -> [PostgresNotice.RowHint] {
    lock.withLock {
      defer { hints = [] }
      return hints.count <= Self.hintLimit ? Array(hints) : []
    }
  }

  /// At intervals: reads commits, because a notification may be lost, records how far this store has followed, and
  /// trims the part of the history that every follower has read.
  private func beat() {
    guard !isBeating else { return }
    isBeating = true
    queue.asyncAfter(deadline: .now() + PostgresFollower.interval) { [weak self] in
      guard let self else { return }
      asking.withLock {
        isBeating = false
        look()
        guard let connection else { return }
        beat()
        // Without a number, nothing was read yet that could be recorded.
        guard let number = lock.withLock({ commits.number }) else { return }
        do {
          try follower.beat(number, on: connection)
          queue.async { [weak self] in self?.trim() }
        } catch {
          recover(error)
        }
      }
      // Notifications that arrived with results do not wake the dispatch source.
      wake()
    }
  }

  /// Trims the history in small steps, so that a notification waits for one step at most.
  private func trim() {
    let isMore = asking.withLock {
      guard let connection else { return false }
      do {
        return try follower.trim(connection)
      } catch {
        recover(error)
        return false
      }
    }
    wake()
    if isMore { queue.asyncAfter(deadline: .now() + 0.05) { [weak self] in self?.trim() } }
  }

  func close() {
    lock.withLock { watchers = [:] }
    // If another thread is waiting for the server, this may take long, so close the connection in the background after
    // it.
    guard asking.lock(before: Date().addingTimeInterval(Self.closingPause)) else {
      return queue.async { self.asking.withLock { self.leave() } }
    }
    defer { asking.unlock() }
    leave()
  }

  private static let closingPause: TimeInterval = 1

  private func leave() {
    if let connection { follower.leave(connection) }
    disconnect()
  }
}

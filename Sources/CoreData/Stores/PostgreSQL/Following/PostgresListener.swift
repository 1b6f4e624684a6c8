#if PostgreSQL
  import Dispatch
  import Foundation

  /// What a store knows of others' commits: the number of the newest, and a connection on which the server says when
  /// there is a new one.
  ///
  /// A notification only wakes: what was committed is read by numbers, so that one that is missed costs nothing but the
  /// time to the next look.
  ///
  /// Unchecked: everything is touched only under the lock.
  final class PostgresListener: @unchecked Sendable {
    private let settings: PostgresSettings
    private let writer: PostgresWriter
    private let lock = NSLock()
    private var connection: PostgresConnection?
    private var isClosed = false
    private var triesAgain = Date.distantPast
    /// The number of the newest commit that was seen; nil before the first look.
    private var number: Int64?
    /// Own commits that no look has passed yet.
    private var own: Set<Int64> = []
    /// Grows with each look that finds a commit of another's.
    private var count = 0
    private var reported = 0
    private var watchers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    private var source: (any DispatchSourceProtocol)?
    private var follower = PostgresFollower()
    private let queue = DispatchQueue(label: "NSPersistentStoreRemoteChange.PostgreSQL")

    init(_ settings: PostgresSettings, _ writer: PostgresWriter) {
      self.settings = settings
      self.writer = writer
    }

    /// - Returns: a number that grows with others' commits, and whether it has grown since the last call. Where the server
    ///   does not answer it is the last one: what is read next says why.
    func look() -> (count: Int, isNew: Bool) {
      lock.withLock {
        update()
        defer { reported = count }
        return (count, count != reported)
      }
    }

    /// Notes a commit of this store's own.
    func noteOwn(_ number: Int64) {
      lock.withLock { if number > self.number ?? 0 { own.insert(number) } }
    }

    private func update() {
      guard !isClosed, let connection = opened() else { return }
      do {
        let rows = try connection.run("SELECT \"ZLAST\" FROM \"Z_HISTORY\"")
        _ = try connection.notifications()
        note(rows.count > 0 ? rows.integer(0, 0) : 0)
      } catch {
        lose()
      }
    }

    private func note(_ newest: Int64) {
      defer {
        number = newest
        own = own.filter { $0 > newest }
      }
      guard let number, newest > number else { return }
      let ownCount = own.count { $0 > number && $0 <= newest }
      if Int64(ownCount) < newest - number { count += 1 }
    }

    /// A server that is not there is tried again after a while, so that nobody waits for it again and again.
    private func opened() -> PostgresConnection? {
      if let connection { return connection }
      guard triesAgain <= Date() else { return nil }
      do {
        let new = try PostgresConnection(settings.address, timeout: min(settings.timeout, 10))
        if !settings.isStandby { try new.run("LISTEN \(settings.address.channel.quotedIdentifier)") }
        connection = new
        if !watchers.isEmpty { begin() }
        return new
      } catch {
        triesAgain = Date().addingTimeInterval(1)
        return nil
      }
    }

    private func lose() {
      connection = nil
      source?.cancel()
      source = nil
      triesAgain = Date().addingTimeInterval(0.2)
      if !watchers.isEmpty { retryLater() }
    }

    // MARK: Watching

    /// Watches for commits for as long as what is returned is kept.
    func watch(_ notice: @escaping @Sendable () -> Void) -> any Sendable {
      let token = Token(self)
      lock.withLock {
        watchers[ObjectIdentifier(token)] = notice
        if opened() == nil { retryLater() } else if source == nil { begin() }
      }
      return token
    }

    /// Ends a watch when it goes.
    private final class Token: Sendable {
      private let listener: PostgresListener
      init(_ listener: PostgresListener) { self.listener = listener }
      deinit { listener.end(ObjectIdentifier(self)) }
    }

    private func end(_ watcher: ObjectIdentifier) {
      lock.withLock {
        watchers[watcher] = nil
        guard watchers.isEmpty else { return }
        source?.cancel()
        source = nil
      }
    }

    /// Wakes the watchers when the server says something, and now and then in case that it could not.
    private func begin() {
      source?.cancel()
      guard let connection else { return }
      if settings.isStandby {
        // A standby notifies of nothing.
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler { [weak self] in self?.wake() }
        timer.activate()
        source = timer
        return
      }
      // The socket is libpq's; a copy of the descriptor outlives it for as long as the source needs.
      let descriptor = dup(connection.socket)
      guard descriptor >= 0 else { return }
      let reading = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      reading.setEventHandler { [weak self] in self?.wake() }
      reading.setCancelHandler { Glibc.close(descriptor) }
      reading.activate()
      source = reading
      beat()
    }

    private func wake() {
      let (notices, isLost) = lock.withLock {
        let before = count
        do {
          _ = try connection?.notifications()
        } catch {
          lose()
        }
        update()
        return (count != before ? Array(watchers.values) : [], connection == nil)
      }
      for notice in notices { notice() }
      if isLost { lock.withLock { if !watchers.isEmpty { retryLater() } } }
    }

    /// What was committed while the connection was lost is found by its numbers.
    private func retryLater() {
      queue.asyncAfter(deadline: .now() + 0.5) { [weak self] in
        guard let self else { return }
        let isOpen = lock.withLock { isClosed || watchers.isEmpty || opened() != nil }
        if isOpen { wake() } else { lock.withLock { retryLater() } }
      }
    }

    /// Says now and then how far this store has followed, and trims what everybody has read.
    private func beat() {
      queue.asyncAfter(deadline: .now() + PostgresFollower.interval) { [weak self] in
        guard let self else { return }
        wake()
        lock.withLock {
          guard !isClosed, !watchers.isEmpty, let connection, let number else { return }
          do {
            try follower.beat(number, on: connection)
            beat()
          } catch {
            lose()
          }
        }
      }
    }

    func close() {
      lock.withLock {
        isClosed = true
        source?.cancel()
        source = nil
        if let connection { follower.leave(connection) }
        connection = nil
      }
    }
  }
#endif

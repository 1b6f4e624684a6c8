import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("A store on a server knows the commits of other sessions", .onServer)
struct PostgresListenerTests {
  /// Two threads look at the same time, and the one with the older look reports it last. For that look, the commit that
  /// only the other has seen is still to come, and the commit that it has seen itself is new.
  @Test("A look that is older than another one has seen what it read, no more and no less")
  func olderLook() throws {
    let pair = try PostgresPair()
    let store = try PostgresPair.rows(pair.first)
    let listener = PostgresListener(store.settings)
    var news = 0
    func note(_ number: Int64) -> Int { listener.note(number) { news += 1 } }
    #expect(note(5) == 0)
    listener.noteOwn(6)
    #expect(note(6) == 0)
    #expect(note(8) == 2)
    #expect(note(7) == 1)
    #expect(note(6) == 0)
    #expect(note(5) == 0)
    #expect(note(4) == -1)
    #expect(note(8) == 2)
    #expect(news == 1)
    for number in Int64(9)...200 { _ = note(number) }
    #expect(note(200) == 194)
    #expect(note(199) == 193)
    #expect(note(5) == 0)
  }

  /// The commits are the coordinator's own and those of other sessions. There are more than `PostgresCommits`
  /// remembers.
  @Test("The commits since a forgotten state are not counted", arguments: 1...5 as ClosedRange<UInt64>)
  func longAgo(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var commits = PostgresCommits()
    _ = commits.see(10)
    var (others, own) = ([10: 0] as [Int64: Int], 0)
    for number in Int64(11)...2_000 {
      let isOwn = random.oneIn(2)
      if isOwn {
        commits.noteOwn(number)
        own += 1
      }
      others[number] = others[number - 1].map { $0 + (isOwn ? 0 : 1) }
      // A look sees several commits at once. The numbers below it are looked up, too, including random ones.
      guard random.oneIn(3) || number == 2_000 else { continue }
      let before = commits.count
      let isNews = commits.see(number)
      #expect(isNews == (others[number] != before))
      let any = Int64(10 + random.below(Int(number) - 9))
      for old in [number, number - 1, number - Int64(random.below(40)), any] where old >= 10 {
        let count = commits.count(through: old)
        #expect(count == others[old] || (count == -1 && old < number - 60), "\(old) of \(number)")
      }
    }
    #expect(own > 500 && commits.count(through: 10) == -1)
  }

  /// The former server had 13 commits. The promoted one has the first four of them, and then commits its own with the
  /// number 5.
  @Test("Where commits were lost, numbers begin again, and counts go on")
  func eras() {
    var commits = PostgresCommits()
    func see(_ number: Int64, in era: Int = 0) -> Bool { commits.see(number, in: era) }
    #expect(!see(10))
    #expect(see(12))
    #expect(commits.count == 2)
    commits.noteOwn(13)
    #expect(see(5, in: 1))
    #expect(commits.count == 3 && commits.count(through: 5, in: 1) == 3)
    // A read that began on the former server is reported later.
    #expect(!see(13, in: 0))
    #expect(commits.count(through: 12, in: 0) == -1)
    #expect(commits.hasNewEra(since: 2) && !commits.hasNewEra(since: 3))
    #expect(see(13, in: 1))
    #expect(commits.count == 11)
    #expect(!see(13, in: 1))
  }

  /// A read has seen one of two commits. It reports this after another thread has seen both.
  @Test("A state read between two other states has the version of neither")
  func between() throws {
    let pair = try PostgresPair()
    let rows = try PostgresPair.rows(pair.first)
    func commit() throws { try pair.elsewhere { _ = try $0.insert("Artist", ["name": "a"]) } }
    let before = try rows.externalVersion()
    try commit()
    try rows.pool.read(isFresh: true) { connection, _ in
      try connection.run("SELECT 1")
      try commit()
      let (newer, done) = (Protected(0), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        let version = try? rows.externalVersion()
        newer.withLock { $0 = version ?? 0 }
        done.signal()
      }
      done.wait()
      let between = try rows.readVersion()
      #expect(before < between && between < newer.withLock { $0 })
    }
    rows.endReadTransaction()
  }

  /// A fetch sees a commit while the watcher reads the state before it. The watcher is still notified.
  @Test("A watcher whose look is older than another one's is notified")
  func olderLookOfTheWatcher() async throws {
    let pair = try PostgresPair()
    let store = try PostgresPair.rows(pair.first)
    let listener = PostgresListener(store.settings)
    let last = listener.note(try #require(try store.historySpan()).last) {}
    let reported = Protected(0)
    let token = listener.watch { reported.withLock { $0 += 1 } }
    defer { withExtendedLifetime(token) {} }
    // No session has made these commits. The test is about the order of the looks.
    #expect(listener.note(1_000_000) {} > last)
    #expect(listener.note(999_999, isWatcher: true) {} == listener.note(1_000_000) {} - 1)
    let end = Date().addingTimeInterval(60)
    while reported.withLock({ $0 }) == 0, Date() < end { try await Task.sleep(for: .milliseconds(5)) }
    #expect(reported.withLock { $0 } > 0)
  }

  /// The first watcher processes a commit when the next one is seen. A second watcher begins before the first is
  /// notified of it.
  @Test("Who begins to watch takes nothing from who watches already")
  func secondWatcher() throws {
    let pair = try PostgresPair()
    let listener = PostgresListener(try PostgresPair.rows(pair.first).settings)
    _ = listener.note(1_000) {}
    let reported = Protected(0)
    let (began, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = listener.watch {
      reported.withLock { $0 += 1 }
      began.signal()
      go.wait()
    }
    _ = listener.note(1_001) {}
    try #require(began.wait(timeout: .now() + 60) == .success)
    _ = listener.note(1_002) {}
    let second = listener.watch {}
    go.signal()
    #expect(waits(upTo: 60) { reported.withLock { $0 } == 2 })
    go.signal()
    withExtendedLifetime((first, second)) {}
    listener.close()
  }

  /// The server does not answer the connection that is to listen. The client abandons it after ten seconds. A caller
  /// that waited for it would return after that.
  @Test("Reading, saving and closing do not wait for the listening connection", arguments: [false, true])
  func silence(closes: Bool) throws {
    let cluster = try PostgresCluster.shared.get()
    let schema = "silence\(closes)"
    let pair = try PostgresPair(cluster.url(schema: schema))
    let versionTable = try PostgresPair.rows(pair.first).settings.versionTable
    let proxy = try CuttingProxy(to: cluster)
    let address = try PostgresAddress(proxy.url(schema: schema))
    proxy.hold(from: 1)
    /// Whether the call returns before the client abandons the server. It is repeated, because on a busy machine it may
    /// not.
    func comesFirst() throws -> Bool {
      let listener = PostgresListener(PostgresSettings(address: address, timeout: 60, versionTable: versionTable))
      Thread.detachNewThread { withExtendedLifetime(listener.watch {}) {} }
      try #require(waits(upTo: 60) { proxy.heldMessage != nil })
      let message = proxy.heldMessage
      if closes {
        listener.close()
      } else {
        listener.noteOwn(1)
        _ = listener.note(1) {}
        _ = listener.takeHints()
      }
      // The proxy notices within ten milliseconds that a client has closed its connection.
      usleep(50_000)
      if message != nil, proxy.heldMessage == message { return true }
      _ = waits(upTo: 60) { proxy.heldMessage == nil }
      return false
    }
    #expect(try (0..<3).contains { _ in try comesFirst() })
    proxy.hold(from: nil)
  }

  /// The connection's last data and its end have arrived before the first look, so there is no further sign of the end.
  @Test("A connection that has ended is found so by the first look")
  func ended() throws {
    let cluster = try PostgresCluster.shared.get()
    let url = cluster.newURL()
    _ = try PostgresPair(url)
    let connection = try PostgresConnection(try PostgresAddress(url), timeout: 60)
    try connection.run("LISTEN something")
    #expect(try connection.notifications().isEmpty)
    try cluster.sql("SELECT pg_terminate_backend(\(connection.serverProcess))")
    var descriptor = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
    repeat { poll(&descriptor, 1, 1_000) } while descriptor.revents & Int16(POLLHUP) == 0
    #expect(throws: PostgresError.self) { try connection.notifications() }
  }
}

#if PostgreSQL
  import Foundation
  import PostgreSQLTesting
  import Testing

  @testable import CoreData

  @Suite("What a store on a server knows of others' commits", .onServer)
  struct PostgresListenerTests {
    /// Two threads look at one time. The one whose look is older says so last: what only the other has seen is still to
    /// come for it.
    @Test("A look that is older than another one has not seen more than it read")
    func olderLook() throws {
      let pair = try PostgresPair()
      let store = try #require(pair.first.persistentStores.first?.rows as? PostgresStore)
      let listener = PostgresListener(store.settings)
      var news = 0
      func note(_ number: Int64) -> Int { listener.note(number) { news += 1 } }
      #expect(note(5) == 0)
      listener.noteOwn(6)
      #expect(note(6) == 0)
      #expect(note(8) == 1)
      #expect(note(7) == 0)
      #expect(note(5) == 0)
      #expect(note(4) == -1)
      #expect(note(8) == 1)
      #expect(news == 1)
      for number in Int64(9)...200 { _ = note(number) }
      #expect(note(200) == 193)
      #expect(note(199) == 192)
      #expect(note(5) < note(199))
    }

    /// A fetch sees a commit while the watcher reads the state before it: the watcher is told all the same.
    @Test("A watcher whose look is older than another's is told")
    func olderLookOfTheWatcher() async throws {
      let pair = try PostgresPair()
      let store = try #require(pair.first.persistentStores.first?.rows as? PostgresStore)
      let listener = PostgresListener(store.settings)
      let last = listener.note(try #require(try store.historySpan()).last) {}
      let told = Protected(0)
      let token = listener.watch { told.withLock { $0 += 1 } }
      defer { withExtendedLifetime(token) {} }
      // Nobody has committed anything of the kind; what counts is the order of the looks.
      #expect(listener.note(1_000_000) {} == last + 1)
      #expect(listener.note(999_999, isWatcher: true) {} == last)
      let end = Date().addingTimeInterval(60)
      while told.withLock({ $0 }) == 0, Date() < end { try await Task.sleep(for: .milliseconds(5)) }
      #expect(told.withLock { $0 } > 0)
    }

    /// Its last words and its end have come before anybody looks: there will be no other sign of it.
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
#endif

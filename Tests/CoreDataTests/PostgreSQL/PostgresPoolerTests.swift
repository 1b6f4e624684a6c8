import Dispatch
import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// Stores behind a pooler, which keeps a session of the server for each client, or assigns to each transaction a
/// session that another client had before.
@Suite("A store behind a pooler", .onServer, .serialized)
struct PostgresPoolerTests {
  /// A store is created, filled with few and with many rows, read, counted, changed, followed, pinned to a state,
  /// copied and removed.
  @Test("Does all that one without a pooler does", arguments: PoolerPath.kinds)
  func scenario(kind: PoolerPath.Kind) async throws {
    let path = try PoolerPath(kind, sessions: kind == .transaction ? 3 : 20)
    let url = path.url("music")
    let follower = UncheckedTransfer(try KeyFollower(url))
    defer { follower.value.close() }
    let pair = try PostgresPair(url)
    func fresh(_ body: (NSManagedObjectContext) throws -> Void) throws {
      let context = PostgresPair.context(pair.first)
      try context.performAndWait { try body(context) }
    }
    try fresh { context in
      let nina = try context.insert("Artist", ["name": "Nina"])
      for number in 0..<60 { try context.insert("Album", ["title": "a\(100 + number)", "artist": nina]) }
      try context.save()
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Album")) == 60)
    }
    try pair.elsewhere { other in
      let found = try #require(other.all("Album", where: "title == 'a103' AND artist.name == 'Nina'").first)
      found.setValue("b", forKey: "title")
      let artist = try #require(found.value(forKey: "artist") as? Artist)
      #expect(artist.albums.count == 60)
    }
    try fresh { (context) throws in
      #expect(try context.texts("Album", "title", where: "title > 'a158'") == ["a159", "b"])
    }
    for count in [1, 2] { try fresh { try Self.expectConflict(of: count, in: $0, pair) } }

    // A pinned context reads an earlier state while other sessions save.
    try fresh { pinned in
      try pinned.setQueryGenerationFrom(.current)
      #expect(try pinned.texts("Artist", "name") == ["Nina"])
      try pair.elsewhere { try $0.insert("Artist", ["name": "Billie"]) }
      #expect(try pinned.texts("Artist", "name") == ["Nina"])
      try pinned.setQueryGenerationFrom(nil)
    }
    try fresh { context in
      #expect(try context.texts("Artist", "name") == ["Billie", "Nina"])
      context.delete(try #require(context.all("Artist", where: "name == 'Nina'").first))
      try context.save()
    }
    let history = try PostgresPair.rows(pair.first).history(after: nil, withChanges: true)
    #expect(history.map(\.number) == Array(1...Int64(history.count)))
    #expect(history.first?.changes.count == 61 && history.count == 6)
    // Only Billie is left. The albums were deleted with their artist.
    let rest = try Self.keys(pair.first)
    let end = Date().addingTimeInterval(60)
    func reported() -> Set<RowKey> { follower.value.context.performAndWait { follower.value.keys } }
    while reported() != rest, Date() < end { try await Task.sleep(for: .milliseconds(20)) }
    #expect(reported() == rest)

    try Self.copyAndRemove(pair, path)
    try Self.expectNoTraces(path)
  }

  /// Expects a conflict if another session has changed one or several rows.
  private static func expectConflict(of count: Int, in context: NSManagedObjectContext, _ pair: PostgresPair) throws {
    let albums = try context.all("Album", where: "title < 'a102'", by: "title").prefix(count)
    for album in albums { _ = album.text("title") }
    try pair.elsewhere { other in
      for album in albums {
        try other.existingObject(with: album.objectID).setValue(Data([9, UInt8(count)]), forKey: "cover")
      }
    }
    for album in albums { album.setValue(Data([1]), forKey: "cover") }
    let error = #expect(throws: NSError.self) { try context.save() }
    let conflicts = try #require(error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
    #expect(conflicts.count == count)
  }

  private static func keys(_ coordinator: NSPersistentStoreCoordinator) throws -> Set<RowKey> {
    let context = PostgresPair.context(coordinator)
    return try context.performAndWait {
      Set(try (context.all("Artist") + context.all("Album")).map(\.objectID.key))
    }
  }

  /// A copy in another schema has the same content, and is removed then.
  private static func copyAndRemove(_ pair: PostgresPair, _ path: PoolerPath) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let copy = path.url("copy")
    try coordinator.replacePersistentStore(at: copy, withPersistentStoreFrom: pair.url, type: .postgreSQL)
    let names = try PostgresPair.contents(pair.url)
    #expect(try PostgresPair.contents(copy) == names)
    try coordinator.destroyPersistentStore(at: copy, type: .postgreSQL)
    #expect(try path.cluster.sql("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'copy%'") == "0")
  }

  /// In shared sessions, the store leaves no setting, statement or lock for other clients.
  private static func expectNoTraces(_ path: PoolerPath) throws {
    guard path.kind == .transaction, let pooler = path.pooler else { return }
    for _ in 0..<6 {
      let traces = try pooler.sql(
        """
        SELECT current_setting('search_path'), current_setting('lock_timeout'), current_setting('jit'), \
        (SELECT count(*) FROM pg_prepared_statements), \
        (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())
        """)
      #expect(traces == "\"$user\", public|0|on|0|0")
    }
  }

  /// Without the declaration, the process would get no notifications, and its prepared statements would be missing.
  @Test("An address that does not say that sessions are shared is refused, and leaves none changed", .onPooler)
  func undeclared() throws {
    let path = try PoolerPath(.transaction, sessions: 3)
    let pooler = try #require(path.pooler)
    let error = #expect(throws: NSError.self) { try PostgresPair(pooler.url(schema: "music")) }
    #expect(error?.code == NSPersistentStoreOpenError)
    #expect(error?.localizedDescription.contains("Add pooling=transaction") == true, "\(error as Any)")
    try Self.expectNoTraces(path)
    #expect(try path.cluster.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'music'") == "0")
  }

  /// The pooler has only one session, so no other client can get a session. The store still opens.
  @Test("A pooler that keeps sessions needs no word of it", .onPooler)
  func sessionsOfTheirOwn() throws {
    let path = try PoolerPath(.session, sessions: 1)
    let url = try #require(path.pooler).url(schema: "music")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let store = try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    let context = PostgresPair.context(coordinator)
    try context.performAndWait {
      try context.insert("Artist", ["name": "a"])
      try context.save()
      context.reset()
      #expect(try context.texts("Artist", "name") == ["a"])
    }
    try coordinator.remove(store)
  }

  /// Many clients share one session. Each ends a transaction without waiting for the answer, and then sends more than
  /// the pooler reads at once.
  @Test("A session that is passed on has no commands of another client", .onPooler)
  func passedOn() async throws {
    let path = try PoolerPath(.transaction, sessions: 1)
    let address = try PostgresAddress(path.url("music"))
    let (clients, rounds) = (6, 60)
    let results = Protected<[String]>([])
    for _ in 0..<clients {
      Thread.detachNewThread {
        do {
          let found = try Self.endAndSend(rounds, on: PostgresConnection(address, timeout: 60))
          results.withLock { $0.append(found) }
        } catch {
          results.withLock { $0.append("\(error)") }
        }
      }
    }
    while results.withLock({ $0.count }) < clients { try await Task.sleep(for: .milliseconds(20)) }
    #expect(results.withLock { $0 } == [String](repeating: "20000 off off", count: clients))
    try Self.expectNoTraces(path)
  }

  /// Returns a text's length, whether the transaction is read only, and whether plans are compiled, all as the first
  /// session reports them that differs from the expected ones.
  private static func endAndSend(_ rounds: Int, on connection: PostgresConnection) throws -> String {
    var text = PostgresParameters()
    text.append(String(repeating: "n", count: 20_000))
    let asked = PostgresCommand(
      "SELECT length($1::text) || ' ' || current_setting('transaction_read_only') || ' ' || current_setting('jit')",
      text)
    for _ in 0..<rounds {
      connection.sendLater(PostgresPlace.begin)
      try connection.run("SELECT 1")
      try connection.sendWithoutWaiting("COMMIT")
      let found = try connection.run([asked, asked, asked]).map { $0.text(0, 0) }
      if let other = found.first(where: { $0 != "20000 off off" }) { return other }
    }
    return "20000 off off"
  }

  /// The pooler ends its clients' connections with its own error, without the server's text.
  @Test(
    "Who reads and saves goes on when the server behind the pooler was killed", .onPooler, .onRequest,
    arguments: [PoolerPath.Kind.session, .transaction])
  func killed(kind: PoolerPath.Kind) throws {
    let path = try PoolerPath(kind, sessions: 3)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let store = try coordinator.addPersistentStore(type: .postgreSQL, at: path.url("music"))
    let context = PostgresPair.context(coordinator)
    try context.performAndWait {
      for round in 0..<3 {
        try context.insert("Artist", ["name": "a\(round)"])
        try context.save()
        path.cluster.kill()
        try path.cluster.start()
        #expect(try context.texts("Artist", "name").count == round + 1)
      }
    }
    try coordinator.remove(store)
  }

  /// The connection between the client and the pooler is cut. The pooler may have received the commit or not.
  @Test(
    "A change is done once, wherever the connection to the pooler is cut", .onPooler, .onRequest,
    arguments: [PoolerPath.Kind.session, .transaction])
  func cut(kind: PoolerPath.Kind) throws {
    let path = try PoolerPath(kind, sessions: 8)
    let proxy = try CuttingProxy(to: try #require(path.pooler).socketPath)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let store = try coordinator.addPersistentStore(
      type: .postgreSQL, at: proxy.url(schema: "music", settings: path.settings))
    let context = PostgresPair.context(coordinator)
    var (expected, uncut): (Set<String>, Int) = ([], 0)
    for count in 0..<60 where uncut < 3 {
      let cuts = proxy.cuts
      proxy.cut(after: count % 12)
      try context.performAndWait {
        let artist = try context.insert("Artist", ["name": "a\(count)"])
        do {
          try context.save()
          expected.insert("a\(count)")
          artist.setValue("b\(count)", forKey: "name")
          try context.save()
          expected.remove("a\(count)")
          expected.insert("b\(count)")
        } catch {
          context.rollback()
        }
      }
      proxy.cut(after: nil)
      if proxy.cuts == cuts { uncut += 1 }
    }
    #expect(proxy.cuts > 2)
    let names = try path.cluster.sql("SELECT \"ZNAME\" FROM \"ZARTIST\" ORDER BY 1", schema: "music")
    #expect(names.split(separator: "\n").map(String.init) == expected.sorted())
    try coordinator.remove(store)
  }

  /// The message with the commit reaches the pooler later than the client waits.
  @Test(
    "A save that was given up is not done when it arrives late", .onPooler, .onRequest,
    arguments: [PoolerPath.Kind.session, .transaction], [0, 1, 2])
  func arrivingLate(kind: PoolerPath.Kind, changes: Int) throws {
    let path = try PoolerPath(kind, sessions: 8)
    let proxy = try CuttingProxy(to: try #require(path.pooler).socketPath)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let store = try coordinator.addPersistentStore(
      type: .postgreSQL, at: proxy.url(schema: "music", settings: path.settings),
      options: [NSPersistentStoreTimeoutOption: 2])
    let context = PostgresPair.context(coordinator)
    let text = String(repeating: "n", count: 5_000)
    try context.performAndWait {
      let former = (0..<changes).map { "a\($0)" }
      let artists = try former.map { try context.insert("Artist", ["name": $0]) }
      try context.save()
      proxy.hold(from: text.utf8.count)
      for artist in artists { artist.setValue(text, forKey: "name") }
      if artists.isEmpty { try context.insert("Artist", ["name": text]) }
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSPersistentStoreTimeoutError, "\(error as Any)")
      proxy.hold(from: nil)
      usleep(300_000)
      #expect(try PostgresPair.contents(path.url("music")) == former)
      try context.save()
    }
    #expect(try PostgresPair.contents(path.url("music")) == [String](repeating: text, count: max(changes, 1)))
    try coordinator.remove(store)
  }

  /// Many clients save, each with a coordinator of its own, and some follow. The pooler has few sessions.
  @Test(
    "A crowd saves and follows on few sessions",
    arguments: PoolerPath.kinds.filter { [.transaction, .bare].contains($0) })
  func crowd(kind: PoolerPath.Kind) async throws {
    let (writers, rounds, followerCount, sessions) = (40, 3, 4, 4)
    let path = try PoolerPath(kind, sessions: sessions, ["max_connections=300"])
    let url = path.url("crowd")
    let followers = try (0..<followerCount).map { _ in UncheckedTransfer(try KeyFollower(url)) }
    defer { for follower in followers { follower.value.close() } }
    let coordinators = try (0..<writers).map { _ in
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
      try coordinator.addPersistentStore(type: .postgreSQL, at: url)
      return UncheckedTransfer(coordinator)
    }
    let done = Protected(0)
    for (writer, coordinator) in coordinators.enumerated() {
      Thread.detachNewThread {
        #expect(throws: Never.self) { try Self.write(rounds, by: writer, to: coordinator.value) }
        done.withLock { $0 += 1 }
      }
    }
    var most = 0
    while done.withLock({ $0 }) < writers {
      most = max(most, try path.sessions())
      try await Task.sleep(for: .milliseconds(20))
    }
    if kind == .transaction { #expect(most <= sessions + followerCount) }
    let expected = try PostgresPair.contents(url)
    #expect(expected.count == writers * rounds && expected.allSatisfy { $0.hasPrefix("W") })
    for follower in followers { #expect(try await follower.value.reported(expected.count) == expected.count) }
    print("\(writers) writers and \(followerCount) followers had \(most) sessions, \(kind)")
  }

  /// Inserts artists, renames each, and removes the store.
  private static func write(_ rounds: Int, by writer: Int, to coordinator: NSPersistentStoreCoordinator) throws {
    let context = PostgresPair.context(coordinator)
    try context.performAndWait {
      for round in 0..<rounds {
        let artist = try context.insert("Artist", ["name": "w\(writer) r\(round)"])
        try context.save()
        artist.setValue("W\(writer) r\(round)", forKey: "name")
        try context.save()
      }
    }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }
}

import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("A server that fails", .onServer, .serialized)
struct PostgresFaultTests {
  /// The server is killed, as in a power cut, at random moments among its saves, and started again. Each save is done
  /// as a whole or not at all, and its result tells the caller which.
  @Test("A killed server leaves each save before or after")
  func killed() throws {
    let seed = TestSeeds.seeds(1, from: 77)[0]
    var random = SeededRandom(seed: seed)
    // In this test a commit must survive the server's end, so it waits for the disk.
    let cluster = try PostgresCluster(settings: ["fsync=on", "synchronous_commit=on"])
    let url = cluster.newURL()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    var expected: Set<String> = []
    var failures = 0
    let rounds = max(6, TestSeeds.rounds(20))
    for round in 0..<rounds {
      let context = PostgresPair.context(coordinator)
      let delay = UInt32(random.below(150_000))
      let killer = Thread {
        usleep(delay)
        cluster.kill()
        try? cluster.start()
      }
      killer.start()
      try context.performAndWait {
        for save in 0..<10 {
          let names = (0..<3).map { "r\(round)-\(save)-\($0)" }
          for name in names { try context.insert("Artist", ["name": name]) }
          do {
            try context.save()
            expected.formUnion(names)
          } catch {
            context.rollback()
            failures += 1
          }
        }
      }
      while !killer.isFinished { usleep(10_000) }
      #expect(Set(try PostgresPair.contents(url)) == expected, "seed \(seed), round \(round)")
    }
    print("seed \(seed): \(failures) of \(10 * rounds) saves failed")
    #expect(failures < 10 * rounds)
  }

  /// All connections end at random moments while a list is read and saved. Reads are repeated without an error, and
  /// each save is done once.
  @Test("Connections that are ended are opened again")
  func ended() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "ended", settings: "&application_name=ended"))
    // The name excludes connections of other tests.
    let end = {
      try cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ended'")
    }
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      for number in 0..<10 {
        try context.insert("Artist", ["name": "n\(number)"])
        if number % 2 == 0 { _ = try end() }
        try context.save()
        if number % 3 == 0 { _ = try end() }
        context.reset()
        #expect(try context.all("Artist", by: "name").map { $0.text("name") }.count == number + 1)
      }
    }
  }

  /// Loses the answer to a commit. The server waits for a standby that does not exist, with the commit done, and the
  /// connection is ended then. The store must wait for that standby again before it takes the commit for done.
  private func losingAnswer<Result: Sendable>(
    _ cluster: PostgresCluster, _ write: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    func setStandby(_ name: String) throws {
      try cluster.sql("ALTER SYSTEM SET synchronous_standby_names = '\(name)'")
      try cluster.sql("SELECT pg_reload_conf()")
      let end = Date().addingTimeInterval(60)
      while try cluster.sql("SHOW synchronous_standby_names") != name, Date() < end { usleep(10_000) }
    }
    func waitForWaiting(_ column: String) async throws {
      let query = "SELECT \(column) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
      let end = Date().addingTimeInterval(60)
      while try cluster.sql(query) == "0", Date() < end { try await Task.sleep(for: .milliseconds(10)) }
      try #require(Date() < end, "no session waits for the standby")
    }
    try setStandby("nobody")
    let writing = Task.detached { try write() }
    try await waitForWaiting("count(pg_terminate_backend(pid))")
    try await waitForWaiting("count(*)")
    try setStandby("")
    return try await writing.value
  }

  @Test("What is deleted of the history is counted where the answer is lost")
  func lostCount() async throws {
    let cluster = try PostgresCluster(settings: ["synchronous_commit=on"])
    let pair = try PostgresPair(cluster.url(schema: "lost"))
    for name in ["a", "b"] { try pair.elsewhere { try $0.insert("Artist", ["name": name]) } }
    let rows = pair.first.persistentStores[0].rows
    #expect(try await losingAnswer(cluster) { try rows.deleteHistory(before: .number(2)) } == 1)
  }

  @Test("A commit whose answer is lost is done once, and is no news to its own coordinator")
  func lostAnswer() async throws {
    let cluster = try PostgresCluster(settings: ["synchronous_commit=on"])
    let pair = try PostgresPair(cluster.url(schema: "lost"))
    let store = pair.first.persistentStores[0]
    var writes = try StoreWrites(store)
    let writer = UncheckedTransfer(PostgresPair.context(pair.first))
    try await losingAnswer(cluster) {
      try writer.value.performAndWait {
        try writer.value.insert("Artist", ["name": "a"])
        try writer.value.save()
      }
    }
    #expect(try writes.read(store) == nil)
    try pair.elsewhere { try $0.insert("Artist", ["name": "last"]) }
    let news = try writes.read(store)
    #expect(news?.inserted.map(\.primaryKey) == [2])
    #expect(try PostgresPair.contents(pair.url) == ["a", "last"])
  }

  /// Another program has deleted the row with the last number, or the table.
  @Test("A store whose history is gone can be read or says what is gone", arguments: [true, false])
  func withoutNumbers(isDropped: Bool) throws {
    let cluster = try PostgresCluster.shared.get()
    let schema = "numbers_\(isDropped)"
    let pair = try PostgresPair(cluster.url(schema: schema))
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    try cluster.sql(isDropped ? "DROP TABLE \"Z_HISTORY\"" : "DELETE FROM \"Z_HISTORY\"", schema: schema)
    let context = PostgresPair.context(pair.first)
    if isDropped {
      let error = #expect(throws: NSError.self) { try context.performAndWait { _ = try context.all("Artist") } }
      #expect(error?.code == NSPersistentStoreIncompatibleSchemaError, "\(error as Any)")
      #expect(error?.localizedDescription.contains("Z_HISTORY") == true, "\(error as Any)")
      try cluster.sql("CREATE TABLE \"Z_HISTORY\" (\"ZLAST\" int8 NOT NULL)", schema: schema)
    }
    let names = try context.performAndWait { try context.texts("Artist", "name") }
    #expect(names == ["a"])
  }

  @Test("A server that is halted is an error after the time that the store allows, and goes on after it")
  func halted() throws {
    let cluster = try PostgresCluster()
    let url = cluster.newURL()
    let pair = try PostgresPair(url, options: [NSPersistentStoreTimeoutOption: 6])
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      #expect(try context.texts("Artist", "name") == ["a"])
      cluster.halt(true)
      try context.insert("Artist", ["name": "b"])
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSPersistentStoreTimeoutError, "\(error as Any)")
      cluster.halt(false)
      try context.save()
    }
    #expect(try PostgresPair.contents(url) == ["a", "b"])
  }

  @Test("Tables that another program changed are an error that says so")
  func altered() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "altered"))
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    try cluster.sql("ALTER TABLE \"ZARTIST\" RENAME COLUMN \"ZNAME\" TO \"ZGONE\"", schema: "altered")
    let context = PostgresPair.context(pair.first)
    let error = #expect(throws: NSError.self) {
      try context.performAndWait { _ = try context.all("Artist", where: "name == 'a'") }
    }
    #expect(error?.code == NSPersistentStoreIncompatibleSchemaError, "\(error as Any)")
    // So many rows are inserted by a copy.
    try context.performAndWait {
      for _ in 0..<60 { try context.insert("Artist", ["name": "b"]) }
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSPersistentStoreIncompatibleSchemaError, "\(error as Any)")
      #expect(error?.localizedDescription.contains("ZNAME") == true, "\(error as Any)")
    }
    try cluster.sql("ALTER TABLE \"ZARTIST\" RENAME COLUMN \"ZGONE\" TO \"ZNAME\"", schema: "altered")
    try context.performAndWait { try context.save() }
    let names = try context.performAndWait { try context.texts("Artist", "name") }
    #expect(names == ["a"] + [String](repeating: "b", count: 60))
  }

  /// Another program holds a lock and never ends its transaction. A save stops waiting in time.
  @Test("No session waits forever for one that stops within a transaction")
  func stopped() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "stopped"), options: [NSPersistentStoreTimeoutOption: 6])
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    let address = try PostgresAddress(pair.url)
    let other = try PostgresConnection(address, timeout: 60)
    try other.run("BEGIN")
    try other.run("LOCK TABLE \"Z_HISTORY\" IN EXCLUSIVE MODE")
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      try context.insert("Artist", ["name": "b"])
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSPersistentStoreTimeoutError, "\(error as Any)")
      try other.run("ROLLBACK")
      try context.save()
    }
    #expect(try PostgresPair.contents(pair.url) == ["a", "b"])
  }
}

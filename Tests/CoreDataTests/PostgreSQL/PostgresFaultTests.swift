#if PostgreSQL
  import Foundation
  import PostgreSQLTesting
  import SectionedTesting
  import Testing

  @testable import CoreData

  @Suite("A server that fails", .serialized)
  struct PostgresFaultTests {
    /// The server is killed as by a power cut at a random moment of each of some saves, and started again. Each save is
    /// done as a whole or not at all, and what its caller heard is what was done.
    @Test("A killed server leaves each save before or after")
    func killed() throws {
      let seed = TestSeeds.seeds(1, from: 77)[0]
      var random = SeededRandom(seed: seed)
      // Here a commit must outlive the server.
      let cluster = try PostgresCluster(settings: ["fsync=on", "synchronous_commit=on"])
      let url = cluster.newURL()
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
      try coordinator.addPersistentStore(type: .postgreSQL, at: url)
      var expected: Set<String> = []
      for round in 0..<6 {
        let context = PostgresPair.context(coordinator)
        let names = (0..<3).map { "r\(round)-\($0)" }
        let delay = UInt32(random.below(30_000))
        let killer = Thread {
          usleep(delay)
          cluster.kill()
          try? cluster.start()
        }
        killer.start()
        let isSaved = try context.performAndWait {
          for name in names { try context.insert("Artist", ["name": name]) }
          do {
            try context.save()
            return true
          } catch {
            return false
          }
        }
        while !killer.isFinished { usleep(10_000) }
        let there = Set(try PostgresPair.contents(url)).subtracting(expected)
        #expect(there == (isSaved ? Set(names) : []), "seed \(seed), round \(round): \(isSaved) and \(there)")
        expected.formUnion(there)
      }
    }

    /// What ends is each connection, at random moments, while a list is read and saved: reads go on by themselves, saves
    /// are done once.
    @Test("Connections that are ended are opened again")
    func ended() throws {
      let cluster = try PostgresCluster.shared.get()
      let pair = try PostgresPair(cluster.newURL())
      let end = {
        try cluster.sql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'CoreData' AND query LIKE "
            + "'%Z_%' AND pid <> pg_backend_pid()")
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
      try cluster.sql("ALTER TABLE \"ZARTIST\" RENAME COLUMN \"ZGONE\" TO \"ZNAME\"", schema: "altered")
      let names = try context.performAndWait { try context.texts("Artist", "name") }
      #expect(names == ["a"])
    }

    /// Another program holds a lock and never ends its transaction: a save gives up in time.
    @Test("Nobody waits for ever for one who stops in a transaction")
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
#endif

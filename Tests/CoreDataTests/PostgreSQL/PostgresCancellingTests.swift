#if PostgreSQL
  import Foundation
  import PostgreSQLTesting
  import SectionedTesting
  import Testing

  @testable import CoreData

  /// Another session holds the table, so that a fetch waits on the server until it is cancelled.
  @Suite("A fetch from a server is cancelled")
  struct PostgresCancellingTests {
    @Test(arguments: [true, false], [true, false])
    func whileItWaits(byProgress: Bool, inAChild: Bool) async throws {
      let cluster = try PostgresCluster()
      let pair = try PostgresPair(cluster.url(schema: "waiting"))
      try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
      let holder = try PostgresConnection(PostgresAddress(pair.url), timeout: 60)
      // However long the rest takes.
      try holder.run("SET idle_in_transaction_session_timeout = 0")
      try holder.run("BEGIN")
      try holder.run("LOCK TABLE \"ZARTIST\" IN ACCESS EXCLUSIVE MODE")
      func waiting() throws -> String { try cluster.sql("SELECT count(*) FROM pg_locks WHERE NOT granted") }
      func wait(for count: String) async throws {
        let end = Date().addingTimeInterval(300)
        while try waiting() != count, Date() < end { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try waiting() == count)
      }

      let root = PostgresPair.context(pair.first)
      let context = inAChild ? NSManagedObjectContext(.privateQueue) : root
      if inAChild { context.parent = root }
      let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
      let answers = AsyncStream<UncheckedTransfer<(count: Int?, error: (any Error)?)>>.makeStream()
      let result = try context.performAndWait {
        UncheckedTransfer(
          try context.execute(
            NSAsynchronousFetchRequest(fetchRequest: request) {
              answers.continuation.yield(UncheckedTransfer(($0.finalResult?.count, $0.operationError)))
            }) as? NSPersistentStoreAsynchronousResult)
      }
      try await wait(for: "1")
      // The second time as well.
      for _ in 0..<2 { if byProgress { result.value?.progress?.cancel() } else { result.value?.cancel() } }
      var ended = answers.stream.makeAsyncIterator()
      let answer = try #require(await ended.next()).value
      #expect(answer.count == nil && (answer.error as? CocoaError)?.code == .userCancelled)
      // The table is still held, and nobody waits for it.
      try await wait(for: "0")
      // What comes next is not cancelled, on the same queue either.
      try context.performAndWait {
        try context.insert("Tag", ["name": "t"])
        try context.save()
        #expect(try context.all("Tag").count == 1)
      }
      try holder.run("COMMIT")
      #expect(try context.performAndWait { try context.fetch(request).count } == 1)
    }
  }
#endif

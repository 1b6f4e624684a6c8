import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("Many who follow and many who write", .onServer, .serialized)
struct PostgresCrowdTests {
  /// Each writer inserts, renames and deletes its own artists. Each follower is notified of every insertion, and ends
  /// with the list of a fresh fetch. No coordinator has more connections than its share.
  @Test("Every follower is notified of every commit, and ends with the same list")
  func crowd() async throws {
    // The test has its own server, so that it can count connections.
    let cluster = try PostgresCluster()
    let url = cluster.url(schema: "crowd")
    let (writers, rounds, followerCount) = (8, 12, 4)
    let followers = try (0..<followerCount).map { _ in UncheckedTransfer(try KeyFollower(url)) }
    defer { for follower in followers { follower.value.close() } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask {
          let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
          try coordinator.addPersistentStore(type: .postgreSQL, at: url)
          let context = PostgresPair.context(coordinator)
          for round in 0..<rounds {
            try context.performAndWait {
              let artist = try context.insert("Artist", ["name": "w\(writer) r\(round)"])
              try context.save()
              artist.setValue("W\(writer) r\(round)", forKey: "name")
              if round % 3 == 0 { context.delete(artist) }
              try context.save()
            }
          }
          for store in coordinator.persistentStores { try coordinator.remove(store) }
        }
      }
      try await group.waitForAll()
    }
    let expected = try PostgresPair.contents(url)
    #expect(expected.count == writers * rounds * 2 / 3)
    // All connections of the writers are closed. A follower has at most three, and one that listens.
    func connections() throws -> Int {
      try #require(
        Int(cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'CoreData'")))
    }
    let end = Date().addingTimeInterval(60)
    while try connections() > followerCount * 4, Date() < end { try await Task.sleep(for: .milliseconds(20)) }
    #expect((followerCount...followerCount * 4).contains(try connections()))
    for follower in followers {
      let context = follower.value.context
      let end = Date().addingTimeInterval(60)
      func reported() -> Int { context.performAndWait { follower.value.keys.count } }
      while reported() != expected.count, Date() < end { try await Task.sleep(for: .milliseconds(20)) }
      #expect(reported() == expected.count)
      let names = try context.performAndWait { try context.texts("Artist", "name") }
      #expect(names == expected)
    }
  }

  @Test("One whose listening connection is cut catches up by itself")
  func cutWhileListening() async throws {
    let cluster = try PostgresCluster.shared.get()
    let url = cluster.url(schema: "cut", settings: "&application_name=cut")
    let follower = UncheckedTransfer(try KeyFollower(url))
    defer { follower.value.close() }
    let pair = try PostgresPair(url)
    for round in 0..<5 {
      try cluster.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut' "
          + "AND (query LIKE 'LISTEN%' OR query = 'SELECT \"ZLAST\" FROM \"Z_HISTORY\"')")
      try pair.elsewhere { try $0.insert("Artist", ["name": "a\(round)"]) }
      #expect(try await follower.value.reported(round + 1) == round + 1)
    }
  }

  /// The server may notify of a commit before its answer is read. Here the threads that save wait for each other.
  @Test("A context gets each commit of its own coordinator once")
  func ownCommits() throws {
    let pair = try PostgresPair()
    let context = PostgresPair.context(pair.first)
    context.automaticallyMergesChangesFromParent = true
    let trace = context.performAndWait { EventTrace(context) }
    let (writers, rounds) = (16, 25)
    let coordinator = UncheckedTransfer(pair.first)
    DispatchQueue.concurrentPerform(iterations: writers) { writer in
      let context = PostgresPair.context(coordinator.value)
      for round in 0..<rounds {
        context.performAndWait {
          #expect(throws: Never.self) {
            try context.insert("Artist", ["name": "\(writer).\(round)"])
            try context.save()
          }
        }
      }
    }
    // The commit of another session is last. A commit that is reported twice would appear before it.
    try pair.elsewhere { try $0.insert("Artist", ["name": "last"]) }
    var reported: [String] = []
    let end = Date().addingTimeInterval(60)
    while reported.last != "+last stored", Date() < end { reported += context.performAndWait { trace.take() } }
    let names = (0..<writers).flatMap { writer in (0..<rounds).map { "+\(writer).\($0) stored" } }
    #expect(reported.dropLast().sorted() == names.sorted())
    #expect(reported.last == "+last stored")
  }

  /// Some commits are the coordinator's own, and there are more than the first read requests.
  @Test("A look after many commits reports each commit of another session once, in order")
  func manyCommits() throws {
    let pair = try PostgresPair()
    let store = pair.first.persistentStores[0]
    var writes = try StoreWrites(store)
    let own = PostgresPair.context(pair.first)
    var names: [String] = []
    for number in 0..<250 {
      if number % 10 != 3 {
        names.append("a\(number)")
        try pair.elsewhere { try $0.insert("Artist", ["name": "a\(number)"]) }
      } else {
        try own.performAndWait {
          try own.insert("Artist", ["name": "own"])
          try own.save()
        }
      }
    }
    let read = try writes.read(store)
    let keys = try #require(read)
    let reported = try own.performAndWait {
      try keys.inserted.map { try own.existingObject(with: store.objectID(for: $0)).text("name") }
    }
    #expect(reported == names)
    #expect(keys.updated.isEmpty && keys.deleted.isEmpty && keys.span.isComplete)
    #expect(try writes.read(store) == nil)
  }

  /// The numbers are the next one, a large one, and no number. The rows are of no entity, of an unknown entity, and too
  /// many.
  @Test("False notifications hide no commit")
  func falseNotifications() async throws {
    let cluster = try PostgresCluster.shared.get()
    let url = cluster.url(schema: "false")
    let pair = try PostgresPair(url)
    let follower = UncheckedTransfer(try KeyFollower(url))
    defer { follower.value.close() }
    for (round, payload) in [
      "1", "999999999", "x", "", "-5", "900 99:1 1:999 2:-1 x:1", "901" + String(repeating: " 1:1 1:2", count: 50),
    ].enumerated() {
      try cluster.sql("SELECT pg_notify('core_data.false', '\(payload)')")
      try pair.elsewhere { try $0.insert("Artist", ["name": "a\(round)"]) }
      #expect(try await follower.value.reported(round + 1) == round + 1)
    }
  }

  @Test("Ten thousand unread notifications are one look")
  func manyNotifications() async throws {
    let cluster = try PostgresCluster.shared.get()
    let url = cluster.url(schema: "many")
    let pair = try PostgresPair(url)
    let follower = UncheckedTransfer(try KeyFollower(url))
    defer { follower.value.close() }
    try cluster.sql("SELECT pg_notify('core_data.many', n::text) FROM generate_series(1, 10000) AS n")
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    #expect(try await follower.value.reported(1) == 1)
  }
}

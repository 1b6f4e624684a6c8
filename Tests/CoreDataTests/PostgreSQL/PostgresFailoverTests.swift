import Foundation
import PostgreSQLTesting
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// The address of a store has a primary and a standby. The primary is lost, and the test promotes the standby.
@Suite("A store of several servers, when the primary is lost", .onServer, .serialized)
struct PostgresFailoverTests {
  private let primary: PostgresCluster
  private let standby: PostgresCluster

  init() throws {
    primary = try PostgresCluster()
    // The standby is a copy of the primary with the store.
    let coordinator = try Self.coordinator(primary.url(schema: "music"))
    try Self.remove(coordinator)
    standby = try PostgresCluster(standbyOf: primary)
  }

  /// The address of both servers, without further settings.
  private var url: URL { primary.url(schema: "music", or: standby) }

  private static func coordinator(
    _ url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try coordinator.addPersistentStore(type: .postgreSQL, at: url, options: options)
    return coordinator
  }

  private static func remove(_ coordinators: NSPersistentStoreCoordinator...) throws {
    for coordinator in coordinators {
      for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
  }

  private func insert(_ name: String, _ coordinator: NSPersistentStoreCoordinator) throws {
    let context = PostgresPair.context(coordinator)
    try context.performAndWait {
      try context.insert("Artist", ["name": name])
      try context.save()
    }
  }

  /// Returns the names on a server, as another program reads them.
  private func names(_ cluster: PostgresCluster) throws -> [String] {
    try cluster.sql("SELECT \"ZNAME\" FROM \"ZARTIST\" ORDER BY 1", schema: "music").split(separator: "\n").map(
      String.init)
  }

  private func promote() throws { #expect(try standby.sql("SELECT pg_promote()") == "t") }

  /// Configures the primary so that a commit waits until the standby has it, too.
  private func replicateSynchronously() throws {
    try primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    try primary.sql("SELECT pg_reload_conf()")
    try #require(
      try waits(upTo: 60) { try primary.sql("SELECT string_agg(sync_state, ' ') FROM pg_stat_replication") == "sync" })
  }

  /// There are four writers and three followers. The primary is killed after a random number of saves.
  @Test("Every save that was acknowledged is there once, and lists go on", arguments: TestSeeds.seeds(2))
  func failover(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    try replicateSynchronously()
    let followers = try (0..<3).map { _ in UncheckedTransfer(try KeyFollower(url)) }
    defer { for follower in followers { follower.value.close() } }
    let coordinators = try (0..<4).map { _ in UncheckedTransfer(try Self.coordinator(url)) }
    let written = WrittenNames()
    for (writer, coordinator) in coordinators.enumerated() { written.start(writer, 30, coordinator) }
    let killed = Int.random(in: 5..<80, using: &random)
    try #require(waits(upTo: 120) { written.done.count >= killed })
    primary.kill()
    try promote()
    #expect(waits(upTo: 300) { !written.isRunning })
    let there = try names(standby)
    written.expectAll(there)
    try await WrittenNames.expectReported(there, by: followers)
    print("the primary was killed after \(killed) saves, \(written.failed.count) of 120 were errors")
    for coordinator in coordinators { try Self.remove(coordinator.value) }
  }

  /// The former primary starts again with its old state, and accepts all writes. It is the first server in the address.
  @Test("A former primary that comes back gets no save, and no program that opens the store reads it")
  func formerPrimary() throws {
    // If no other primary is found, the store waits for this time.
    let coordinator = try Self.coordinator(url, options: [NSPersistentStoreTimeoutOption: 5])
    try insert("a", coordinator)
    try #require(try waits(upTo: 60) { try names(standby) == ["a"] })
    primary.kill()
    try promote()
    try insert("b", coordinator)
    try primary.start()
    try standby.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'CoreData'")
    try insert("c", coordinator)
    let late = try Self.coordinator(url)
    try insert("d", late)
    #expect(try names(primary) == ["a"])
    #expect(try names(standby) == ["a", "b", "c", "d"])
    // Only the former primary is running.
    standby.kill()
    let error = #expect(throws: NSError.self) { try insert("e", coordinator) }
    #expect(error?.localizedDescription.contains("a former primary") == true, "\(error as Any)")
    #expect(try names(primary) == ["a"])
    try Self.remove(coordinator, late)
  }

  /// The standby is down while "lost" is saved, and is promoted without that commit. If another program saves before
  /// this one has connected again, its commit has the number of the lost one.
  @Test(
    "Where a commit was lost, lists are fetched again, and saves are refused until the store is opened again",
    arguments: [false, true])
  func lostCommits(savesBeside: Bool) async throws {
    let coordinator = try Self.coordinator(url)
    let list = try ListOfNames(PostgresPair.context(coordinator))
    let other = try Self.coordinator(primary.url(schema: "music"))
    try insert("a", other)
    try await list.wait(for: ["a"])
    try #require(try waits(upTo: 60) { try names(standby) == ["a"] })
    try standby.stop()
    try insert("lost", other)
    try await list.wait(for: ["a", "lost"])
    primary.kill()
    try standby.start()
    try promote()
    let beside = try Self.coordinator(standby.url(schema: "music"))
    if savesBeside { try insert("x", beside) }
    let rest = savesBeside ? ["a", "x"] : ["a"]
    try await list.wait(for: rest)
    for _ in 0..<2 {
      let error = #expect(throws: NSError.self) { try insert("mixed", coordinator) }
      #expect(error?.code == NSPersistentStoreSaveError)
      #expect(error?.localizedDescription.contains("open the store again") == true, "\(error as Any)")
    }
    // The list follows further commits, also those with numbers of lost commits.
    try insert("y", beside)
    try await list.wait(for: rest + ["y"])
    list.close()
    try Self.remove(coordinator, other)
    let again = try Self.coordinator(url)
    try insert("z", again)
    #expect(try names(standby) == rest + ["y", "z"])
    try Self.remove(again, beside)
  }
}

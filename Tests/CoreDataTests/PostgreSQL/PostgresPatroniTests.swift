import Foundation
import PostgreSQLTesting
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite(
  "A store on a cluster of three, which Patroni runs", .serialized,
  .enabled(
    if: PatroniCluster.isThere && ProcessInfo.processInfo.environment["TEST_POOLERS"] == "1",
    "for Patroni (apt-get install patroni etcd-server), with TEST_POOLERS=1"))
struct PostgresPatroniTests {
  /// There are four writers and three followers. The primary is killed at random moments, and starts again as a standby
  /// of the promoted one.
  @Test(
    "Every save that was acknowledged is there once, and lists go on", .endsWithin(minutes: 20),
    arguments: TestSeeds.seeds(1))
  func failovers(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let cluster = try PatroniCluster()
    let url = cluster.url(schema: "music")
    // A standby that does not follow yet does not have the database.
    try #require(waits(upTo: 120) { cluster.hasStandbys })
    let followers = try (0..<3).map { _ in UncheckedTransfer(try KeyFollower(url)) }
    defer { for follower in followers { follower.value.close() } }
    let coordinators = try (0..<4).map { _ in
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
      try coordinator.addPersistentStore(type: .postgreSQL, at: url)
      return UncheckedTransfer(coordinator)
    }
    let written = WrittenNames()
    var saves = 0
    for round in 0..<2 {
      for (writer, coordinator) in coordinators.enumerated() { written.start(round * 4 + writer, 30, coordinator) }
      let killed = saves + Int.random(in: 5..<80, using: &random)
      try #require(waits(upTo: 120) { written.done.count >= killed })
      let place = try cluster.killPrimary()
      #expect(waits(upTo: 300) { !written.isRunning })
      saves = written.done.count
      try cluster.start(place)
      #expect(waits(upTo: 120) { cluster.hasStandbys })
      print("node \(place) was killed after \(killed) saves, \(written.failed.count) were errors so far")
    }
    let there = try cluster.sql("SELECT \"ZNAME\" FROM \"ZARTIST\" ORDER BY \"ZNAME\" COLLATE \"C\"", schema: "music")
      .split(separator: "\n").map(String.init)
    written.expectAll(there)
    try await WrittenNames.expectReported(there, by: followers)
    for coordinator in coordinators {
      for store in coordinator.value.persistentStores { try coordinator.value.remove(store) }
    }
  }
}

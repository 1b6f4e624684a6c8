import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// A primary and standbys, which replicate its commits as soon as possible, unless a test halts the replication.
@Suite("A store that reads from standbys and saves to the primary", .onServer, .serialized)
struct PostgresReaderTests {
  private let primary: PostgresCluster
  private let standby: PostgresCluster

  init() throws {
    primary = try PostgresCluster()
    standby = try PostgresCluster(standbyOf: primary)
  }

  /// Returns the address of a store that reads from standbys.
  private func url(_ standbys: [PostgresCluster]) -> URL {
    let hosts = standbys.map(\.socketFolder).joined(separator: ",")
    return primary.url(schema: "music", settings: "&read_host=\(hosts)")
  }

  private func coordinator(_ url: URL) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    return coordinator
  }

  private func halt(_ standby: PostgresCluster) throws {
    try standby.sql("SELECT pg_wal_replay_pause()")
    let end = Date().addingTimeInterval(60)
    while try standby.sql("SELECT pg_get_wal_replay_pause_state()") != "paused", Date() < end { usleep(5_000) }
  }

  private func resume(_ standby: PostgresCluster) throws { try standby.sql("SELECT pg_wal_replay_resume()") }

  private func insert(_ name: String, _ coordinator: NSPersistentStoreCoordinator) throws {
    let context = PostgresPair.context(coordinator)
    try context.performAndWait {
      try context.insert("Artist", ["name": name])
      try context.save()
    }
  }

  private func names(_ coordinator: NSPersistentStoreCoordinator) throws -> [String] {
    let context = PostgresPair.context(coordinator)
    return try context.performAndWait {
      let names = try context.texts("Artist", "name")
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Artist")) == names.count)
      return names
    }
  }

  private func waitUntil(_ coordinator: NSPersistentStoreCoordinator, has names: [String]) throws {
    let end = Date().addingTimeInterval(60)
    while try self.names(coordinator) != names, Date() < end { usleep(10_000) }
    #expect(try self.names(coordinator) == names)
  }

  private func remove(_ coordinators: NSPersistentStoreCoordinator...) throws {
    for coordinator in coordinators {
      for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
  }

  /// The standby has "a", and its replication is halted. The commits of other processes are not visible, and those of
  /// this one are.
  @Test("What it reads is the standby's state, and has its own saves at once")
  func ownSaves() throws {
    let (reading, other) = (try coordinator(url([standby])), try coordinator(primary.url(schema: "music")))
    try insert("a", other)
    try waitUntil(reading, has: ["a"])
    try halt(standby)
    try insert("b", other)
    #expect(try names(reading) == ["a"])
    #expect(try standby.sql("SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = 'CoreData'") == "t")
    try insert("c", reading)
    #expect(try names(reading) == ["a", "b", "c"])
    // A store that is opened now does not see any of them.
    let late = try coordinator(url([standby]))
    #expect(try names(late) == ["a"])
    try resume(standby)
    try waitUntil(late, has: ["a", "b", "c"])
    try remove(reading, other, late)
  }

  @Test("Who follows gets each commit once, when the standby has it")
  func following() async throws {
    let other = try coordinator(primary.url(schema: "music"))
    let follower = UncheckedTransfer(try KeyFollower(url([standby])))
    defer { follower.value.close() }
    for round in 0..<5 {
      if round % 2 == 0 { try halt(standby) }
      try insert("a\(round)", other)
      try resume(standby)
      #expect(try await follower.value.reported(round + 1) == round + 1)
    }
    let context = follower.value.context
    let names = try context.performAndWait { try context.texts("Artist", "name") }
    #expect(names == (0..<5).map { "a\($0)" })
    try remove(other)
  }

  @Test("Where no standby answers it reads from the primary, and from a standby that comes back")
  func killed() throws {
    let reading = try coordinator(url([standby]))
    try insert("a", reading)
    standby.kill()
    #expect(try names(reading) == ["a"])
    try insert("b", reading)
    #expect(try names(reading) == ["a", "b"])
    try standby.start()
    let late = try coordinator(url([standby]))
    try waitUntil(late, has: ["a", "b"])
    try remove(reading, late)
  }

  @Test("A primary that is named for reading is read from where no standby is")
  func primaryAlone() async throws {
    let reading = try coordinator(url([primary]))
    let follower = UncheckedTransfer(try KeyFollower(url([primary])))
    defer { follower.value.close() }
    try insert("a", reading)
    #expect(try names(reading) == ["a"])
    #expect(try await follower.value.reported(1) == 1)
    try remove(reading)
  }

  /// The primary runs no reads of Pgpool-II.
  @Test(
    "Reads go through Pgpool-II, which gives each session to a standby",
    .enabled(if: Pgpool.isThere, "for Pgpool-II (apt-get install pgpool2)"))
  func pgpool() async throws {
    let standbys = [standby, try PostgresCluster(standbyOf: primary)]
    let pooler = try Pgpool(to: primary, standbys: standbys, clients: 20)
    print("\(try pooler.version) before PostgreSQL \(try primary.sql("SHOW server_version"))")
    let url = primary.url(schema: "music", settings: "&read_host=\(pooler.socketFolder)")
    let other = try coordinator(primary.url(schema: "music"))
    let readers = try (0..<8).map { _ in try coordinator(url) }
    let follower = UncheckedTransfer(try KeyFollower(url))
    defer { follower.value.close() }
    try insert("a", other)
    for reader in readers { try waitUntil(reader, has: ["a"]) }
    for standby in standbys { try halt(standby) }
    try insert("b", other)
    for reader in readers { #expect(try names(reader) == ["a"]) }
    try insert("c", readers[0])
    #expect(try names(readers[0]) == ["a", "b", "c"])
    for standby in standbys { try resume(standby) }
    for reader in readers { try waitUntil(reader, has: ["a", "b", "c"]) }
    #expect(try await follower.value.reported(3) == 3)
    try remove(other)
    for reader in readers { try remove(reader) }
  }

  /// Two stores read from two standbys, which are halted and resumed at random, and save. A third store saves, too.
  @Test("No read goes back, and none misses what its store saved", arguments: TestSeeds.seeds(2))
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let standbys = [standby, try PostgresCluster(standbyOf: primary)]
    let stores = try (0..<2).map { _ in try coordinator(url(standbys)) } + [coordinator(primary.url(schema: "music"))]
    var (committed, saved, seen): (Set<String>, [Set<String>], [Set<String>]) = (
      [], stores.map { _ in [] }, stores.map { _ in [] }
    )
    for step in 0..<60 {
      let (store, standby) = (Int.random(in: 0..<3, using: &random), standbys[step % 2])
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try halt(standby)
      case 1: try resume(standby)
      case 2...4:
        try insert("\(step)", stores[store])
        committed.insert("\(step)")
        saved[store].insert("\(step)")
      default:
        let found = Set(try names(stores[store]))
        #expect(found.isSubset(of: committed), "step \(step)")
        #expect(found.isSuperset(of: saved[store].union(seen[store])), "step \(step)")
        seen[store] = found
      }
    }
    for standby in standbys { try resume(standby) }
    for store in stores {
      try waitUntil(store, has: committed.sorted())
      try remove(store)
    }
  }
}

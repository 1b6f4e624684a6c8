#if PostgreSQL
  import Foundation
  import PostgreSQLTesting
  import SectionedTesting
  import Testing

  /// The events of `StressTests` on a server: each run has a store of its own, which a second coordinator writes, too,
  /// with connections of its own, as another machine does.
  @Suite("Any events, in any order, on a server", .serialized)
  struct ServerStressTests {
    @Test(
      .enabled(if: !StoresOnServers.types.isEmpty, "\(StoresOnServers.missing ?? "")"), arguments: TestSeeds.seeds(6))
    func onSmallLists(seed: UInt64) throws {
      let cluster = try PostgresCluster.shared.get()
      try StressRun.find(in: StressRun.events(seed: seed, count: StressTests.events / 2)) {
        var traits = LibraryTraits(seed: seed)
        traits.hasNeighbour = true
        return try StressRun(.server(cluster.newURL()), seed: seed, traits: traits, albums: 6, tracks: 30)
      }
    }
  }
#endif

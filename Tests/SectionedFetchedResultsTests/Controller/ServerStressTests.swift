#if !canImport(Darwin)
  import Foundation
  import PostgreSQLTesting
  import SectionedTesting
  import Testing

  /// The events of `StressTests` on a server. Each run has a store of its own. A second coordinator, with connections
  /// of its own, also writes to it, like another machine.
  @Suite("Any events, in any order, on a server", .serialized)
  struct ServerStressTests {
    @Test(
      .enabled(if: !StoresOnServers.types.isEmpty, "\(StoresOnServers.missing ?? "")"), arguments: TestSeeds.seeds(6))
    func onSmallLists(seed: UInt64) throws {
      let cluster = try PostgresCluster.shared.get()
      try StressRun.find(in: StressRun.events(seed: seed, count: StressTests.events / 2)) {
        var traits = LibraryTraits(seed: seed)
        traits.hasOtherCoordinator = true
        return try StressRun(.server(cluster.newURL()), seed: seed, traits: traits, albums: 6, tracks: 30)
      }
    }

    /// The same, while all connections of both coordinators are closed now and then, including those that wait for
    /// notifications.
    @Test(
      .enabled(if: !StoresOnServers.types.isEmpty, "\(StoresOnServers.missing ?? "")"), arguments: TestSeeds.seeds(6))
    func onLostConnections(seed: UInt64) throws {
      let cluster = try PostgresCluster.shared.get()
      var ended = 0
      try StressRun.find(in: StressRun.events(seed: seed, count: StressTests.events / 4)) {
        var traits = LibraryTraits(seed: seed)
        traits.hasOtherCoordinator = true
        let program = UUID().uuidString
        let named = try #require(URL(string: "\(cluster.newURL().absoluteString)&application_name=\(program)"))
        let run = try StressRun(.server(named), seed: seed, traits: traits, albums: 6, tracks: 30)
        run.disturbance = { random in
          var random = random
          guard random.oneIn(3) else { return }
          ended +=
            Int(
              try cluster.sql(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = '\(program)'"))
            ?? 0
        }
        return run
      }
      #expect(ended > 0)
    }
  }
#endif

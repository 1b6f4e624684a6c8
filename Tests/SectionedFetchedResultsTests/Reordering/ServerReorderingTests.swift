#if !canImport(Darwin)
  import PostgreSQLTesting
  import SectionedTesting
  import Testing

  @Suite("Two programs reorder one list on a server", .serialized)
  struct ServerReorderingTests {
    @Test(
      "both see one order, which is the store's",
      .enabled(if: !StoresOnServers.types.isEmpty, "\(StoresOnServers.missing ?? "")"), arguments: TestSeeds.seeds(8))
    func oneOrder(seed: UInt64) throws {
      let cluster = try PostgresCluster.shared.get()
      try TwoContextsTests.reorderByTwo(try ZoneLibrary(server: cluster.newURL()), seed)
    }
  }
#endif

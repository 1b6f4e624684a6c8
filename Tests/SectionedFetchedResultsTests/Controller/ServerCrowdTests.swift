#if !canImport(Darwin)
  import Foundation
  import PostgreSQLTesting
  import SectionedTesting
  import Testing

  /// Processes that follow a store on a server, and processes that write to it, all at the same time.
  ///
  /// With `CROWD=8x32x60`, eight processes follow, and thirty-two write for sixty seconds.
  @Suite("Processes that follow, and processes that write", .serialized)
  struct ServerCrowdTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let sizes = environment["CROWD"]?.split(separator: "x").compactMap { Int($0) } ?? [2, 4, 2]

    /// Each following process must get each insertion and deletion of a track once, and end with the list that a fresh
    /// fetch has. No process may have more connections than three, and one to listen.
    @Test(.enabled(if: !StoresOnServers.types.isEmpty, "\(StoresOnServers.missing ?? "")"))
    func everyWatcherEndsWithTheSameList() async throws {
      try #require(Self.sizes.count == 3, "CROWD=watchers x writers x seconds")
      let (watchers, writers, seconds) = (Self.sizes[0], Self.sizes[1], Self.sizes[2])
      let cluster = try PostgresCluster(settings: ["max_connections=400"])
      let url = cluster.url(schema: "crowd")
      let crowd = try CrowdMember(url.absoluteString)
      try crowd.fill(writers: writers)
      let folder = try TemporaryFolder()
      var members = try (0..<watchers).map {
        try CrowdProcess("watcher\($0)", ["watch"], url, in: folder)
      }
      defer { for member in members { member.kill() } }
      func wait(for count: Int, named name: String) async throws {
        let deadline = Date().addingTimeInterval(TimeInterval(seconds + 300))
        while try crowd.notes(name).count < count, members.allSatisfy({ $0.hasNotFailed }), Date() < deadline {
          try Self.expectShares(of: cluster)
          try await Task.sleep(for: .milliseconds(200))
        }
      }
      try await wait(for: watchers, named: CrowdMember.watching)
      members += try (0..<writers).map {
        try CrowdProcess("writer\($0)", ["write", "\($0)", "\(seconds)"], url, in: folder)
      }
      try await wait(for: writers, named: CrowdMember.wrote)
      try crowd.note(CrowdMember.end)
      for member in members {
        while member.isRunning { try await Task.sleep(for: .milliseconds(50)) }
        #expect(member.hasNotFailed, "\(member.output)")
      }
      let (inserted, deleted) = try crowd.totals()
      print(
        "CROWD: \(watchers) watched, \(writers) wrote for \(seconds) s, \(inserted) tracks came and \(deleted) went")
      #expect(inserted > 0 && deleted > 0)
    }

    private static func expectShares(of cluster: PostgresCluster) throws {
      let most = try cluster.sql(
        """
        SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n FROM pg_stat_activity \
        WHERE application_name LIKE 'watcher%' OR application_name LIKE 'writer%' GROUP BY application_name) AS t
        """)
      #expect((0...4).contains(try #require(Int(most))))
    }

    /// Performs the role of one process of the crowd.
    @Test(.enabled(if: environment[CrowdProcess.role] != nil, "only in the processes of the other test"))
    func member() async throws {
      let role = try #require(Self.environment[CrowdProcess.role]).split(separator: " ")
      let member = try CrowdMember(try #require(Self.environment[CrowdProcess.address]))
      switch role[0] {
      case "watch": try await member.watch()
      default: try member.write(number: try #require(Int(role[1])), seconds: try #require(Int(role[2])))
      }
    }
  }
#endif

import Foundation
import PostgreSQLTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("Following a store to which something happens", .onServer)
struct PostgresFollowingTests {
  /// The condition for the connections that listen. They run no other statements.
  private static let listening = """
    FROM pg_stat_activity WHERE pid <> pg_backend_pid() \
    AND (query = 'SELECT "ZLAST" FROM "Z_HISTORY"' OR query LIKE '%"Z_FOLLOWER"%')
    """

  @Test("A followed store whose tables are gone is asked now and then, on one connection")
  func dropped() async throws {
    let cluster = try PostgresCluster()
    let pair = try PostgresPair(cluster.url(schema: "followed"))
    let watch = try #require(pair.first.persistentStores.first).rows.watchWrites {}
    try cluster.sql("DROP SCHEMA followed CASCADE")
    #expect(try cluster.sql("SELECT count(pg_terminate_backend(pid)) \(Self.listening)") == "1")
    var attempts: Set<String> = []
    func look() throws {
      attempts.formUnion(try cluster.sql("SELECT pid \(Self.listening)").split(separator: "\n").map(String.init))
    }
    let end = Date().addingTimeInterval(60)
    while attempts.isEmpty, Date() < end {
      try await Task.sleep(for: .milliseconds(20))
      try look()
    }
    try await Task.sleep(for: .milliseconds(500))
    try look()
    #expect(attempts.count == 1)
    withExtendedLifetime(watch) {}
  }

  /// Another program locks its table for a moment when the first context asks.
  @Test("A store that could not be followed is followed when the next context asks for it")
  func followedLater() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "later"))
    let contexts = [PostgresPair.context(pair.first), PostgresPair.context(pair.first)]
    let artist = try contexts[1].performAndWait {
      let artist = try contexts[1].insert("Artist", ["name": "a"])
      try contexts[1].save()
      return UncheckedTransfer(artist)
    }
    let (context, reported) = (contexts[1], Protected<[String]>([]))
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
    ) { _ in reported.withLock { $0.append(artist.value.text("name")) } }
    defer { NotificationCenter.default.removeObserver(observer) }
    try cluster.sql("ALTER TABLE \"Z_HISTORY\" RENAME TO taken", schema: "later")
    contexts[0].automaticallyMergesChangesFromParent = true
    try cluster.sql("ALTER TABLE taken RENAME TO \"Z_HISTORY\"", schema: "later")
    context.automaticallyMergesChangesFromParent = true
    try pair.elsewhere { try $0.all("Artist", by: "name").first?.setValue("b", forKey: "name") }
    #expect(waits(upTo: 60) { reported.withLock { $0.last == "b" } })
    withExtendedLifetime(pair) {}
  }

  @Test("What is trimmed is old, was read by all, and leaves no gap")
  func trimming() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "trimmed"))
    for name in ["a", "b", "c", "d"] { try pair.elsewhere { try $0.insert("Artist", ["name": name]) } }
    // The second transaction has the time of another clock.
    try cluster.sql("UPDATE \"ATRANSACTION\" SET \"ZTIMESTAMP\" = 0 WHERE \"Z_PK\" <> 2", schema: "trimmed")
    let connection = try PostgresConnection(PostgresAddress(pair.url), timeout: 60)
    var follower = PostgresFollower()
    try follower.beat(3, on: connection)
    func rest() throws -> String {
      try cluster.sql(
        """
        SELECT string_agg("Z_PK"::text, ' ' ORDER BY "Z_PK"), (SELECT count(*) FROM "ACHANGE") FROM "ATRANSACTION"
        """, schema: "trimmed")
    }
    #expect(try follower.trim(connection) == false)
    #expect(try rest() == "2 3 4|3")
    try cluster.sql("UPDATE \"ATRANSACTION\" SET \"ZTIMESTAMP\" = 1e12 WHERE \"Z_PK\" = 2", schema: "trimmed")
    #expect(try follower.trim(connection) == false)
    #expect(try rest() == "4|1")
  }
}

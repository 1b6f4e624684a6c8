import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// The server's transactions only see the state at their beginning.
@Suite("A store whose server isolates transactions", .onServer)
struct PostgresIsolationTests {
  private static let settings = "&options=-c%20default_transaction_isolation%3Dserializable"

  /// The first waits for a session that saves, and the second for the first.
  @Test("is migrated by one of two, with what was saved while they waited")
  func migration() throws {
    let cluster = try PostgresCluster.shared.get()
    let store = try MigratingStore(NSPostgreSQLStoreType).at(
      cluster.url(schema: "isolated", settings: Self.settings))
    try FailingMigration.fill(store, 3)
    let address = try PostgresAddress(store.url)
    let saver = try PostgresConnection(address, timeout: 60)
    let versionTable = try #require(try PostgresVersionTable(on: saver))
    try saver.run("SET idle_in_transaction_session_timeout = 0")
    try saver.run("BEGIN")
    try saver.run(versionTable.writing)
    try saver.run(#"UPDATE "ZITEM" SET "ZTEXT" = 'late'"#)
    let failures = Protected<[String]>([])
    let ended = DispatchSemaphore(value: 0)
    let migrated = UncheckedTransfer(store)
    for _ in 0..<2 {
      Thread.detachNewThread {
        do {
          try migrated.value.migrate(to: FailingMigration.model(2))
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
        ended.signal()
      }
    }
    let waiting = """
      SELECT count(*) FROM pg_locks WHERE NOT granted AND (locktype = 'advisory' \
      AND ((classid::int8 << 32) | objid::int8) = hashtextextended('\(address.channel)', 0) \
      OR relation IN (SELECT oid FROM pg_class WHERE relnamespace = 'isolated'::regnamespace))
      """
    try #require(try waits { try cluster.sql(waiting) == "2" })
    try saver.run("COMMIT")
    for _ in 0..<2 { try #require(ended.wait(timeout: .now() + 120) == .success) }
    #expect(failures.withLock { $0 } == [])
    let texts = try store.with(FailingMigration.model(2), migrates: false) { try $0.texts("Entry", "text") }
    #expect(texts == ["late", "late", "late"])
  }

  @Test("has saves see what was saved while they waited")
  func saves() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "isolatedsaves", settings: Self.settings))
    let level = try PostgresPair.rows(pair.first).write { transaction in
      _ = try transaction.begin([])
      return try transaction.connection.run("SELECT current_setting('transaction_isolation')").text(0, 0)
    }
    #expect(level == "read committed")
  }
}

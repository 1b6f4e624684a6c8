import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("Commits that come late, or without a word", .onServer)
struct PostgresLateTests {
  /// An insertion with its history, as a save writes it, but without the notification.
  private static let insertion = [
    """
    INSERT INTO "ZARTIST" ("Z_PK", "Z_ENT", "Z_OPT", "ZNAME") \
    SELECT nextval('"ZARTIST_SEQ"'), "Z_ENT", 1, 'silent' FROM "Z_PRIMARYKEY" WHERE "Z_NAME" = 'Artist'
    """,
    """
    INSERT INTO "ACHANGE" ("ZTRANSACTION", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK") \
    SELECT nextval('"ATRANSACTION_SEQ"'), 0, "Z_ENT", currval('"ZARTIST_SEQ"') \
    FROM "Z_PRIMARYKEY" WHERE "Z_NAME" = 'Artist'
    """,
    """
    WITH n AS (UPDATE "Z_HISTORY" SET "ZLAST" = "ZLAST" + 1 RETURNING "ZLAST") \
    INSERT INTO "ATRANSACTION" ("Z_PK", "ZKEY", "ZTIMESTAMP") \
    SELECT n."ZLAST", currval('"ATRANSACTION_SEQ"'), extract(epoch FROM now()) - 978307200 FROM n
    """,
  ]

  @Test("A commit without a notification is reported after one poll")
  func withoutNotification() async throws {
    // The test has its own server. On the shared one, other tests end listeners, which look for commits when they
    // connect again.
    let cluster = try PostgresCluster()
    let url = cluster.url(schema: "silent")
    let follower = UncheckedTransfer(try KeyFollower(url))
    defer { follower.value.close() }
    try cluster.sql(Self.insertion.joined(separator: ";"), schema: "silent")
    #expect(try await follower.value.reported(1) == 1)
  }

  /// A session has its number and does not commit. Later sessions get a higher number, and wait for it. So no number is
  /// visible before a lower one.
  @Test("A commit under a number is not passed over for those after it")
  func late() async throws {
    let url = try PostgresCluster.shared.get().url(schema: "late")
    let follower = UncheckedTransfer(try KeyFollower(url))
    defer { follower.value.close() }
    // On a busy machine this test may wait for minutes.
    let pair = UncheckedTransfer(try PostgresPair(url, options: [NSPersistentStoreTimeoutOption: 600]))
    let other = try PostgresConnection(try PostgresAddress(url), timeout: 600)
    try other.run("SET idle_in_transaction_session_timeout = 0")
    try other.run("BEGIN")
    for sql in Self.insertion { try other.run(sql) }
    let saved = Protected(0)
    let savers = 4
    for number in 0..<savers {
      Thread.detachNewThread {
        let context = PostgresPair.context(pair.value.second)
        context.performAndWait {
          #expect(throws: Never.self) {
            try context.insert("Artist", ["name": "a\(number)"])
            try context.save()
          }
        }
        saved.withLock { $0 += 1 }
      }
    }
    try await Task.sleep(for: .milliseconds(300))
    #expect(saved.withLock { $0 } == 0)
    #expect(follower.value.context.performAndWait { follower.value.keys.isEmpty })
    try other.run("COMMIT")
    #expect(try await follower.value.reported(savers + 1) == savers + 1)
    let store = try #require(pair.value.first.persistentStores.first?.rows)
    let transactions = try store.history(after: nil, withChanges: true)
    #expect(transactions.map(\.number) == Array(1...Int64(savers + 1)))
    #expect(transactions.map(\.origin.processID).first == .some(nil), "the one without a process came first")
    let end = Date().addingTimeInterval(60)
    while saved.withLock({ $0 }) < savers, Date() < end { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test("The server ends one of ours who stops in a transaction")
  func idle() throws {
    let url = try PostgresCluster.shared.get().newURL()
    _ = try PostgresPair(url)
    let connection = try PostgresConnection(try PostgresAddress(url), timeout: 60)
    #expect(try connection.run("SHOW idle_in_transaction_session_timeout").text(0, 0) == "1min")
    #expect(try connection.run("SHOW lock_timeout").text(0, 0) == "1min")
    #expect(try connection.run("SHOW statement_timeout").text(0, 0) == "1min")
  }
}

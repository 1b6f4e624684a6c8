import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// A standby cancels reads of rows that the primary has removed.
@Suite("A read that the server cancels for what runs beside it", .onServer)
struct PostgresReadRetryTests {
  /// Reads the number of artists. The server ends the first attempts, and another artist is saved before each.
  ///
  /// - Returns: the number of artists, and the number of attempts.
  private func read(
    _ pair: PostgresPair, failing count: Int, _ state: String
  ) throws -> (artists: Int64, attempts: Int) {
    let pool = try PostgresPair.rows(pair.first).pool
    var attempts = 0
    let artists = try pool.read { connection, _ in
      attempts += 1
      let rows = try connection.run("SELECT count(*) FROM \"ZARTIST\"")
      guard attempts <= count else { return rows.integer(0, 0) }
      try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
      return try connection.run(
        "DO $$ BEGIN RAISE EXCEPTION 'conflict with recovery' USING ERRCODE = '\(state)'; END $$"
      ).integer(0, 0)
    }
    pool.endReadTransactions()
    return (artists, attempts)
  }

  @Test("is done again, in a new transaction", arguments: ["40001", "40P01"])
  func again(state: String) throws {
    let pair = try PostgresPair()
    let (artists, attempts) = try read(pair, failing: 2, state)
    #expect(attempts == 3)
    // The transaction of the last attempt began after both saves.
    #expect(artists == 2)
    #expect(try PostgresPair.contents(pair.url) == ["a", "a"])
  }

  @Test("and any other error is an error at once, which the next read does not feel")
  func otherErrors() throws {
    let pair = try PostgresPair()
    let error = #expect(throws: PostgresError.self) { _ = try read(pair, failing: 2, "22012") }
    #expect(error?.state == "22012")
    let (artists, attempts) = try read(pair, failing: 0, "22012")
    #expect(attempts == 1 && artists == 1)
  }
}

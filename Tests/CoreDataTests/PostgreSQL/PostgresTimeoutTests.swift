import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("How long a server is waited for")
struct PostgresTimeoutTests {
  @Test("Both waits are the option's; without one for locks, an answer takes its time")
  func numbers() {
    func settings(_ timeout: TimeInterval) -> [String] {
      let timeouts = PostgresTimeouts(timeout)
      return [timeouts.lockSetting, timeouts.answerSetting]
    }
    #expect(settings(6) == ["6000", "6000"])
    #expect(settings(0.001) == ["1", "1"])
    for timeout in [0, 0.0001, 0.000_999, -1] {
      #expect(settings(timeout) == ["1", "240000"], "\(timeout)")
      #expect(PostgresTimeouts(timeout).answer == StoreOpening.defaultTimeout)
    }
    #expect(settings(.infinity) == ["2000000000", "2000000000"])
    #expect([PostgresTimeouts.endless.lockSetting, PostgresTimeouts.endless.answerSetting] == ["0", "0"])
    #expect(PostgresTimeouts.endless.answer == nil)
  }

  @Test("The server has the numbers, and the connection that listens ten seconds at most", .onServer)
  func onServer() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "timeout"))
    let address = try PostgresAddress(pair.url)
    func shown(_ timeout: TimeInterval?) throws -> [String] {
      let rows = try PostgresConnection(address, timeout: timeout).run(
        "SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")
      return [rows.text(0, 0), rows.text(0, 1)]
    }
    #expect(try shown(0) == ["1ms", "4min"])
    #expect(try shown(3) == ["3s", "3s"])
    #expect(try shown(nil) == ["0", "0"])
    let versionTable = try PostgresPair.rows(pair.first).settings.versionTable
    for (timeout, listening) in [(0, 10), (0.0001, 10), (2, 2), (240, 10)] as [(TimeInterval, TimeInterval)] {
      let settings = PostgresSettings(address: address, timeout: timeout, versionTable: versionTable)
      #expect(settings.listeningTimeout == listening, "\(timeout)")
    }
  }

  @Test("With 0 a save does not wait for a row that another has locked", .onServer)
  func lockedRow() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "atonce"), options: [NSPersistentStoreTimeoutOption: 0])
    let context = PostgresPair.context(pair.first)
    let artist = try context.performAndWait {
      let artist = try context.insert("Artist", ["name": "a"])
      try context.save()
      return artist.objectID
    }
    let other = try PostgresConnection(PostgresAddress(pair.url), timeout: 600)
    try other.run("SET idle_in_transaction_session_timeout = 0")
    try other.run("BEGIN")
    try other.run("SELECT 1 FROM \"ZARTIST\" FOR UPDATE")
    let start = ContinuousClock.now
    // The wait is limited, in case the time-out fails.
    let saving = SaveElsewhere(in: context) { try $0.existingObject(with: artist).setValue("b", forKey: "name") }
    let error = try saving.error() as NSError?
    #expect(error?.code == NSPersistentStoreTimeoutError, "\(error as Any)")
    #expect(ContinuousClock.now - start < .seconds(60))
    try other.run("ROLLBACK")
    try context.performAndWait { try context.save() }
    #expect(try PostgresPair.contents(pair.url) == ["b"])
  }
}

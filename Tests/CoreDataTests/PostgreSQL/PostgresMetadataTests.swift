import Dispatch
import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// A process has read the metadata, and writes it with an addition, as `setMetadata(_:type:at:)` does.
@Suite("The metadata of a store at an address, which another process migrates", .onServer)
struct PostgresMetadataTests {
  private let kind = PostgresStoreKind()

  private func added(_ metadata: StoreMetadata) throws -> StoreMetadata {
    try metadata.replaced(by: ["mine": "kept"], type: NSPostgreSQLStoreType)
  }

  private func newStore(_ schema: String) throws -> MigratingStore {
    let store = try MigratingStore(NSPostgreSQLStoreType).at(PostgresCluster.shared.get().url(schema: schema))
    try FailingMigration.fill(store, 3)
    return store
  }

  /// The migration has begun, and has not written anything yet.
  @Test("Who sets metadata waits for who migrates")
  func waitsForMigration() throws {
    let cluster = try PostgresCluster.shared.get()
    let store = try newStore("metawaits")
    let address = try PostgresAddress(store.url)
    let migrating = try PostgresConnection(address, timeout: 600)
    try migrating.run("SET idle_in_transaction_session_timeout = 0")
    try PostgresCreation.begin(address, on: migrating)
    let (url, new) = (store.url, try added(try kind.metadata(at: store.url)))
    let (ended, failure) = (DispatchSemaphore(value: 0), Protected<String?>(nil))
    Thread.detachNewThread { [kind] in
      do {
        try kind.setMetadata(new, at: url)
      } catch {
        failure.withLock { $0 = "\(error)" }
      }
      ended.signal()
    }
    let waiting = """
      SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'advisory' \
      AND ((classid::int8 << 32) | objid::int8) = hashtextextended('\(address.channel)', 0)
      """
    #expect(try waits(upTo: 60) { try cluster.sql(waiting) == "1" })
    try migrating.run("COMMIT")
    try #require(ended.wait(timeout: .now() + 120) == .success)
    #expect(failure.withLock { $0 } == nil)
    #expect(try kind.metadata(at: url).dictionary(type: kind.type)["mine"] as? String == "kept")
  }
}

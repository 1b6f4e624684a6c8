import Foundation
import PostgreSQLTesting
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("A connection that listens, and reaches another server", .onServer)
struct PostgresListenerMovingTests {
  /// The address names the standby first. The standby is down while the store is opened. Then it starts, and the
  /// connections to the primary are ended. At last it stops again.
  @Test("Who was opened on a primary follows on its standby, and on the primary again", .endsWithin(minutes: 20))
  func moving() throws {
    let primary = try PostgresCluster()
    let elsewhere = try PostgresPair(primary.url(schema: "moving"))
    let standby = try PostgresCluster(standbyOf: primary)
    try standby.stop()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try coordinator.addPersistentStore(
      type: .postgreSQL,
      at: standby.url(
        schema: "moving", or: primary, settings: "&application_name=moving&target_session_attrs=any"))
    let store = try PostgresPair.rows(coordinator)
    #expect(!store.isReadOnly)
    let listener = PostgresListener(store.settings)
    let reported = Protected(0)
    let token = listener.watch { reported.withLock { $0 += 1 } }
    func follows(_ place: String) throws {
      for round in 0..<2 {
        let before = reported.withLock { $0 }
        try elsewhere.elsewhere { try $0.insert("Artist", ["name": "\(place)\(round)"]) }
        #expect(waits(upTo: 60) { reported.withLock { $0 } > before }, "on the \(place), round \(round)")
      }
    }
    let connections = "FROM pg_stat_activity WHERE application_name = 'moving'"
    try follows("primary")
    try standby.start()
    try primary.sql("SELECT pg_terminate_backend(pid) \(connections)")
    #expect(try waits(upTo: 60) { try standby.sql("SELECT count(*) > 0 \(connections)") == "t" })
    try follows("standby")
    #expect(try primary.sql("SELECT count(*) \(connections)") == "0")
    try standby.stop()
    try follows("primary again")
    withExtendedLifetime(token) {}
    listener.close()
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }
}

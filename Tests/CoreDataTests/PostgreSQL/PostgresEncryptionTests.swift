import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// This is the only suite with a network. The network does not leave this machine.
@Suite(
  "An encrypted connection", .onServer,
  .enabled(if: PostgresCluster.canEncrypt, "openssl is missing, which makes the certificate"))
struct PostgresEncryptionTests {
  @Test("libpq's own settings encrypt every connection, and refuse a server that is not the one it should be")
  func encrypted() throws {
    let addresses = (0..<2).map { _ in "127.\(Int.random(in: 1...254)).\(Int.random(in: 0...255)).2" }
    let cluster = try PostgresCluster(encryptedAt: addresses[0])
    let url = cluster.url(schema: "secret", at: addresses[0], trusting: cluster)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let store = try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    let follower = try KeyFollower(url)
    defer { follower.close() }
    let context = PostgresPair.context(coordinator)
    try context.performAndWait {
      try context.insert("Artist", ["name": "a"])
      try context.save()
      context.reset()
      #expect(try context.texts("Artist", "name") == ["a"])
    }
    let connections = """
      SELECT count(*) > 2, bool_and(s.ssl) FROM pg_stat_activity AS a JOIN pg_stat_ssl AS s USING (pid) \
      WHERE a.application_name = 'CoreData'
      """
    #expect(try cluster.sql(connections) == "t|t")
    try coordinator.remove(store)

    let other = try PostgresCluster(encryptedAt: addresses[1])
    let wrong = cluster.url(schema: "secret", at: addresses[0], trusting: other)
    let error = #expect(throws: NSError.self) {
      try coordinator.addPersistentStore(type: .postgreSQL, at: wrong)
    }
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(error?.localizedDescription.contains("certificate verify failed") == true, "\(error as Any)")
  }
}

import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("The session of a connection that was lost", .onServer)
struct PostgresBackendTests {
  /// A pooler clears a process when its client has gone, before it assigns the process to another client.
  @Test("is over where its process was cleared, whose new client is left alone")
  func cleared() throws {
    let address = try PostgresAddress(PostgresCluster.shared.get().newURL())
    let first = try PostgresConnection(address, timeout: 60)
    let second = try PostgresConnection(address, timeout: 60)
    let backend = try #require(first.backend)
    try first.leavingPipeline { try first.run(withoutPipeline: "DISCARD ALL") }
    #expect(try backend.end(second))
    usleep(200_000)
    #expect(try first.run("SELECT 2").integer(0, 0) == 2)
  }

  /// Such a role cannot see or end the sessions of the user that has taken it on.
  @Test("is ended by another one of the same user, whatever role both have taken on")
  func role() throws {
    let cluster = try PostgresCluster.shared.get()
    try cluster.sql("CREATE ROLE troupe; CREATE ROLE player LOGIN IN ROLE troupe")
    try cluster.sql("ALTER ROLE player SET role = troupe")
    let text = cluster.newURL().absoluteString.replacing("test@", with: "player@")
    let address = try PostgresAddress(try #require(URL(string: text)))
    let first = try PostgresConnection(address, timeout: 60)
    let second = try PostgresConnection(address, timeout: 60)
    let backend = try #require(first.backend)
    #expect(try !backend.end(second))
    #expect(try waits { try backend.end(second) })
    #expect(throws: PostgresError.self) { try first.run("SELECT 1") }
    #expect(try second.run("SELECT current_user::text").text(0, 0) == "troupe")
  }
}

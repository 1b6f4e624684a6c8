import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("The answers of a connection behind an error", .onServer)
struct PostgresAnswerTests {
  private func newConnection() throws -> PostgresConnection {
    try PostgresConnection(PostgresAddress(PostgresCluster.shared.get().newURL()), timeout: 60)
  }

  /// The end of a read transaction may get such an error, if the server has closed it after a time-out.
  @Test("An error without a waiting caller leaves each command its own answer")
  func unread() throws {
    let connection = try newConnection()
    try connection.sendWithoutWaiting("SELECT 1 / 0")
    #expect(try connection.run("SELECT 2").integer(0, 0) == 2)
    #expect(try connection.run("SELECT 3").integer(0, 0) == 3)
  }

  /// More statements have been prepared than the connection keeps when one of them fails.
  @Test("A transaction with an error is ended before statements are given up")
  func manyStatements() throws {
    let connection = try newConnection()
    try connection.run("BEGIN")
    let many = (0..<600).map { PostgresCommand("SELECT \($0)") } + [PostgresCommand("SELECT 1 / 0")]
    let error = #expect(throws: PostgresError.self) { try connection.run(many) }
    #expect(error?.command == 600)
    try connection.run("ROLLBACK")
    #expect(!connection.isInTransaction)
    #expect(try connection.run("SELECT 7").integer(0, 0) == 7)
  }
}

import Foundation
import PostgreSQLTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("Decimal numbers on a server", .onServer)
struct PostgresNumericTests {
  @Test(
    "A number comes back as it went, and as the server writes it",
    arguments: [
      "0", "1", "-1", "10", "10000", "12345678.9", "0.0001", "-0.00012345", "99999999999999999999", "1e20", "1e-20",
      "100000000000000000000.5",
    ])
  func roundTrip(text: String) throws {
    let number = try #require(Decimal(string: text))
    var bytes: [UInt8] = []
    #expect(PostgresNumeric.encode(number, into: &bytes))
    #expect(bytes.withUnsafeBytes { PostgresNumeric.decode($0) } == number)
    var parameters = PostgresParameters()
    try parameters.append(.decimal(number), as: .numeric)
    let connection = try PostgresConnection(PostgresAddress(PostgresCluster.shared.get().newURL()), timeout: 60)
    let rows = try connection.run("SELECT $1::numeric = '\(text)'::numeric, '\(text)'::numeric", parameters)
    #expect(rows.integer(0, 0) == 1)
    #expect(PostgresNumeric.decode(rows.bytes(0, 1)) == number)
  }
}

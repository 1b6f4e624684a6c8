import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// A batch request waits for another program's write to a row, and continues with the result of that write.
@Suite("Batch requests at the same time as other writes", .onServer)
struct PostgresBatchTests {
  /// The write of another program to album x while the request waits, and the albums after the request: titles, years
  /// and numbers.
  enum Other: String, CaseIterable {
    case title, number, deletion, leaving

    var sql: String {
      switch self {
      case .title: #"UPDATE "ZALBUM" SET "ZTITLE" = 'theirs', "Z_OPT" = "Z_OPT" + 1 WHERE "ZTITLE" = 'x'"#
      case .number: #"UPDATE "ZALBUM" SET "ZNUMBER" = 100, "Z_OPT" = "Z_OPT" + 1 WHERE "ZTITLE" = 'x'"#
      case .deletion: #"DELETE FROM "ZALBUM" WHERE "ZTITLE" = 'x'"#
      case .leaving: #"UPDATE "ZALBUM" SET "ZYEAR" = 1900, "Z_OPT" = "Z_OPT" + 1 WHERE "ZTITLE" = 'x'"#
      }
    }

    var updated: [String] {
      switch self {
      case .title: ["theirs 2000 11", "y 2000 21"]
      case .number: ["x 2000 101", "y 2000 21"]
      case .deletion: ["y 2000 21"]
      // The album no longer matches the request's predicate.
      case .leaving: ["x 1900 10", "y 2000 21"]
      }
    }
  }

  /// Executes a request during another write. The albums x and y of 2000 have the numbers 10 and 20, and belong to an
  /// artist.
  private func executing(
    _ other: Other, _ schema: String, _ make: @escaping @Sendable () -> NSPersistentStoreRequest
  ) throws -> [String] {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: schema, settings: "&application_name=\(schema)"))
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      let albums = try [("x", 10), ("y", 20)].map {
        try context.insert("Album", ["title": $0.0, "number": $0.1, "year": 2000])
      }
      try context.insert("Artist", ["name": "a", "albums": Set(albums)])
      try context.save()
    }
    let connection = try PostgresConnection(try PostgresAddress(pair.url), timeout: 60)
    try connection.run("BEGIN")
    try connection.run(other.sql)
    let request = SaveElsewhere(in: context) { try $0.execute(make()) }
    #expect(
      try waits {
        try cluster.sql(
          "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(schema)' AND wait_event_type = 'Lock'")
          == "1"
      })
    try connection.run("COMMIT")
    #expect(try request.error() == nil)
    let fresh = PostgresPair.context(pair.second)
    return try fresh.performAndWait {
      try fresh.all("Album", by: "number").map { "\($0.text("title")) \($0.text("year")) \($0.text("number"))" }
        .sorted()
    }
  }

  @Test("An update keeps and reads changes of other sessions, and restores no deleted row", arguments: Other.allCases)
  func update(other: Other) throws {
    let albums = try executing(other, "batchupdate\(other)") {
      let request = NSBatchUpdateRequest(entityName: "Album")
      request.predicate = NSPredicate(format: "year == 2000")
      request.propertiesToUpdate = ["number": CoreData.NSExpression(format: "number + 1")]
      return request
    }
    #expect(albums == other.updated)
  }

  /// The deletion of the artist cascades to its albums, also to those that other sessions have changed.
  @Test("A deletion deletes changed rows, and rows already deleted are no error", arguments: Other.allCases)
  func deletion(other: Other) throws {
    let albums = try executing(other, "batchdeletion\(other)") {
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Album")
      request.predicate = NSPredicate(format: "year == 2000")
      return NSBatchDeleteRequest(fetchRequest: request)
    }
    #expect(albums == [])
  }
}

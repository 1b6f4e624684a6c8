import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// Requests for one key, for several, and for more than a request may have use different statements.
@Suite("Rows by their keys", .onServer)
struct PostgresKeyTests {
  /// The first of each seven keys has no row. Most keys are in the list several times.
  @Test(
    "However many keys are asked for, each has its row in its place",
    arguments: [0, 1, 2, 7, 8, PostgresReading.largestChunk, PostgresReading.largestChunk + 1])
  func rows(count: Int) throws {
    let pair = try PostgresPair()
    let context = PostgresPair.context(pair.first)
    let there = try context.performAndWait {
      let artists = try (0..<6).map { try context.insert("Artist", ["name": "a\($0)"]) }
      try context.save()
      return artists.map(\.objectID.key)
    }
    let gone = RowKey(entity: Int(there[0].entity), primaryKey: 1_000_000)
    let keys = (0..<count).map { ([gone] + there)[$0 * 3 % 7] }
    let store = try PostgresPair.rows(pair.second)
    let rows = try store.rows(for: keys)
    #expect(rows.map { $0?.key } == keys.map { $0 == gone ? nil : $0 })
    store.endReadTransaction()
  }

  /// A deletion removes the rows of join tables that belong to the deleted objects, and no others.
  @Test("Deletions of one and of several leave nothing of them in a join table", arguments: [1, 2, 3])
  func deletions(count: Int) throws {
    let cluster = try PostgresCluster.shared.get()
    let schema = "friends\(count)"
    let pair = try PostgresPair(cluster.url(schema: schema))
    let context = PostgresPair.context(pair.first)
    func pairs() throws -> String {
      let table = try cluster.sql(
        """
        SELECT quote_ident(relname) FROM pg_class \
        WHERE relnamespace = '\(schema)'::regnamespace AND relname ~ '^Z_[0-9]+FRIENDS$'
        """)
      return try cluster.sql("SELECT count(*) FROM \(table)", schema: schema)
    }
    try context.performAndWait {
      // Each of the five artists is a friend of all others.
      let artists = try (0..<5).map { try context.insert("Artist", ["name": "a\($0)"]) }
      for artist in artists {
        artist.mutableSetValue(forKey: "friends").addObjects(from: artists.filter { $0 != artist })
      }
      try context.save()
      #expect(try pairs() == "20")
      for artist in artists.prefix(count) { context.delete(artist) }
      try context.save()
      let left = 5 - count
      #expect(try pairs() == "\(left * (left - 1))")
    }
    let other = PostgresPair.context(pair.second)
    try other.performAndWait {
      let artists = try other.all("Artist", by: "name")
      #expect(artists.map { $0.text("name") } == (count..<5).map { "a\($0)" })
      for artist in artists { #expect(artist.mutableSetValue(forKey: "friends").count == 4 - count) }
    }
  }

  /// The save waits for the rows' locks, and then finds the changes for which it has waited, in each row.
  @Test("A save that waits for several rows finds what was done to them meanwhile", arguments: [1, 2])
  func waiting(count: Int) throws {
    let cluster = try PostgresCluster.shared.get()
    let (schema, names) = ("waitingkeys\(count)", ["a", "b", "c"])
    let pair = try PostgresPair(cluster.url(schema: schema, settings: "&application_name=\(schema)"))
    let context = PostgresPair.context(pair.first)
    let artists = try context.performAndWait {
      let artists = try names.map { try context.insert("Artist", ["name": $0]) }
      try context.save()
      return artists.map(\.objectID)
    }
    let other = try PostgresConnection(try PostgresAddress(pair.url), timeout: 60)
    try other.run("BEGIN")
    for artist in artists.prefix(count) {
      try other.run(
        #"UPDATE "ZARTIST" SET "Z_OPT" = "Z_OPT" + 1, "ZNAME" = 'theirs' WHERE "Z_PK" = $1::int8"#,
        PostgresParameters(artist.key.primaryKey))
    }
    // The new row makes the save lock the other rows first.
    let saving = SaveElsewhere(in: context) { context in
      for artist in artists { try context.existingObject(with: artist).setValue("mine", forKey: "name") }
      try context.insert("Artist", ["name": "new"])
    }
    #expect(
      try waits {
        try cluster.sql(
          "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(schema)' AND wait_event_type = 'Lock'")
          == "1"
      })
    try other.run("COMMIT")
    let error = try saving.error() as NSError?
    let conflicts = try #require(error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
    #expect(conflicts.map { $0.sourceObject.objectID } == Array(artists.prefix(count)))
    let theirs = names.prefix(count).map { _ in "theirs" }
    #expect(try PostgresPair.contents(pair.url) == names.dropFirst(count) + theirs)
  }
}

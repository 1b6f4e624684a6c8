import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("A save that the server refuses for what runs beside it", .onServer)
struct PostgresRetryTests {
  /// Makes a store with a trigger that refuses the first inserts, as if for another transaction. A sequence counts
  /// them, because it is not rolled back.
  private func refusing(_ schema: String, _ state: String, below count: Int) throws -> PostgresPair {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: schema))
    try cluster.sql(
      """
      CREATE SEQUENCE attempts;
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('attempts') < \(count) THEN RAISE EXCEPTION 'beside' USING ERRCODE = '\(state)'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON "ZARTIST" FOR EACH ROW EXECUTE FUNCTION refuse()
      """, schema: schema)
    return pair
  }

  @Test("is done again, once", arguments: ["40001", "40P01"])
  func again(state: String) throws {
    let pair = try refusing("again\(state)", state, below: 4)
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      try context.insert("Tag", ["name": "t"])
      try context.insert("Artist", ["name": "a"])
      try context.save()
      #expect(!context.hasChanges)
    }
    #expect(try PostgresPair.contents(pair.url) == ["a"])
    let cluster = try PostgresCluster.shared.get()
    #expect(try cluster.sql("SELECT last_value FROM attempts", schema: "again\(state)") == "4")
    #expect(try cluster.sql("SELECT count(*) FROM \"ATRANSACTION\"", schema: "again\(state)") == "1")
  }

  @Test("is an error where it is refused for long, and nothing is lost")
  func forLong() throws {
    let pair = try refusing("forlong", "40001", below: 1_000_000)
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      try context.insert("Artist", ["name": "a"])
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSPersistentStoreSaveError && context.hasChanges, "\(error as Any)")
      let cluster = try PostgresCluster.shared.get()
      try cluster.sql("DROP TRIGGER refuse ON \"ZARTIST\"", schema: "forlong")
      try context.save()
    }
    #expect(try PostgresPair.contents(pair.url) == ["a"])
  }
}

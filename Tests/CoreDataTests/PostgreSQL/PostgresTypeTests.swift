import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("Columns whose type another program changed", .onServer)
struct PostgresTypeTests {
  /// Returns a model with attributes of all types, and relationships with all kinds of columns.
  private static func model() -> NSManagedObjectModel {
    let thing = NSEntityDescription(
      "Thing",
      [
        NSAttributeDescription("amount", .decimalAttributeType),
        NSAttributeDescription("bytes", .binaryDataAttributeType),
        NSAttributeDescription("day", .dateAttributeType), NSAttributeDescription("flag", .booleanAttributeType),
        NSAttributeDescription("large", .integer64AttributeType), NSAttributeDescription("link", .URIAttributeType),
        NSAttributeDescription("medium", .integer32AttributeType), NSAttributeDescription("name"),
        NSAttributeDescription("real", .doubleAttributeType), NSAttributeDescription("single", .floatAttributeType),
        NSAttributeDescription("small", .integer16AttributeType), NSAttributeDescription("token", .UUIDAttributeType),
      ])
    let special = NSEntityDescription("Special", [NSAttributeDescription("note")])
    thing.relate("children", .ordered, to: thing, "parent", .one)
    thing.relate("friends", .ordered, to: thing, "friendOf", .many)
    thing.subentities = [special]
    return NSManagedObjectModel([thing, special])
  }

  private static func fill(_ coordinator: NSPersistentStoreCoordinator) throws {
    let context = PostgresPair.context(coordinator)
    try context.performAndWait {
      let child = try context.insert("Special", ["name": "child", "note": "n"])
      try context.insert(
        "Thing",
        [
          "amount": NSDecimalNumber(string: "12.25"), "bytes": Data([1, 0, 255]),
          "day": Date(timeIntervalSinceReferenceDate: 86_400.5), "flag": true, "large": 1_234_567_890,
          "link": URL(string: "https://example.com/a"), "medium": -70_000, "name": "thing", "real": 1.5,
          "single": Float(0.25), "small": 300, "token": UUID(), "children": NSOrderedSet(array: [child]),
          "friends": NSOrderedSet(array: [child]),
        ])
      try context.save()
    }
  }

  private static func open(_ url: URL) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
    try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    return coordinator
  }

  private static func close(_ coordinator: NSPersistentStoreCoordinator) throws {
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  /// Returns all values, and the names of the related objects.
  private static func contents(_ url: URL) throws -> [String] {
    let coordinator = try open(url)
    let context = PostgresPair.context(coordinator)
    let lines = try context.performAndWait {
      try context.all("Thing", by: "name").flatMap { thing in
        let values = thing.entity.attributesByName.keys.sorted().map { key in
          let value = thing.value(forKey: key)
          return "\(key): \((value as? Data).map { "\([UInt8]($0))" } ?? value.map { "\($0)" } ?? "nil")"
        }
        return values + ["children", "parent", "friends", "friendOf"].map { "\($0): \(thing.text($0))" }
      }
    }
    try close(coordinator)
    return lines
  }

  /// A change of a column's type. It has the expressions that convert the value to the new type and back.
  private struct Change {
    let former: String
    let new: String
    let there: String
    let back: String

    init(_ former: String, _ new: String, _ there: String, _ back: String) {
      (self.former, self.new, self.there, self.back) = (former, new, there, back)
    }

    func statement(_ table: String, _ column: String, isBack: Bool) -> String {
      let name = column.quotedIdentifier
      let type = isBack ? (former == "text" ? "text COLLATE \"C\"" : former) : new
      return "ALTER TABLE \(table.quotedIdentifier) ALTER COLUMN \(name) TYPE \(type) USING "
        + (isBack ? back : there).replacing("?", with: name)
    }
  }

  /// The changes. Each column of the store has one of their former types.
  private static let changes = [
    Change("smallint", "integer", "?::integer", "?::smallint"),
    Change("integer", "bigint", "?::bigint", "?::integer"),
    Change("bigint", "integer", "?::integer", "?::bigint"),
    Change("double precision", "numeric", "?::numeric", "?::double precision"),
    Change("double precision", "timestamp with time zone", "to_timestamp(?)", "extract(epoch FROM ?)"),
    Change("double precision", "real", "?::real", "?::double precision"),
    Change("numeric", "double precision", "?::double precision", "?::numeric"),
    Change("boolean", "text", "?::text", "?::boolean"),
    Change("text", "bytea", "convert_to(?, 'UTF8')", "convert_from(?, 'UTF8')"),
    Change("bytea", "text", "encode(?, 'hex')", "decode(?, 'hex')"),
    Change("uuid", "text", "?::text", "?::uuid"),
  ]

  /// The type names of the server in errors, if they differ.
  private static let names = ["smallint": "int2", "integer": "int4", "bigint": "int8", "double precision": "float8"]

  @Test("A store with one is refused, with the column's name, and opens again when it is changed back")
  func changed() throws {
    let url = try PostgresCluster.shared.get().newURL()
    let coordinator = try Self.open(url)
    try Self.fill(coordinator)
    try Self.close(coordinator)
    let before = try Self.contents(url)
    #expect(before.count == 33 && before.contains("friends: [child]"), "\(before)")
    let connection = try PostgresConnection(PostgresAddress(url), timeout: 60)
    let columns = try connection.run(
      """
      SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL) FROM pg_class AS c \
      JOIN pg_attribute AS a ON a.attrelid = c.oid \
      WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND c.relkind = 'r' AND a.attnum > 0 \
      AND (c.relname = 'ZTHING' OR c.relname ~ '^Z_[0-9]') ORDER BY 1, 2
      """)
    var found: Set<String> = []
    for row in 0..<columns.count {
      let (table, column, type) = (columns.text(row, 0), columns.text(row, 1), columns.text(row, 2))
      found.insert(type)
      for change in Self.changes where change.former == type {
        try connection.run(change.statement(table, column, isBack: false))
        let error = #expect(throws: NSError.self) { _ = try Self.open(url) }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError, "\(error as Any)")
        let words = "the column \(table).\(column) is of the type \(change.new), and not \(Self.names[type] ?? type)."
        #expect(error?.localizedDescription.contains(words) == true, "\(words) \(error as Any)")
        try connection.run(change.statement(table, column, isBack: true))
        #expect(try Self.contents(url) == before, "\(table).\(column) as \(change.new)")
      }
    }
    #expect(found == Set(Self.changes.map(\.former)))
    // The columns belong to the object's entity, to the entity of its relationship with subentities, and to the join
    // table.
    #expect(columns.count >= 3 + 13 + 3 + 3)
  }

  /// The store ignores columns and tables of other programs.
  @Test("Columns and tables beside the store's may have any type")
  func otherTypes() throws {
    let cluster = try PostgresCluster.shared.get()
    let url = cluster.url(schema: "typesbeside")
    let coordinator = try Self.open(url)
    try Self.fill(coordinator)
    try Self.close(coordinator)
    let before = try Self.contents(url)
    try cluster.sql(
      #"ALTER TABLE "ZTHING" ADD COLUMN "ZOTHER" point; CREATE TABLE "ZELSE" ("Z_PK" text)"#, schema: "typesbeside")
    #expect(try Self.contents(url) == before)
  }

  /// The type of a column may change while the store is open.
  @Test("A value that is shorter than its type is not read beyond its end")
  func shortValues() throws {
    let url = try PostgresCluster.shared.get().newURL()
    let coordinator = try Self.open(url)
    let store = try PostgresPair.rows(coordinator)
    let connection = try PostgresConnection(PostgresAddress(url), timeout: 60)
    let rows = try connection.run(
      "SELECT '\\x010203'::bytea, ''::bytea, NULL::bytea, '\\x0102030405060708090a'::bytea")
    for column in 0..<4 {
      #expect(rows.integer(0, column) == 0)
      #expect(rows.real(0, column) == 0)
      #expect(rows.uuid(0, column) == nil)
      #expect(rows.data(0, column).count == [3, 0, 0, 10][column])
    }
    #expect(PostgresNumeric.decode(rows.bytes(0, 0)) == nil)
    let layout = try #require(store.model.entities.first { $0.name == "Thing" })
    let slot = try #require(layout.slotsByName["token"])
    for (column, count) in [(0, 3), (1, 0), (3, 10)] {
      let reader = try #require(PostgresColumnReader(slot, of: layout, column: column, entityColumn: nil))
      let error = #expect(throws: NSError.self) { _ = try reader.value(rows, 0, store.schema) }
      #expect(error?.code == NSPersistentStoreIncompatibleSchemaError, "\(error as Any)")
      #expect(error?.localizedDescription.contains("has \(count) bytes") == true, "\(error as Any)")
    }
    try Self.close(coordinator)
  }
}

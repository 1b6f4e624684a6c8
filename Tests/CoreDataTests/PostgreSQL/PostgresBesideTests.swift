import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("What stands and runs beside a store", .onServer)
struct PostgresBesideTests {
  @Test("A store that is destroyed leaves what is another program's")
  func destroying() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "beside"))
    try pair.elsewhere { context in
      let track = try context.insert("Track", ["title": "t"])
      try context.insert("Tag", ["name": "g", "tracks": Set([track])])
    }
    try cluster.sql(
      """
      CREATE TABLE "ZOO" (animal text); CREATE SEQUENCE "ZOO_SEQ"; CREATE TABLE "Z_1ZOO" (animal text);
      CREATE VIEW names AS SELECT "ZNAME" FROM "ZARTIST"
      """, schema: "beside")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    let error = #expect(throws: NSError.self) {
      try coordinator.destroyPersistentStore(at: pair.url, type: .postgreSQL)
    }
    #expect(error?.localizedDescription.contains("view names depends on table") == true, "\(error as Any)")
    #expect(try PostgresPair.contents(pair.url) == [])
    try cluster.sql("DROP VIEW names", schema: "beside")
    try coordinator.destroyPersistentStore(at: pair.url, type: .postgreSQL)
    let rest = """
      SELECT string_agg(relname::text, ' ' ORDER BY relname::text COLLATE "C") FROM pg_class \
      WHERE relnamespace = 'beside'::regnamespace AND relkind <> 'i'
      """
    #expect(try cluster.sql(rest) == "ZOO ZOO_SEQ Z_1ZOO")
  }

  /// A schema without tables may still have functions. A role that may create tables in a schema may not always drop
  /// it.
  @Test("A schema that holds more, or is another role's, outlives its store", arguments: ["function", "owner"])
  func destroyingInSchema(of kind: String) throws {
    let cluster = try PostgresCluster.shared.get()
    let schema = "outliving\(kind)"
    var url = cluster.url(schema: schema)
    if kind == "owner" {
      try cluster.sql(
        "CREATE ROLE lodger LOGIN; CREATE SCHEMA \(schema); GRANT USAGE, CREATE ON SCHEMA \(schema) TO lodger")
      url = try #require(URL(string: url.absoluteString.replacing("test@", with: "lodger@")))
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    try coordinator.remove(try coordinator.addPersistentStore(type: .postgreSQL, at: url))
    if kind == "function" {
      try cluster.sql("CREATE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1'", schema: schema)
    }
    try coordinator.destroyPersistentStore(at: url, type: .postgreSQL)
    #expect(try cluster.sql("SELECT count(*) FROM pg_class WHERE relnamespace = '\(schema)'::regnamespace") == "0")
    try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    #expect(try cluster.sql("SELECT count(*) FROM \"Z_METADATA\"", schema: schema) == "1")
  }

  /// A context reads for a long time. A second one reads a later commit, and then uses the connection of the first.
  @Test("No context returns to a state older than one that another context has read")
  func noWayBack() throws {
    let pair = try PostgresPair()
    let store = try PostgresPair.rows(pair.first)
    let artist = try #require(store.model.entities.first { $0.name == "Artist" })
    let (begun, go, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    Thread {
      try? store.read { reading in
        _ = try reading.connection.run("SELECT 1")
        begun.signal()
        go.wait()
      }
      ended.signal()
    }.start()
    begun.wait()
    try pair.elsewhere { try $0.insert("Artist", ["name": "new"]) }
    let keys = try store.keys(matching: RowQuery(entity: artist), groupedBy: nil).keys
    go.signal()
    ended.wait()
    #expect(keys.count == 1)
    #expect(try store.rows(for: Array(keys)).compactMap { $0 }.count == 1)
    store.endReadTransaction()
  }

  /// Two sessions save at the same time, and keep their transactions open.
  @Test("Who reads, or is done with reading, waits for no save")
  func savesBeside() throws {
    let pair = try PostgresPair()
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    let store = try PostgresPair.rows(pair.first)
    let artist = try #require(store.model.entities.first { $0.name == "Artist" })
    let (begun, end, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    for _ in 0..<2 {
      Thread {
        try? store.write { transaction in
          _ = try transaction.begin([])
          begun.signal()
          end.wait()
        }
        ended.signal()
      }.start()
    }
    for _ in 0..<2 { begun.wait() }
    let read = DispatchSemaphore(value: 0)
    let count = Protected(0)
    Thread {
      let keys = (try? store.versions(of: artist).map(\.key)) ?? []
      count.withLock { $0 = keys.count }
      store.endReadTransaction()
      read.signal()
    }.start()
    #expect(read.wait(timeout: .now() + 30) == .success)
    for _ in 0..<2 { end.signal() }
    for _ in 0..<2 { ended.wait() }
    #expect(count.withLock { $0 } == 1)
  }

  /// Another program renames a column, and later restores its name.
  @Test("A pinned generation outlives an error of one read")
  func pinned() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "pinned"))
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      try context.setQueryGenerationFrom(.current)
      #expect(try context.all("Album").isEmpty)
      try cluster.sql("ALTER TABLE \"ZARTIST\" RENAME COLUMN \"ZNAME\" TO \"ZGONE\"", schema: "pinned")
      #expect(throws: NSError.self) { try context.all("Artist", where: "name == 'a'") }
      try cluster.sql("ALTER TABLE \"ZARTIST\" RENAME COLUMN \"ZGONE\" TO \"ZNAME\"", schema: "pinned")
      try pair.elsewhere { try $0.insert("Artist", ["name": "b"]) }
      #expect(try context.texts("Artist", "name") == ["a"])
    }
  }
}

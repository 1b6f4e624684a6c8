import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("A migration on a server does all of it or nothing", .enabled(if: StoresOnServers.missing == nil))
struct ServerMigrationTests {
  private func migration(_ store: MigratingStore) throws -> PostgresMigration {
    let kind = PostgresStoreKind()
    let opening = StoreOpening(url: store.url, model: FailingMigration.model(2), entityIndices: [0, 1, 2])
    let mapping = try ModelMapping(
      from: #require(try kind.embeddedModel(at: store.url)).compile(), to: opening.model.compile())
    return PostgresMigration(
      address: try PostgresAddress(store.url), opening: opening, mapping: mapping,
      metadata: try kind.metadata(at: store.url))
  }

  /// Each statement fails once.
  @Test func everyStatementMayFail() throws {
    let store = try MigratingStore(NSPostgreSQLStoreType)
    try FailingMigration.fill(store, 20)
    let before = try store.contents(FailingMigration.model(1))
    var failures = 0
    while true {
      var left = failures
      var migration = try self.migration(store)
      migration.willRun = { _ in
        left -= 1
        if left < 0 { throw CocoaError(.fileWriteOutOfSpace) }
      }
      do {
        #expect(try migration.run())
        break
      } catch is CocoaError {
        #expect(try store.contents(FailingMigration.model(1)) == before)
        failures += 1
      }
    }
    #expect(failures > 15)
    #expect(try store.problems(FailingMigration.model(2)) == [])
    #expect(try store.contents(FailingMigration.model(2)) == FailingMigration.expected(before))
  }

  /// The server is killed before a statement, and the store must be as before. Then the migration succeeds.
  @Test func aKilledServerLeavesTheStoreAsItWas() throws {
    let cluster = try PostgresCluster()
    let store = try MigratingStore(NSPostgreSQLStoreType).at(cluster.url(schema: "killed"))
    try FailingMigration.fill(store, 200)
    let before = try store.contents(FailingMigration.model(1))
    for place in [0, 4, 9, 14] {
      var count = 0
      var migration = try self.migration(store)
      migration.willRun = { _ in
        if count == place { cluster.kill() }
        count += 1
      }
      #expect(throws: PostgresError.self, "\(place)") { try migration.run() }
      try cluster.start()
      #expect(try store.contents(FailingMigration.model(1)) == before, "\(place)")
    }
    #expect(try migration(store).run())
    #expect(try store.contents(FailingMigration.model(2)) == FailingMigration.expected(before))
  }

  /// A server is killed at random points of a migration. The store must be as before or as after it.
  @Test(arguments: TestSeeds.seeds(1)) func aServerKilledAtRandomLeavesOneOfBoth(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let cluster = try PostgresCluster()
    var migrated = 0
    for round in 0..<8 {
      let store = try MigratingStore(NSPostgreSQLStoreType).at(cluster.url(schema: "round\(round)"))
      try FailingMigration.fill(store, 1000)
      let before = try store.contents(FailingMigration.model(1))
      let delay = UInt32.random(in: 0..<150_000, using: &random)
      let migration = try self.migration(store)
      let killing = Thread {
        usleep(delay)
        cluster.kill()
      }
      killing.start()
      _ = try? migration.run()
      while !killing.isFinished { usleep(1000) }
      try cluster.start()
      if (try? store.contents(FailingMigration.model(1))) == before { continue }
      migrated += 1
      #expect(try store.contents(FailingMigration.model(2)) == FailingMigration.expected(before), "seed \(seed)")
    }
    print("seed \(seed): \(migrated) of 8 were migrated before the server was killed")
  }

  /// A context that has the former version open can no longer read or write.
  @Test func anOpenStoreOfTheFormerVersionFails() throws {
    let store = try MigratingStore(NSPostgreSQLStoreType)
    try FailingMigration.fill(store, 5)
    try store.with(FailingMigration.model(1), migrates: false) { context in
      let items = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
      context.persistentStoreCoordinator?.persistentStores.first?.rows.endReadTransaction()
      #expect(try migration(store).run())
      let after = try store.contents(FailingMigration.model(2))
      items[0].setValue("late", forKey: "text")
      _ = NSEntityDescription.insertNewObject(forEntityName: "List", into: context)
      let saving = try #require(throws: NSError.self) { try context.save() }
      #expect(saving.code == NSPersistentStoreIncompatibleVersionHashError, "\(saving)")
      #expect(saving.localizedDescription.contains("was migrated"))
      let reading = try #require(throws: NSError.self) {
        _ = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Mark"))
      }
      #expect(reading.code == NSPersistentStoreIncompatibleVersionHashError)
      #expect(try store.contents(FailingMigration.model(2)) == after)
    }
  }

  @Test func aMigrationDoesNotWaitForeverForAReader() throws {
    let store = try MigratingStore(NSPostgreSQLStoreType)
    try FailingMigration.fill(store, 5)
    try store.with(FailingMigration.model(1), migrates: false) { context in
      _ = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
      let pinned = try #require(try context.persistentStoreCoordinator?.persistentStores.first?.rows.pinned())
      var migration = try self.migration(store)
      migration = PostgresMigration(
        address: migration.address,
        opening: StoreOpening(
          url: store.url, model: migration.opening.model, entityIndices: [0, 1, 2], timeout: 0.2),
        mapping: migration.mapping, metadata: migration.metadata)
      let error = try #require(throws: PostgresError.self) { try migration.run() }
      #expect(error.isTimeout)
      _ = try pinned.count(matching: RowQuery(entity: pinned.model.entities[0], includesSubentities: false))
    }
    #expect(try migration(store).run())
  }

  /// The store belongs to one role. A second role may read everything and change one table, and a third role may read
  /// one table.
  @Test(arguments: [false, true]) func whatWasGrantedIsGrantedOfTheNewTables(replaces: Bool) throws {
    let cluster = try PostgresCluster()
    let store = try MigratingStore(NSPostgreSQLStoreType).at(cluster.url(schema: "granted"))
    try FailingMigration.fill(store, 5)
    try cluster.sql(
      """
      CREATE ROLE keeper; CREATE ROLE "The reader"; CREATE ROLE visitor;
      GRANT USAGE, CREATE ON SCHEMA granted TO keeper;
      DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT c.oid::regclass FROM pg_class AS c WHERE relnamespace = 'granted'::regnamespace
        AND (relkind = 'r' OR relname LIKE '%SEQ') ORDER BY relkind LOOP
        EXECUTE 'ALTER TABLE ' || name || ' OWNER TO keeper'; END LOOP;
      END $$;
      GRANT SELECT ON ALL TABLES IN SCHEMA granted TO "The reader";
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA granted TO "The reader";
      GRANT UPDATE ON granted."ZLIST" TO "The reader" WITH GRANT OPTION; GRANT SELECT ON granted."ZMARK" TO visitor;
      """)
    // Inserting into a table with an identity column needs no privilege for its sequence.
    func privileges() throws -> String {
      try cluster.sql(
        """
        SELECT CASE WHEN starts_with(relname, 'Z_model_') THEN 'mark' ELSE relname END || ' ' \
        || pg_get_userbyid(relowner) || ' ' || string_agg(coalesce(pg_get_userbyid(nullif(grantee, 0)), 'all') || ' ' \
        || privilege_type || ' ' || is_grantable, ', ' ORDER BY grantee, privilege_type) \
        FROM pg_class, aclexplode(relacl) WHERE relnamespace = 'granted'::regnamespace AND grantee <> relowner \
        AND relname <> 'ACHANGE_Z_PK_seq' \
        GROUP BY relname, relowner, relkind ORDER BY relkind DESC, 1
        """)
    }
    let before = try privileges()
    if replaces {
      let other = try MigratingStore(NSPostgreSQLStoreType).at(cluster.url(schema: "other"))
      try FailingMigration.fill(other, 3)
      try PostgresRewriting(PostgresAddress(store.url), store.url, timeout: 10).replace(withStoreAt: other.url)
      let after = try privileges()
      #expect(after == before)
      #expect(try store.contents(FailingMigration.model(1)) == other.contents(FailingMigration.model(1)))
    } else {
      #expect(try migration(store).run())
      func lines(_ text: String) -> [Substring] { text.split(separator: "\n").sorted() }
      let after = try privileges()
      // One table was renamed, and the join table of a relationship is new.
      let new = "\nZ_1LIST keeper The reader SELECT false"
      #expect(lines(after) == lines(before.replacing("ZITEM", with: "ZENTRY") + new))
    }
    #expect(before.contains("ZLIST keeper The reader SELECT false, The reader UPDATE true"), "\(before)")
  }

  @Test func aStoreThatWasMigratedMeanwhileIsLeftAlone() throws {
    let store = try MigratingStore(NSPostgreSQLStoreType)
    try FailingMigration.fill(store, 5)
    let (first, second) = (try self.migration(store), try self.migration(store))
    #expect(try first.run())
    let after = try store.contents(FailingMigration.model(2))
    #expect(try !second.run())
    #expect(try store.contents(FailingMigration.model(2)) == after)
  }
}

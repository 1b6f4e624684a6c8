import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// Commits that the server is executing, or receives late, when the client abandons their connection.
@Suite("A save whose connection is given up", .onServer, .serialized)
struct PostgresGivenUpTests {
  /// When the connection is cut, the server has the change and waits for a lock. The store ends the server's process,
  /// and makes the change on another connection.
  @Test("A change that waits for a lock when its connection is cut is done once")
  func waiting() throws {
    let cluster = try PostgresCluster()
    let proxy = try CuttingProxy(to: cluster)
    let context = try proxy.context("behind")
    let artist = try context.performAndWait {
      let artist = try context.insert("Artist", ["name": "a"])
      try context.save()
      return artist.objectID
    }
    let other = try PostgresConnection(try PostgresAddress(cluster.url(schema: "behind")), timeout: 600)
    try other.run("BEGIN")
    try other.run("SELECT 1 FROM \"ZARTIST\" FOR UPDATE")
    let saving = SaveElsewhere(in: context) { try $0.existingObject(with: artist).setValue("b", forKey: "name") }
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    try #require(try waits { try cluster.sql(waiting) == "1" })
    proxy.cutAll()
    usleep(300_000)
    #expect(try cluster.sql(waiting) == "1")
    try other.run("COMMIT")
    #expect(try saving.error() == nil)
    #expect(
      try cluster.sql("SELECT \"ZNAME\" || \"Z_OPT\" FROM \"ZARTIST\"", schema: "behind") == "b2")
    #expect(try cluster.sql("SELECT count(*) FROM \"ATRANSACTION\"", schema: "behind") == "2")
    #expect(context.performAndWait { context.hasChanges } == false)
  }

  /// The message with the commit is delayed for longer than the client waits, and arrives after that.
  @Test("A save that was given up is not done when it arrives late", arguments: ["insertion", "change", "changes"])
  func arrivingLate(kind: String) throws {
    let cluster = try PostgresCluster.shared.get()
    let proxy = try CuttingProxy(to: cluster)
    let schema = "arriving\(kind)"
    let context = try proxy.context(schema, options: [NSPersistentStoreTimeoutOption: 2])
    let text = String(repeating: "n", count: 5_000)
    let former = kind == "insertion" ? [] : kind == "change" ? ["a"] : ["a", "b"]
    try context.performAndWait {
      let artists = try former.map { try context.insert("Artist", ["name": $0]) }
      try context.save()
      proxy.hold(from: text.utf8.count)
      for artist in artists { artist.setValue(text, forKey: "name") }
      if artists.isEmpty { try context.insert("Artist", ["name": text]) }
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSPersistentStoreTimeoutError, "\(error as Any)")
      proxy.hold(from: nil)
      usleep(300_000)
      #expect(try PostgresPair.contents(cluster.url(schema: schema)) == former)
      try context.save()
    }
    let saved = [String](repeating: text, count: max(former.count, 1))
    #expect(try PostgresPair.contents(cluster.url(schema: schema)) == saved)
  }

  /// Two sessions lock a row each. Each lock is shorter than the store's limit for a lock, and both together are longer
  /// than its limit for an answer.
  @Test("A save that was given up is not done afterwards")
  func givenUp() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "givenup"), options: [NSPersistentStoreTimeoutOption: 2])
    let context = PostgresPair.context(pair.first)
    let artists = try context.performAndWait {
      let artists = try ["a", "b"].map { try context.insert("Artist", ["name": $0]) }
      try context.save()
      return artists.map(\.objectID)
    }
    let others = try ["a", "b"].map { name in
      let other = try PostgresConnection(try PostgresAddress(pair.url), timeout: 600)
      try other.run("BEGIN")
      try other.run("SELECT 1 FROM \"ZARTIST\" WHERE \"ZNAME\" = '\(name)' FOR UPDATE")
      return other
    }
    let saving = SaveElsewhere(in: context) { context in
      for artist in artists { try context.existingObject(with: artist).setValue("c", forKey: "name") }
    }
    usleep(1_200_000)
    try others[0].run("COMMIT")
    let error = try saving.error() as NSError?
    #expect(error?.code == NSPersistentStoreTimeoutError, "\(error as Any)")
    try others[1].run("COMMIT")
    // A session that still waits for the row gets it before this one.
    try others[1].run("BEGIN")
    try others[1].run("SELECT 1 FROM \"ZARTIST\" FOR UPDATE")
    try others[1].run("COMMIT")
    #expect(try PostgresPair.contents(pair.url) == ["a", "b"])
    try context.performAndWait { try context.save() }
    #expect(try PostgresPair.contents(pair.url) == ["c", "c"])
  }

  /// The history is deleted with each commit. If the answer is lost, it is unknown whether the commit was done.
  @Test("A save of which the history does not know any more is an error, and not done again")
  func deletedHistory() throws {
    let cluster = try PostgresCluster()
    let proxy = try CuttingProxy(to: cluster)
    let context = try proxy.context("forgotten")
    try cluster.sql(
      """
      CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
      DELETE FROM "forgotten"."ACHANGE"; DELETE FROM "forgotten"."ATRANSACTION"; RETURN NULL; END $$; \
      CREATE CONSTRAINT TRIGGER forget AFTER INSERT ON "ACHANGE" DEFERRABLE INITIALLY DEFERRED \
      FOR EACH ROW EXECUTE FUNCTION forget()
      """, schema: "forgotten")
    let names = (0..<8).map { "\($0)" }
    var unknown = 0
    for (count, name) in names.enumerated() {
      try context.performAndWait {
        try context.insert("Artist", ["name": name])
        proxy.cut(after: count)
        do {
          try context.save()
        } catch let error as NSError {
          unknown += 1
          #expect(
            error.code == NSPersistentStoreSaveError && error.localizedDescription.contains("history"), "\(error)")
          context.rollback()
        }
        proxy.cut(after: nil)
      }
      #expect(try PostgresPair.contents(cluster.url(schema: "forgotten")) == Array(names[...count]))
    }
    #expect((1..<4).contains(unknown), "\(unknown)")
  }

  /// The primary is lost while it commits. The promoted standby never had the transaction, and commits another one with
  /// the same number. A request for the state of that number is answered with that other commit.
  @Test("A commit that a lost primary took with it is done again, though its number is another's now")
  func takenOver() throws {
    let primary = try PostgresCluster()
    let standby: PostgresCluster
    let schema = "taken"
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    do {
      let first = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
      try first.addPersistentStore(type: .postgreSQL, at: primary.url(schema: schema))
      for store in first.persistentStores { try first.remove(store) }
      // A trigger makes a commit wait until a table has a row.
      try primary.sql(
        """
        CREATE TABLE go (); CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
        WHILE NOT EXISTS (SELECT FROM "\(schema)".go) LOOP PERFORM pg_sleep(0.02); END LOOP; RETURN NULL; END $$; \
        CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON "ZARTIST" DEFERRABLE INITIALLY DEFERRED \
        FOR EACH ROW EXECUTE FUNCTION wait()
        """, schema: schema)
      standby = try PostgresCluster(standbyOf: primary)
      try coordinator.addPersistentStore(
        type: .postgreSQL,
        at: primary.url(schema: schema, or: standby, settings: "&target_session_attrs=read-write"))
    }
    // The standby stops replicating.
    try standby.sql("ALTER SYSTEM SET primary_conninfo = ''")
    try standby.sql("SELECT pg_reload_conf()")
    let context = PostgresPair.context(coordinator)
    let saving = SaveElsewhere(in: context) { try $0.insert("Artist", ["name": "late"]) }
    let running = "SELECT backend_xid FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND query = 'COMMIT'"
    var number = ""
    try #require(
      try waits {
        number = try primary.sql(running)
        return !number.isEmpty
      })
    let last = try #require(Int(number))
    #expect(try standby.sql("SELECT pg_promote()") == "t")
    try standby.sql("INSERT INTO go DEFAULT VALUES", schema: schema)
    var next = 0
    while next <= last { next = try #require(Int(try standby.sql("SELECT pg_current_xact_id()"))) }
    #expect(try standby.sql("SELECT pg_xact_status('\(last)')") == "committed")
    primary.kill()
    #expect(try saving.error() == nil)
    #expect(try PostgresPair.contents(standby.url(schema: schema)) == ["late"])
  }
}

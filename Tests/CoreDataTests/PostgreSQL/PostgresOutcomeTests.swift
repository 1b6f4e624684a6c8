import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// Commits whose answer never arrives. The history has them with a key of the client, by which it finds them.
@Suite("What became of a commit", .onServer, .serialized)
struct PostgresOutcomeTests {
  /// A change of rows is sent with its commit in one message. The change of a single row is one command. If the
  /// connection is cut, it is unknown whether the server has the message.
  @Test(
    "A change that is sent with its commit is done once, wherever the connection is cut",
    arguments: [["a"], ["a", "b"]])
  func changes(names: [String]) throws {
    let cluster = try PostgresCluster()
    let proxy = try CuttingProxy(to: cluster)
    let context = try proxy.context("once")
    let artists = try context.performAndWait {
      let artists = try names.map { try context.insert("Artist", ["name": $0]) }
      try context.save()
      return artists.map(\.objectID)
    }
    let versions = "SELECT string_agg(\"ZNAME\" || ' ' || \"Z_OPT\", ', ' ORDER BY \"Z_PK\") FROM \"ZARTIST\""
    var (done, failures, uncut) = (1, 0, 0)
    for count in 0..<40 where uncut < 3 {
      let cuts = proxy.cuts
      proxy.cut(after: count % 12)
      try context.performAndWait {
        let all = try artists.map { try context.existingObject(with: $0) }
        for (artist, name) in zip(all, names) { artist.setValue("\(name)\(count)", forKey: "name") }
        do {
          try context.save()
          done += 1
        } catch {
          failures += 1
          context.rollback()
        }
        let saved = all.map { "\($0.text("name")) \(done)" }.joined(separator: ", ")
        proxy.cut(after: nil)
        #expect(try cluster.sql(versions, schema: "once") == saved, "after \(count) messages")
      }
      if proxy.cuts == cuts { uncut += 1 }
    }
    print("changes were cut in \(proxy.cuts) places: \(failures) failed, \(done - 1) were done")
    #expect(proxy.cuts > 2 && done > proxy.cuts)
    #expect(try cluster.sql("SELECT count(*) FROM \"ATRANSACTION\"", schema: "once") == "\(done)")
  }

  /// The server's row is newer than the one that the context has seen. The change is a conflict, although the context
  /// never asked for the row's version.
  @Test(
    "A change of what another has changed is a conflict, and nothing of it is written",
    arguments: [["b"], ["a", "b"]])
  func conflict(names: [String]) throws {
    let cluster = try PostgresCluster.shared.get()
    let schema = "conflict\(names.count)"
    let pair = try PostgresPair(cluster.url(schema: schema))
    let context = PostgresPair.context(pair.first)
    let numbers = #"SELECT "ZLAST" || ' ' || (SELECT count(*) FROM "ACHANGE") FROM "Z_HISTORY""#
    try context.performAndWait {
      let artists = try names.map { try context.insert("Artist", ["name": $0]) }
      try context.save()
      try pair.elsewhere { try $0.all("Artist", by: "name").last?.setValue("theirs", forKey: "name") }
      let before = try cluster.sql(numbers, schema: schema)
      for artist in artists { artist.setValue("mine", forKey: "name") }
      let error = #expect(throws: NSError.self) { try context.save() }
      let conflicts = try #require(error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
      #expect(conflicts.map { $0.sourceObject.objectID } == [try #require(artists.last).objectID])
      #expect(try PostgresPair.contents(pair.url) == names.dropLast() + ["theirs"])
      #expect(try cluster.sql(numbers, schema: schema) == before)
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
    }
    #expect(try PostgresPair.contents(pair.url) == names.map { _ in "mine" })
  }

  /// A table with a rule accepts only plain commands. The trigger raises the error code that the store's own command
  /// raises for a row with another version.
  @Test("What another program has hung on a table is asked in turn, and its error is the save's")
  func rulesAndTriggers() throws {
    let cluster = try PostgresCluster.shared.get()
    let pair = try PostgresPair(cluster.url(schema: "hung"))
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      let artist = try context.insert("Artist", ["name": "a"])
      try context.save()
      try cluster.sql(
        """
        CREATE TABLE names (name text); CREATE RULE also AS ON UPDATE TO "ZARTIST" DO ALSO \
        INSERT INTO names VALUES (new."ZNAME")
        """, schema: "hung")
      artist.setValue("b", forKey: "name")
      try context.save()
      #expect(try cluster.sql("SELECT \"ZNAME\" || \"Z_OPT\" FROM \"ZARTIST\"", schema: "hung") == "b2")
      #expect(try cluster.sql("SELECT name FROM names", schema: "hung") == "b")
      try cluster.sql(
        """
        CREATE FUNCTION divide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'none of these' \
        USING ERRCODE = '22012'; END $$; DROP RULE also ON "ZARTIST"; \
        CREATE TRIGGER divide BEFORE UPDATE ON "ZARTIST" FOR EACH ROW EXECUTE FUNCTION divide()
        """, schema: "hung")
      artist.setValue("c", forKey: "name")
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.localizedDescription.contains("none of these") == true, "\(error as Any)")
      #expect(context.hasChanges)
      try cluster.sql("DROP TRIGGER divide ON \"ZARTIST\"", schema: "hung")
      try context.save()
    }
    #expect(try cluster.sql("SELECT \"ZNAME\" || \"Z_OPT\" FROM \"ZARTIST\"", schema: "hung") == "c3")
  }

  /// Deferred constraints are checked by the commit, after the commands have succeeded.
  @Test("An error of the commit alone is the save's, and the next save is done", arguments: [["a"], ["a", "b"]])
  func deferred(names: [String]) throws {
    let cluster = try PostgresCluster.shared.get()
    let schema = "deferred\(names.count)"
    let pair = try PostgresPair(cluster.url(schema: schema))
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      let artists = try names.map { try context.insert("Artist", ["name": $0]) }
      try context.save()
      try cluster.sql(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not today'; END $$; \
        CREATE CONSTRAINT TRIGGER late AFTER UPDATE ON "ZARTIST" DEFERRABLE INITIALLY DEFERRED \
        FOR EACH ROW EXECUTE FUNCTION refuse()
        """, schema: schema)
      for artist in artists { artist.setValue("mine", forKey: "name") }
      for _ in 0..<2 {
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.localizedDescription.contains("not today") == true, "\(error as Any)")
        #expect(context.hasChanges)
        #expect(try PostgresPair.contents(pair.url) == names)
      }
      try cluster.sql("DROP TRIGGER late ON \"ZARTIST\"", schema: schema)
      try context.save()
    }
    #expect(try PostgresPair.contents(pair.url) == names.map { _ in "mine" })
  }

  /// A session that waits for the row with the last number is refused, because that row has changed meanwhile.
  @Test("Saves of single rows by two, which the server serializes, are all done")
  func serialized() throws {
    let cluster = try PostgresCluster.shared.get()
    let schema = "serialized"
    let settings = "&options=-c%20default_transaction_isolation%3Dserializable"
    let pair = try PostgresPair(cluster.url(schema: schema, settings: settings))
    let contexts = [pair.first, pair.second].map { PostgresPair.context($0) }
    let artists = try contexts.map { context in
      try context.performAndWait {
        let artist = try context.insert("Artist", ["name": "new"])
        try context.save()
        return UncheckedTransfer(artist)
      }
    }
    let failures = Protected<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { place in
      for count in 1...40 {
        contexts[place].performAndWait {
          artists[place].value.setValue("\(count)", forKey: "name")
          do { try contexts[place].save() } catch { failures.withLock { $0.append("\(error)") } }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let versions = #"SELECT string_agg("ZNAME" || ' ' || "Z_OPT", ', ') FROM "ZARTIST""#
    #expect(try cluster.sql(versions, schema: schema) == "40 41, 40 41")
    let numbers = #"SELECT count(*) || ' ' || max("Z_PK") FROM "ATRANSACTION""#
    #expect(try cluster.sql(numbers, schema: schema) == "82 82")
  }

  /// Another program has emptied the table that assigns the numbers.
  @Test("A save without a number is done or an error, and not both", arguments: [["a"], ["a", "b"]])
  func noNumbers(names: [String]) throws {
    let cluster = try PostgresCluster.shared.get()
    let schema = "numberless\(names.count)"
    let pair = try PostgresPair(cluster.url(schema: schema))
    let context = PostgresPair.context(pair.first)
    try context.performAndWait {
      let artists = try names.map { try context.insert("Artist", ["name": $0]) }
      try context.save()
      try cluster.sql(#"DELETE FROM "Z_HISTORY""#, schema: schema)
      for artist in artists { artist.setValue("mine", forKey: "name") }
      let isDone = (try? context.save()) != nil
      let expected = isDone ? names.map { _ in "mine" } : names
      #expect(
        try cluster.sql(#"SELECT string_agg("ZNAME", ' ' ORDER BY "Z_PK") FROM "ZARTIST""#, schema: schema)
          == expected.joined(separator: " "))
      #expect(context.hasChanges != isDone)
    }
  }

  /// Locking a table needs one of three privileges. The change of a single row needs another one than the lock.
  @Test("A role that may do no more than a save needs can save", arguments: ["UPDATE", "DELETE"])
  func fewPrivileges(ofMark privilege: String) throws {
    let cluster = try PostgresCluster.shared.get()
    let (schema, role) = ("few\(privilege.lowercased())", "saver\(privilege.lowercased())")
    let pair = try PostgresPair(cluster.url(schema: schema))
    let context = PostgresPair.context(pair.first)
    let artist = try context.performAndWait {
      let artist = try context.insert("Artist", ["name": "a"])
      try context.save()
      return artist.objectID
    }
    try cluster.sql(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema) TO \(role); \
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(role); \
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(schema) TO \(role); \
      DO $$ DECLARE mark regclass; BEGIN SELECT c.oid INTO mark FROM pg_class AS c \
      WHERE relnamespace = '\(schema)'::regnamespace AND starts_with(relname, 'Z_model_'); \
      EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %s FROM \(role)', mark); \
      EXECUTE format('GRANT \(privilege) ON %s TO \(role)', mark); END $$
      """, schema: schema)
    let url = try #require(URL(string: pair.url.absoluteString.replacing("test@", with: "\(role)@")))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: pair.first.managedObjectModel)
    try coordinator.addPersistentStore(type: .postgreSQL, at: url)
    let other = PostgresPair.context(coordinator)
    try other.performAndWait {
      try other.existingObject(
        with: try #require(
          other.persistentStoreCoordinator?.managedObjectID(
            forURIRepresentation: artist.uriRepresentation()))
      ).setValue("b", forKey: "name")
      try other.save()
    }
    #expect(try cluster.sql("SELECT \"ZNAME\" || \"Z_OPT\" FROM \"ZARTIST\"", schema: schema) == "b2")
  }
}

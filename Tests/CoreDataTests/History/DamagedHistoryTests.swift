import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A damaged history is either skipped or causes an error that names the file. Rows can still be read and saved.
@Suite("Damaged histories")
struct DamagedHistoryTests {
  private static let damages = [
    "UPDATE ACHANGE SET ZENTITY = 'x'", "UPDATE ACHANGE SET ZENTITY = 999", "UPDATE ACHANGE SET ZENTITY = NULL",
    "UPDATE ACHANGE SET ZENTITYPK = 'x'", "UPDATE ACHANGE SET ZENTITYPK = NULL",
    "UPDATE ACHANGE SET ZENTITYPK = -9223372036854775808", "UPDATE ACHANGE SET ZENTITYPK = 424242",
    "UPDATE ACHANGE SET ZCHANGETYPE = 7", "UPDATE ACHANGE SET ZCHANGETYPE = 'x'",
    "UPDATE ACHANGE SET ZCHANGETYPE = 2", "UPDATE ACHANGE SET ZCOLUMNS = x'FFFFFFFFFFFFFFFFFFFF'",
    "UPDATE ACHANGE SET ZCOLUMNS = 'text'", "UPDATE ACHANGE SET ZCOLUMNS = x''",
    "UPDATE ACHANGE SET ZTRANSACTIONID = 77", "UPDATE ACHANGE SET ZTRANSACTIONID = NULL", "DELETE FROM ACHANGE",
    "UPDATE ATRANSACTION SET ZTIMESTAMP = 'x'", "UPDATE ATRANSACTION SET ZTIMESTAMP = NULL",
    "UPDATE ATRANSACTION SET ZAUTHORTS = 99", "UPDATE ATRANSACTION SET ZAUTHORTS = 'x'", "DELETE FROM ATRANSACTION",
    "DELETE FROM ATRANSACTIONSTRING", "UPDATE ATRANSACTIONSTRING SET ZNAME = CAST(x'FF' AS TEXT) || Z_PK",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT > 16000",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807 WHERE Z_NAME = 'TRANSACTION'",
    "UPDATE Z_PRIMARYKEY SET Z_MAX = 'x' WHERE Z_ENT > 16000", "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 16000",
    "DROP TABLE ATRANSACTIONSTRING", "DROP TABLE ACHANGE", "DROP TABLE ATRANSACTION",
    "INSERT INTO ATRANSACTION (Z_PK, ZTIMESTAMP) VALUES (9223372036854775807, 1)",
  ]

  @Test("Fetching says so or passes over it, lists follow, and the store is saved to", arguments: damages)
  func damaged(by sql: String) throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    do {
      let stack = try HistoryStack(at: url)
      try stack.saving(author: "Ada") { try $0.insert("Track", ["title": "a", "code": "a"]) }
      try stack.saving(author: "Ada") { for track in try $0.all("Track") { track.setValue("b", forKey: "title") } }
    }
    let database = try SampleDatabase(url.path)
    try database.execute(sql)
    database.close()
    // Opening may create missing tables, or report the damage.
    let stack: HistoryStack
    do { stack = try HistoryStack(at: url) } catch {
      try Self.expectSays(error, url)
      return
    }
    do {
      for transaction in try stack.transactions() {
        _ = (transaction.changes ?? []).map { ($0.changedObjectID, $0.updatedProperties, $0.tombstone) }
        let context = stack.newContext()
        context.performAndWait { context.mergeChanges(fromContextDidSave: transaction.objectIDNotification()) }
      }
    } catch {
      try Self.expectSays(error, url)
    }
    let context = stack.newContext()
    let before = try context.performAndWait { try context.texts("Track", "title") }
    #expect(before == ["b"])
    do {
      try stack.saving { try $0.insert("Track", ["title": "c"]) }
      #expect(try context.performAndWait { try context.texts("Track", "title") } == ["b", "c"])
    } catch {
      try Self.expectSays(error, url)
      #expect(try context.performAndWait { try context.texts("Track", "title") } == ["b"])
    }
  }

  /// The list has followed another process by the history. Then the history is damaged. Everything that is committed
  /// later must still get into the list.
  @Test("A list that follows has what is committed", arguments: damages)
  func followed(by sql: String) throws {
    let folder = try TemporaryFolder()
    let stack = try HistoryStack(at: folder.file())
    let other = try HistoryStack(at: folder.file())
    let context = stack.newContext()
    context.automaticallyMergesChangesFromParent = true
    let list = context.performAndWait { UncheckedTransfer(TrackList.list(in: context)) }.value
    let listener = TrackList.Listener()
    list.delegate = listener
    defer { withExtendedLifetime(listener) {} }
    func shows(_ titles: [String]) -> Bool {
      waits { context.performAndWait { (list.fetchedObjects ?? []).map { $0.text("title") } == titles } }
    }
    try other.saving { try $0.insert("Track", ["title": "a", "code": "a"]) }
    #expect(shows(["a"]))
    let database = try SampleDatabase(folder.file().path)
    defer { database.close() }
    try database.execute(sql)
    do {
      try other.saving { context in
        for track in try context.all("Track") { track.setValue("b", forKey: "title") }
        try context.insert("Track", ["title": "c", "code": "c"])
      }
    } catch {
      try Self.expectSays(error, folder.file())
      return #expect(shows(["a"]))
    }
    #expect(shows(["b", "c"]))
  }

  /// A table that another program made may have no unique keys.
  @Test("A transaction that is there twice has its changes once")
  func twice() throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    do {
      let stack = try HistoryStack(at: url)
      try stack.saving(author: "Ada") { try $0.insert("Track", ["title": "a", "code": "a"]) }
    }
    let database = try SampleDatabase(url.path)
    try database.execute("CREATE TABLE COPIED AS SELECT * FROM ATRANSACTION")
    try database.execute("INSERT INTO COPIED SELECT * FROM ATRANSACTION")
    try database.execute("DROP TABLE ATRANSACTION")
    try database.execute("ALTER TABLE COPIED RENAME TO ATRANSACTION")
    database.close()
    let stack = try HistoryStack(at: url)
    #expect(try stack.transactions().map { $0.changes?.count } == [1, 0])
  }

  /// Expects an error of Core Data that names the file or the table.
  private static func expectSays(_ error: any Error, _ url: URL) throws {
    let error = error as NSError
    #expect(error.domain == NSCocoaErrorDomain)
    let names = [url.lastPathComponent, "ACHANGE", "ATRANSACTION"]
    #expect(names.contains { "\(error) \(error.userInfo)".contains($0) }, "\(error)")
  }
}

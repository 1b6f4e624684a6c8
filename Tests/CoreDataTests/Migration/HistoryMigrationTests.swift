import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Books, shelves and notes, with a history that preserves titles and pages of deleted books. In the second version
/// books are volumes, and their title is the heading. The genre and the notes are gone. There is a new entity for
/// authors, and the history also preserves the code of a deleted volume.
@Suite("A history goes through a migration")
struct HistoryMigrationTests {
  private func attribute(_ name: String, was former: String? = nil, keeps: Bool = false) -> NSAttributeDescription {
    let attribute = NSAttributeDescription(name)
    attribute.renamingIdentifier = former ?? name
    attribute.preservesValueInHistoryOnDeletion = keeps
    return attribute
  }

  private func model(_ version: Int) -> NSManagedObjectModel {
    let shelf = NSEntityDescription("Shelf", [attribute("name")])
    if version == 1 {
      let book = NSEntityDescription(
        "Book", [attribute("title", keeps: true), attribute("pages", keeps: true), attribute("genre")])
      shelf.relate("books", .many, to: book, "shelf", .one)
      return NSManagedObjectModel([book, NSEntityDescription("Note", [attribute("text")]), shelf])
    }
    let volume = NSEntityDescription(
      "Volume",
      [
        attribute("heading", was: "title", keeps: true), attribute("pages", keeps: true),
        attribute("code", keeps: true),
      ])
    volume.renamingIdentifier = "Book"
    shelf.relate("books", .many, to: volume, "shelf", .one)
    return NSManagedObjectModel([NSEntityDescription("Author", [attribute("name")]), shelf, volume])
  }

  private let options = [NSPersistentHistoryTrackingKey: true]

  /// Returns a line for each transaction: its author, then its changes.
  private func trace(_ context: NSManagedObjectContext, after token: NSPersistentHistoryToken? = nil) throws -> [String]
  {
    try transactions(context, after: token).map { transaction in
      let changes = (transaction.changes ?? []).map { change -> String in
        let key = change.changedObjectID.key.primaryKey
        let kind = ["insert", "update", "delete"][change.changeType.rawValue]
        let updated = (change.updatedProperties ?? []).map(\.name).sorted()
        let kept = (change.tombstone ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
        return "\(kind) \(change.changedObjectID.entity.name ?? "")\(key)\((updated + kept).map { " " + $0 }.joined())"
      }
      return ([transaction.author ?? ""] + changes.sorted()).joined(separator: "; ")
    }
  }

  private func transactions(
    _ context: NSManagedObjectContext, after token: NSPersistentHistoryToken? = nil
  ) throws -> [NSPersistentHistoryTransaction] {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    let result = try #require(try context.execute(request) as? NSPersistentHistoryResult)
    return try #require(result.result as? [NSPersistentHistoryTransaction])
  }

  private func fill(_ store: MigratingStore) throws {
    try store.with(model(1), migrates: false, options: options) { context in
      func new(_ name: String, _ key: String, _ text: String) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
        object.setValue(text, forKey: key)
        return object
      }
      context.transactionAuthor = "first"
      let (shelf, note) = (new("Shelf", "name", "s"), new("Note", "text", "n"))
      let books = ["a", "b"].map { new("Book", "title", $0) }
      books[1].setValue("12", forKey: "pages")
      try context.save()
      context.transactionAuthor = "second"
      books[0].setValue("A", forKey: "title")
      books[0].setValue("x", forKey: "genre")
      books[1].setValue(shelf, forKey: "shelf")
      note.setValue("N", forKey: "text")
      try context.save()
      books[0].setValue("y", forKey: "genre")
      try context.save()
      context.transactionAuthor = nil
      context.delete(books[1])
      context.delete(note)
      try context.save()
    }
  }

  @Test(arguments: MigratingStore.types) func changesAreOfWhatThingsBecame(type: String) throws {
    let store = try MigratingStore(type)
    try fill(store)
    let token = try store.with(model(1), migrates: false, options: options) { context in
      let before = try trace(context)
      #expect(
        before == [
          "first; insert Book1; insert Book2; insert Note1; insert Shelf1",
          "second; update Book1 genre title; update Book2 shelf; update Note1 text",
          "second; update Book1 genre", "; delete Book2 pages=12 title=b; delete Note1",
        ])
      return try transactions(context)[1].token
    }
    let tables =
      try !store.isFile
      ? [] : store.rows("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY Z_ENT")
    try store.with(model(2), options: options) { context in
      let after = try trace(context)
      #expect(
        after == [
          "first; insert Shelf1; insert Volume1; insert Volume2",
          "second; update Volume1 heading; update Volume2 shelf",
          "second; update Volume1", "; delete Volume2 heading=b pages=12",
        ])
      // A token from before the migration leads to the same place.
      #expect(try trace(context, after: token) == Array(after.dropFirst(2)))
      context.transactionAuthor = "third"
      let volume = NSEntityDescription.insertNewObject(forEntityName: "Volume", into: context)
      volume.setValue("c", forKey: "code")
      try context.save()
      context.delete(volume)
      try context.save()
      #expect(try trace(context).dropFirst(4) == ["third; insert Volume3", "third; delete Volume3 code=c"])
    }
    guard store.isFile else { return }
    let now = try store.rows("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY Z_ENT")
    #expect(now.map { $0[1] } == tables.map { $0[1] })
    #expect(try store.rows("PRAGMA integrity_check")[0][0].text == "ok")
  }

  /// Each statement fails once, and the history must be as before.
  @Test func everyStatementMayFail() throws {
    let store = try MigratingStore()
    try fill(store)
    let kind = SQLiteStoreKind()
    let opening = StoreOpening(url: store.url, model: model(2), entityIndices: [0, 1, 2])
    let mapping = try ModelMapping(from: model(1).compile(), to: opening.model.compile())
    let metadata = try kind.metadata(at: store.url)
    let all = "SELECT * FROM ACHANGE ORDER BY Z_PK"
    let before = try store.rows(all)
    var failures = 0
    while true {
      var left = failures
      var migration = StoreMigration(
        file: try StoreFile(store.url), opening: opening, mapping: mapping, metadata: metadata)
      migration.willWrite = { _ in
        left -= 1
        if left < 0 { throw CocoaError(.fileWriteOutOfSpace) }
      }
      do {
        try migration.run()
        break
      } catch is CocoaError {
        failures += 1
        #expect(try store.rows(all) == before)
      }
    }
    #expect(failures > 20)
    #expect(try store.rows(all) != before)
  }

  /// One statement copies all books. It is cancelled in the middle, and the store must be as before.
  @Test func whatIsCancelledInAStatementEndsThere() throws {
    let store = try MigratingStore()
    try fill(store)
    try Connection(path: store.url.path, mode: .writing, timeout: 1).execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
      INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE) SELECT i, (SELECT max(Z_ENT) FROM ZBOOK), 1, 't' FROM n
      """)
    let kind = SQLiteStoreKind()
    let progress = Progress(totalUnitCount: 1)
    var migration = StoreMigration(
      file: try StoreFile(store.url),
      opening: StoreOpening(url: store.url, model: model(2), entityIndices: [0, 1, 2]),
      mapping: try ModelMapping(from: model(1).compile(), to: model(2).compile()),
      metadata: try kind.metadata(at: store.url), progress: progress)
    var done: Int64 = -1
    migration.willWrite = { statement in
      // No check for cancellation runs between this call and the end of the statement.
      guard statement.contains("INSERT INTO"), statement.contains("VOLUME") else { return }
      progress.cancel()
      done = progress.completedUnitCount
    }
    let all = "SELECT count(*), max(Z_PK) FROM ZBOOK"
    let before = try store.rows(all)
    let error = try #require(throws: NSError.self) { try migration.run() }
    #expect(error.code == NSMigrationCancelledError)
    #expect(progress.completedUnitCount == done)
    #expect(try store.rows(all) == before)
    try store.migrate(to: model(2))
  }

  @Test(arguments: MigratingStore.types) func aProgressFollowsAndCancels(type: String) throws {
    let store = try MigratingStore(type)
    try fill(store)
    let cancelled = Progress(totalUnitCount: 1)
    cancelled.cancel()
    cancelled.becomeCurrent(withPendingUnitCount: 1)
    let error = store.error(migratingTo: model(2))
    cancelled.resignCurrent()
    #expect(error?.code == NSMigrationCancelledError)
    _ = try store.contents(model(1))
    let parent = Progress(totalUnitCount: 1)
    parent.becomeCurrent(withPendingUnitCount: 1)
    try store.migrate(to: model(2))
    parent.resignCurrent()
    #expect(parent.fractionCompleted == 1)
  }
}

import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A store may perform a batch request by SQL statements. Then it must succeed completely or change nothing, with the
/// same errors as if it were performed by objects.
@Suite("Batch requests by statements")
struct BatchStatementTests {
  private func ids(_ context: NSManagedObjectContext, _ entity: String) throws -> [NSManagedObjectID] {
    try context.all(entity).map(\.objectID)
  }

  /// Inserts a track, persons with passports, and tags of the track.
  private func fill(_ context: NSManagedObjectContext) throws {
    let track = try context.insert("Track", ["title": "t", "plays": 1])
    for number in 0..<4 {
      let person = try context.insert("Person", ["name": "\(number)", "rank": number])
      try context.insert("Passport", ["number": "\(number)", "owner": person])
      try context.insert("Tag", ["name": "\(number)", "weight": number]).setValue(Set([track]), forKey: "tracks")
    }
    try context.save()
  }

  private func requests(_ context: NSManagedObjectContext) throws -> [NSPersistentStoreRequest] {
    let update = NSBatchUpdateRequest(entityName: "Person")
    update.propertiesToUpdate = ["name": "x", "rank": CoreData.NSExpression(format: "rank + 1")]
    update.predicate = NSPredicate(format: "passport.number > '0'")
    return [
      update, NSBatchDeleteRequest(objectIDs: try ids(context, "Passport")),
      NSBatchDeleteRequest(objectIDs: try ids(context, "Tag")),
    ]
  }

  /// Each statement fails once. Values, references, members, versions and the history must be as before.
  @Test(arguments: [false, true], 0..<3) func everyStatementMayFail(tracksHistory: Bool, index: Int) throws {
    let stack = try MusicStack(
      NSSQLiteStoreType, options: [NSPersistentHistoryTrackingKey: tracksHistory as NSNumber])
    let rows = try #require(stack.store.rows as? SQLiteStore)
    let url = try #require(stack.store.url)
    func contents() throws -> [[[SampleDatabase.Cell]]] {
      let database = try SampleDatabase(url.path)
      defer { database.close() }
      let tables = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      return try tables.map { try database.rows("SELECT * FROM \"\($0[0].text ?? "")\" ORDER BY rowid") }
    }
    try stack.run { context in
      try fill(context)
      let request = try requests(context)[index]
      let before = try contents()
      var failures = 0
      while true {
        var left = failures
        rows.writer.setWillWrite { _ in
          left -= 1
          if left < 0 { throw CocoaError(.fileWriteOutOfSpace) }
        }
        defer { rows.writer.setWillWrite(nil) }
        do {
          try context.execute(request)
          break
        } catch is CocoaError {
          failures += 1
          #expect(try contents() == before)
        }
      }
      #expect(failures > 1)
      #expect(try contents() != before)
    }
  }

  /// Counts the different statements that write, such as an update.
  @Test func rowsAreNotGoneThrough() throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    let rows = try #require(stack.store.rows as? SQLiteStore)
    try stack.run { context in
      try fill(context)
      let counts = try requests(context).map { request in
        let written = Protected<[String]>([])
        rows.writer.setWillWrite { text in written.withLock { $0.append(text) } }
        defer { rows.writer.setWillWrite(nil) }
        try context.execute(request)
        return Set(written.withLock { $0 }.filter { !$0.contains("COMMIT") && !$0.contains("BEGIN") }).count
      }
      #expect(counts == [1, 2, 2])
    }
  }

  @Test("An object that is named twice is deleted once", arguments: MusicStack.types)
  func repeatedIDs(type: String) throws {
    try MusicStack(type).run { context in
      try fill(context)
      let ids = try ids(context, "Tag")
      let request = NSBatchDeleteRequest(objectIDs: [ids[1], ids[0], ids[1]])
      request.resultType = .resultTypeObjectIDs
      let result = try #require(context.execute(request) as? NSBatchDeleteResult)
      #expect((result.result as? [NSManagedObjectID])?.count == 2)
      #expect(try context.texts("Tag", "name") == ["2", "3"])
    }
  }

  /// This holds for every kind of store, as on Apple platforms.
  @Test("The program's classes take no part", arguments: MusicStack.types)
  func classes(type: String) throws {
    struct Refused: Error {}
    try MusicStack(type).run { context in
      try context.insert("Artist", ["name": "a"])
      try context.save()
      try Artist.$validation.withValue(UncheckedTransfer({ _ in throw Refused() })) {
        let update = NSBatchUpdateRequest(entityName: "Artist")
        update.propertiesToUpdate = ["name": "b"]
        try context.execute(update)
        try context.execute(NSBatchInsertRequest(entityName: "Artist", objects: [["name": "c"]]))
        context.reset()
        #expect(try context.texts("Artist", "name") == ["b", "c"])
        try context.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Artist")))
        context.reset()
        #expect(try context.all("Artist").isEmpty)
      }
    }
  }

  @Test("What breaks a rule is an error that names the object, and changes nothing", arguments: MusicStack.types)
  func rules(type: String) throws {
    try MusicStack(type).run { context in
      try fill(context)
      for (value, code) in [
        (NSNull() as Any, NSValidationMissingMandatoryPropertyError),
        (CoreData.NSExpression(format: "note") as Any, NSValidationMissingMandatoryPropertyError),
      ] {
        let update = NSBatchUpdateRequest(entityName: "Track")
        update.propertiesToUpdate = ["title": value, "plays": 9]
        let error = try #require(throws: NSError.self) { try context.execute(update) }
        #expect(error.code == code)
      }
      let tags = NSBatchUpdateRequest(entityName: "Tag")
      tags.propertiesToUpdate = ["weight": CoreData.NSExpression(format: "weight + 2147483646")]
      let error = try #require(throws: NSError.self) { try context.execute(tags) }
      // Two tags would get too large a weight.
      #expect(error.code == NSValidationMultipleErrorsError)
      context.reset()
      #expect(try context.texts("Track", "plays") == ["1"])
      #expect(try context.texts("Tag", "weight") == ["0", "1", "2", "3"])
    }
  }
}

import Foundation
import Testing

@testable import CoreData

@Suite("Batch requests")
struct BatchRequestTests {
  @Test(
    "A batch delete follows delete rules, names all that went, and is told when its result is merged",
    arguments: MusicStack.types)
  func delete(type: String) throws {
    try MusicStack(type).run { context in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a", "artist": nina])
      try context.insert("Artist", ["name": "Bill"])
      try context.save()
      let trace = EventTrace(context)
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Artist")
      fetch.predicate = NSPredicate(format: "name == 'Nina'")
      let request = NSBatchDeleteRequest(fetchRequest: fetch)
      request.resultType = .resultTypeObjectIDs
      let result = try #require(context.execute(request) as? NSBatchDeleteResult)
      let ids = try #require(result.result as? [NSManagedObjectID])
      #expect(Set(ids) == [nina.objectID, album.objectID])
      context.processPendingChanges()
      #expect(trace.take() == [])
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [context])
      #expect(trace.take() == ["-album -artist stored"])
      #expect(nina.managedObjectContext == nil)
      #expect(album.managedObjectContext == nil)
      #expect(try context.texts("Artist", "name") == ["Bill"])
      let rest = NSBatchDeleteRequest(objectIDs: try context.all("Artist").map(\.objectID))
      rest.resultType = .resultTypeCount
      #expect((try context.execute(rest) as? NSBatchDeleteResult)?.result as? Int == 1)
    }
  }

  @Test(
    "What a batch delete left without its owner is read again when the result is merged", arguments: MusicStack.types)
  func deleteWhatOthersReferTo(type: String) throws {
    try MusicStack(type).run { context in
      let album = try context.insert("Album", ["title": "a"])
      let track = try context.insert("Track", ["title": "t", "album": album])
      try context.save()
      let trace = EventTrace(context)
      let request = NSBatchDeleteRequest(objectIDs: [album.objectID])
      request.resultType = .resultTypeObjectIDs
      let result = try #require(context.execute(request) as? NSBatchDeleteResult)
      #expect(result.result as? [NSManagedObjectID] == [album.objectID])
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: [album.objectID]], into: [context])
      #expect(trace.take() == ["-album *t stored"])
      #expect(track.value(forKey: "album") == nil)
      track.setValue("u", forKey: "title")
      try context.save()
    }
  }

  @Test("A batch update sets what matches, a batch insert inserts", arguments: MusicStack.types)
  func updateAndInsert(type: String) throws {
    try MusicStack(type).run { context in
      let insert = NSBatchInsertRequest(entityName: "Album", objects: (0..<5).map { ["title": "\($0)", "year": $0] })
      insert.resultType = .count
      #expect((try context.execute(insert) as? NSBatchInsertResult)?.result as? Int == 5)
      var next = 5
      let more = NSBatchInsertRequest(entityName: "Album") { (values: NSMutableDictionary) in
        values["title"] = "\(next)"
        next += 1
        return next > 7
      }
      _ = try context.execute(more)
      #expect(try context.texts("Album", "title") == ["0", "1", "2", "3", "4", "5", "6"])
      let update = NSBatchUpdateRequest(entityName: "Album")
      update.predicate = NSPredicate(format: "year < 2")
      update.propertiesToUpdate = ["title": "old"]
      update.resultType = .updatedObjectIDsResultType
      #expect(((try context.execute(update) as? NSBatchUpdateResult)?.result as? [NSManagedObjectID])?.count == 2)
      #expect(try context.texts("Album", "title") == ["2", "3", "4", "5", "6", "old", "old"])
      update.propertiesToUpdate = ["name": "x"]
      let error = try #require(throws: NSError.self) { try context.execute(update) }
      #expect(error.localizedDescription == "The entity Album has no property \"name\".")
    }
  }
}

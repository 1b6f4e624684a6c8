import Foundation
import Testing

@testable import CoreData

@Suite("Batch requests")
struct BatchRequestTests {
  /// The row that was read last is cached, but a batch request must empty that cache.
  @Test("What a batch request wrote is what is read next", arguments: MusicStack.types)
  func readAfterwards(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { try $0.insert("Tag", ["name": "a"]).managedObjectContext?.save() }
    try stack.run { context in
      let id = try #require(try context.all("Tag").first).objectID
      func read() throws -> String { try context.existingObject(with: id).text("name") }
      #expect(try read() == "a")
      let request = NSBatchUpdateRequest(entityName: "Tag")
      request.propertiesToUpdate = ["name": "b"]
      _ = try context.execute(request)
      #expect(try read() == "b")
      _ = try context.execute(NSBatchDeleteRequest(objectIDs: [id]))
      #expect(throws: NSError.self) { try read() }
    }
  }

  @Test(
    "A batch delete follows delete rules, names all that went, and is reported when its result is merged",
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

  /// Programs cast a typed request to one for any result. On Apple platforms both are the same class.
  @Test("A batch delete takes a request of another class than its type says", arguments: MusicStack.types)
  func deleteByTypedRequest(type: String) throws {
    try MusicStack(type).run { context in
      for name in ["a", "b"] { try context.insert("Tag", ["name": name]) }
      try context.save()
      let typed = NSFetchRequest<NSManagedObject>(entityName: "Tag")
      typed.predicate = NSPredicate(format: "name == 'a'")
      _ = try context.execute(
        NSBatchDeleteRequest(fetchRequest: unsafeBitCast(typed, to: NSFetchRequest<any NSFetchRequestResult>.self)))
      #expect(try context.texts("Tag", "name") == ["b"])
    }
  }

  @Test(
    "What a batch delete left without its owner is read again when the result is merged", arguments: MusicStack.types)
  func deletingReferencedObjects(type: String) throws {
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

  @Test("Handlers of batch inserts fill objects of the entity's class, or dictionaries", arguments: MusicStack.types)
  func handlers(type: String) throws {
    try MusicStack(type).run { context in
      var left = ["Nina", "Bill", "Miles"]
      let request = NSBatchInsertRequest(entityName: "Artist") { (object: NSManagedObject) in
        guard let artist = object as? Artist else {
          Issue.record("\(Swift.type(of: object)) is not the entity's class")
          return true
        }
        guard let name = left.popLast() else { return true }
        artist.name = name
        return false
      }
      request.resultType = .objectIDs
      let result = try #require(context.execute(request) as? NSBatchInsertResult)
      let ids = try #require(result.result as? [NSManagedObjectID])
      #expect(ids.map { context.object(with: $0).text("name") } == ["Miles", "Bill", "Nina"])
      #expect(left.isEmpty)
      var turns = 0
      let none = NSBatchInsertRequest(entityName: "Artist") { (_: NSManagedObject) in
        turns += 1
        return true
      }
      none.resultType = .count
      #expect((try context.execute(none) as? NSBatchInsertResult)?.result as? Int == 0)
      #expect(turns == 1)
      var next = 0
      let dictionaries = NSBatchInsertRequest(entity: try #require(context.model(named: "Artist"))) {
        (values: NSMutableDictionary) in
        #expect(values.count == 0)
        values["name"] = "d\(next)"
        next += 1
        return next > 2
      }
      dictionaries.resultType = .statusOnly
      #expect((try context.execute(dictionaries) as? NSBatchInsertResult)?.result as? Bool == true)
      #expect(try context.texts("Artist", "name") == ["Bill", "Miles", "Nina", "d0", "d1"])
      let wrong = NSBatchInsertRequest(entityName: "Artist") { (values: NSMutableDictionary) in
        values["nickname"] = "x"
        return false
      }
      let error = try #require(throws: NSError.self) { try context.execute(wrong) }
      #expect(error.localizedDescription.hasPrefix("Artist has no property nickname; it has "))
      #expect(error.localizedDescription.hasSuffix("."))
      #expect(try context.texts("Artist", "name").count == 5)
    }
  }

  @Test("A handler's object is as new each time, and belongs to nothing", arguments: MusicStack.types)
  func objectsOfAHandler(type: String) throws {
    try MusicStack(type).run { context in
      var turn = 0
      let request = NSBatchInsertRequest(entityName: "Track") { (track: NSManagedObject) in
        turn += 1
        track.setValue("\(turn)", forKey: "title")
        if turn == 1 {
          track.setValue("rock", forKey: "genre")
          track.setValue(7, forKey: "plays")
        }
        return turn == 3
      }
      _ = try context.execute(request)
      let texts = try context.all("Track", by: "title").map { [$0.text("title"), $0.text("genre"), $0.text("plays")] }
      #expect(texts == [["1", "rock", "7"], ["2", "nil", "0"]])
      let related = NSBatchInsertRequest(entityName: "Track") { (track: NSManagedObject) in
        track.setValue("x", forKey: "title")
        let tag = track.managedObjectContext.map { NSEntityDescription.insertNewObject(forEntityName: "Tag", into: $0) }
        track.setValue(NSSet(array: [tag].compactMap { $0 }), forKey: "tags")
        turn += 1
        return turn > 10
      }
      let error = try #require(throws: NSError.self) { try context.execute(related) }
      #expect(error.localizedDescription == "Track.tags is a relationship: a batch request sets attributes.")
      #expect(try context.all("Track").count == 2 && context.all("Tag").isEmpty)
    }
  }

  /// A title is mandatory. If one row lacks it, no row is written.
  @Test("A row that breaks a rule of the model is an error, whoever gives it", arguments: MusicStack.types)
  func invalidRows(type: String) throws {
    try MusicStack(type).run { context in
      var (left, turn) = (["a", nil, "c"], 0)
      let requests = [
        NSBatchInsertRequest(entityName: "Track", objects: [["title": "a"], [:], ["title": "c"]]),
        NSBatchInsertRequest(entityName: "Track") { (values: NSMutableDictionary) in
          guard !left.isEmpty else { return true }
          if let title = left.removeFirst() { values["title"] = title }
          return false
        },
        NSBatchInsertRequest(entityName: "Track") { (track: NSManagedObject) in
          turn += 1
          if turn != 2 { track.setValue("\(turn)", forKey: "title") }
          return turn == 4
        },
      ]
      for request in requests {
        let error = try #require(throws: NSError.self) { try context.execute(request) }
        #expect(error.code == NSValidationMissingMandatoryPropertyError)
        #expect(try context.all("Track").isEmpty)
      }
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
      update.propertiesToUpdate = ["titel": "x"]
      let error = try #require(throws: NSError.self) { try context.execute(update) }
      #expect(error.localizedDescription.hasPrefix("Album has no property titel; it has artist, "))
      #expect(error.localizedDescription.hasSuffix(" Did you mean 'title'?"))
    }
  }
}

extension NSManagedObjectContext {
  fileprivate func model(named name: String) -> NSEntityDescription? {
    persistentStoreCoordinator?.managedObjectModel.entitiesByName[name]
  }
}

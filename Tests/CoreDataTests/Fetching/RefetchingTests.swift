import Foundation
import Testing

@testable import CoreData

/// Another context saves. This one does not merge that, but a fetch finds it.
@Suite("Fetching again what the context has")
struct RefetchingTests {
  private func refresh(_ entity: String, _ context: NSManagedObjectContext, batchSize: Int = 0) throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.shouldRefreshRefetchedObjects = true
    request.fetchBatchSize = batchSize
    _ = try context.fetch(request)
  }

  @Test("A fetch in batches refreshes objects with values, too", arguments: MusicStack.types)
  func batches(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (_, album) = try context.saveNina()
      let id = album.objectID
      try stack.saving { $0.object(with: id).setValue(7, forKey: "year") }
      let trace = EventTrace(context)
      try refresh("Album", context, batchSize: 2)
      #expect(album.text("year") == "7")
      #expect(trace.take() == ["*a"])
      try refresh("Album", context, batchSize: 2)
      #expect(trace.take() == [])
    }
  }

  @Test("A fault that is fetched again in batches has no older values than the fetch", arguments: MusicStack.types)
  func faults(type: String) throws {
    let stack = try MusicStack(type)
    try stack.saving { try $0.insert("Album", ["title": "a", "year": 1]) }
    try stack.run { (context) throws in
      let album = try #require(try context.all("Album").first)
      #expect(album.isFault)
      let id = album.objectID
      try stack.saving { $0.object(with: id).setValue(2, forKey: "year") }
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.fetchBatchSize = 5
      #expect(try context.fetch(request) == [album])
      #expect(album.text("year") == "2")
    }
  }

  /// Nina has the album a with the track 1. Elsewhere, she gets the album b, and a gets the track 2.
  @Test("To-many relationships are refreshed, and what is not saved stays", arguments: MusicStack.types)
  func destinations(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (nina, album) = try context.saveNina()
      try context.insert("Track", ["title": "1", "album": album])
      try context.save()
      #expect([nina.text("albums"), album.text("tracks")] == ["{a}", "[1]"])
      let ids = (nina.objectID, album.objectID)
      try stack.saving { other in
        try other.insert("Album", ["title": "b", "artist": other.object(with: ids.0)])
        try other.insert("Track", ["title": "2", "album": other.object(with: ids.1)])
      }
      try context.insert("Album", ["title": "new", "artist": nina])
      context.processPendingChanges()
      let trace = EventTrace(context)
      try refresh("Artist", context)
      #expect(nina.text("albums") == "{a b new}")
      #expect(trace.take() == ["*Nina"])
      try refresh("Album", context, batchSize: 1)
      #expect(album.text("tracks") == "[1 2]")
      #expect(trace.take() == ["*a"])
      try context.save()
      #expect(nina.text("albums") == "{a b new}")
    }
  }

  @Test("What was moved here and elsewhere is with its owner here alone", arguments: MusicStack.types)
  func movedTwice(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let folders = try stack.folderMovedTwice(context)
      try refresh("Folder", context)
      #expect(folders.map { $0.text("folders") } == ["{}", "{}", "{o1}", "{}"])
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Folder", by: "name").map { $0.text("folders") } == ["{}", "{}", "{o1}", "{}"])
    }
  }

  @Test("What is deleted here stays as it was read, so that its save is in conflict", arguments: MusicStack.types)
  func deleted(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (_, album) = try context.saveNina()
      let id = album.objectID
      context.delete(album)
      try stack.saving { $0.object(with: id).setValue(7, forKey: "year") }
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.includesPendingChanges = false
      request.shouldRefreshRefetchedObjects = true
      #expect(try context.fetch(request) == [album])
      let error = try #require(throws: NSError.self) { try context.save() }
      #expect(error.code == NSManagedObjectMergeError)
    }
  }
}

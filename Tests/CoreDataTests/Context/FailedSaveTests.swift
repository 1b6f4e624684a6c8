import Foundation
import Testing

@testable import CoreData

@Suite("Saves that fail")
struct FailedSaveTests {
  /// A save of many changes fails at its first statement, at its second, and so on. After each failure the context must
  /// be as it was, and at last the same save succeeds. The changes: an artist and a tag are inserted, an album is
  /// renamed and gets another order of its tracks, one track gets a tag, another one a rating, and a third one is
  /// deleted.
  @Test func aFailureAtAnyStatementLeavesTheContextAsItWas() throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    let rows = try #require(stack.store.rows as? SQLiteStore)
    try stack.run { context in
      let first = try context.insert("Track", ["title": "first"])
      let second = try context.insert("Track", ["title": "second"])
      let third = try context.insert("Track", ["title": "third"])
      let album = try context.insert("Album", ["title": "old", "tracks": NSOrderedSet(array: [first, second])])
      try context.save()
      let artist = try context.insert("Artist", ["name": "new", "albums": NSSet(object: album)])
      let tag = try context.insert("Tag", ["name": "loud", "tracks": NSSet(object: first)])
      album.setValue("newer", forKey: "title")
      album.setValue(NSOrderedSet(array: [second, first]), forKey: "tracks")
      second.setValue(4.5, forKey: "rating")
      context.delete(third)
      context.processPendingChanges()

      let objects = [first, second, third, album, artist, tag]
      let before = state(of: objects, in: context)
      var failures = 0
      var isDone = false
      while !isDone {
        var left = failures
        rows.writer.setWillWrite { _ in
          guard left > 0 else { throw SQLiteError(code: 10, message: "the test's failure") }
          left -= 1
        }
        do {
          try context.save()
          isDone = true
        } catch let error as NSError {
          #expect(error.code == NSPersistentStoreSaveError)
          #expect(state(of: objects, in: context) == before, "after \(failures) statements")
          failures += 1
        }
        rows.writer.setWillWrite(nil)
      }
      #expect(failures > 6)
      #expect(!context.hasChanges)
      #expect(!artist.objectID.isTemporaryID && !tag.objectID.isTemporaryID)
      let other = stack.newContext()
      let stored = try other.performAndWait {
        try [
          ("Album", "title"), ("Album", "tracks.title"), ("Track", "title"), ("Artist", "albums"), ("Tag", "tracks"),
        ]
        .map { entity, key in
          try other.all(entity, by: ["Artist", "Tag"].contains(entity) ? "name" : "title").map { $0.text(key) }
        }
      }
      #expect(
        stored == [
          ["newer"], [album.text("tracks.title")], ["first", "second"], [artist.text("albums")], [tag.text("tracks")],
        ])
    }
  }

  /// Everything that a program can see of the context and its objects, IDs included.
  private func state(of objects: [NSManagedObject], in context: NSManagedObjectContext) -> [String] {
    let sets = [context.insertedObjects, context.updatedObjects, context.deletedObjects].map { set in
      set.map { $0.objectID.uriRepresentation().absoluteString }.sorted().joined(separator: " ")
    }
    return sets
      + objects.map { object in
        let id = object.objectID
        let changed = object.changedValues().keys.sorted().joined(separator: " ")
        let values = object.entity.propertiesByName.keys.sorted().map { object.text($0) }.joined(separator: " ")
        let registered = context.registeredObject(for: id) === object
        return "\(id.uriRepresentation()) \(id.isTemporaryID) \(registered) [\(changed)] \(values)"
      }
  }
}

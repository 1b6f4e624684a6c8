import Foundation
import Testing

@testable import CoreData

@Suite("Saving a context")
struct ContextSavingTests {
  @Test("What is saved is there for another context, with its relationships", arguments: MusicStack.types)
  func roundTrip(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let artist = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "Pastel", "year": 1965, "artist": artist])
      let first = try context.insert("Track", ["title": "One", "album": album])
      let second = try context.insert("Track", ["title": "Two", "album": album])
      let tag = try context.insert("Tag", ["name": "jazz", "tracks": Set([first, second])])
      #expect(first.text("tags") == "{jazz}")
      #expect(tag.text("tracks") == "{One Two}")
      #expect(artist.objectID.isTemporaryID)
      #expect(context.insertedObjects.count == 5)
      try context.save()
      #expect(!context.hasChanges)
      #expect(!artist.objectID.isTemporaryID)
      #expect(album.text("tracks") == "[One Two]")
      #expect(tag.text("tracks") == "{One Two}")
    }
    try stack.run { context in
      let artist = try #require(context.all("Artist").first as? Artist)
      #expect(artist.isFault)
      #expect(artist.name == "Nina")
      #expect(!artist.isFault)
      #expect(artist.text("albums") == "{Pastel}")
      #expect(artist.text("albums.tracks.title") == "{One Two}")
      let album = try #require(artist.albums.first)
      #expect(album.value(forKey: "year") as? Int == 1965)
      #expect(album.text("tracks") == "[One Two]")
      #expect(album.text("tracks.tags") == "[jazz]")
    }
  }

  @Test("Primary keys are given in the order of insertion", arguments: MusicStack.types)
  func keyOrder(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tags = try ["c", "a", "b"].map { try context.insert("Tag", ["name": $0]) }
      try context.save()
      #expect(tags.map(\.key.primaryKey) == tags.map(\.key.primaryKey).sorted())
      #expect(try context.all("Tag").map { $0.text("name") } == ["c", "a", "b"])
    }
  }

  @Test("Changes and deletions are saved, a second save has nothing to do", arguments: MusicStack.types)
  func changes(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tags = try ["a", "b", "c"].map { try context.insert("Tag", ["name": $0]) }
      try context.save()
      tags[0].setValue("z", forKey: "name")
      context.delete(tags[1])
      #expect(context.updatedObjects == [tags[0]])
      #expect(context.deletedObjects == [tags[1]])
      try context.save()
      #expect(!context.hasChanges)
      #expect(tags[1].managedObjectContext == nil)
      #expect(tags[0].row?.version == 2)
    }
    try stack.run { (context) throws in #expect(try context.texts("Tag", "name") == ["c", "z"]) }
  }

  @Test("Objects are notified of their life in order")
  func life() throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    try stack.run { context in
      let artist = try #require(context.insert("Artist", ["name": "Nina"]) as? Artist)
      try context.save()
      context.refresh(artist, mergeChanges: false)
      #expect(artist.isFault)
      #expect(artist.name == "Nina")
      context.delete(artist)
      try context.save()
      #expect(
        artist.reported == [
          "awakeFromInsert", "willSave", "didSave", "willTurnIntoFault", "didTurnIntoFault", "awakeFromFetch",
          "prepareForDeletion", "willSave", "didSave",
        ]
      )
    }
  }

  @Test("What an object sets as it awakes: inserted, it counts; fetched, it is no change", arguments: MusicStack.types)
  func awaking(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let host = try #require(context.insert("Artist", ["name": "host"]) as? Artist)
      try context.insert("Artist", ["name": "nameless"])
      try context.save()
      try Artist.$friend.withValue(UncheckedTransfer(host)) { _ = try context.insert("Artist", ["name": "guest"]) }
      #expect(host.isUpdated)
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Artist", by: "name").map { $0.text("friends") } == ["{host}", "{guest}", "{}"])
      #expect(try context.texts("Artist", "name") == ["guest", "host", "silent"])
      #expect(!context.hasChanges)
    }
  }

  @Test("A failed save leaves context and store as they were", arguments: MusicStack.types)
  func failure(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tag = try context.insert("Tag", ["name": "kept"])
      try context.save()
      tag.setValue("changed", forKey: "name")
      let track = try context.insert("Track", ["tags": Set([tag])])
      let id = track.objectID
      let error = try #require(throws: NSError.self) { try context.save() }
      #expect(error.code == NSValidationMissingMandatoryPropertyError)
      #expect(error.localizedDescription.hasPrefix("title of \(track.debugDescription) "))
      #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "title")
      #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === track)
      #expect(track.objectID == id)
      #expect(context.insertedObjects == [track])
      #expect(context.updatedObjects == [tag])
      track.setValue("fine", forKey: "title")
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.texts("Track", "title") == ["fine"])
      #expect(try context.all("Track").first?.text("tags") == "{changed}")
    }
  }
}

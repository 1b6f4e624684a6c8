import Foundation
import Testing

@testable import CoreData

/// An album with an artist, and with a track that has a tag, is deleted and inserted again, in one event or over
/// several.
@Suite("Inserting again what was deleted")
struct ReinsertionTests {
  @Test("An unsaved object is saved after any number of turns in one event", arguments: MusicStack.types)
  func unsavedInOneEvent(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let trace = EventTrace(context)
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a", "artist": nina])
      for _ in 0..<2 {
        context.delete(album)
        #expect(!context.insertedObjects.contains(album))
        context.insert(album)
        #expect(context.insertedObjects == [nina, album])
        #expect(album.isInserted && !album.isDeleted)
      }
      try context.save()
      #expect(trace.take() == ["+Nina +a", "promoted(Nina,a) stored"])
      #expect(nina.text("albums") == "{a}")
      #expect(!album.objectID.isTemporaryID)
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").map { $0.text("title") + $0.text("artist") } == ["aNina"])
    }
  }

  @Test("An unsaved object that ends deleted was never there", arguments: MusicStack.types)
  func unsavedEndsDeleted(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let trace = EventTrace(context)
      let number = stack.coordinator.saveNumber
      let album = try context.insert("Album", ["title": "a"])
      context.delete(album)
      context.insert(album)
      context.delete(album)
      try context.save()
      #expect(!context.hasChanges)
      #expect(album.managedObjectContext == nil)
      #expect(trace.take() == [])
      #expect(stack.coordinator.saveNumber == number)
    }
    try stack.run { (context) throws in #expect(try context.all("Album").isEmpty) }
  }

  @Test("Of an unsaved object that ends deleted nothing stays at the other end", arguments: MusicStack.types)
  func relatedUnsavedEndsDeleted(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      try context.save()
      let trace = EventTrace(context)
      var traces: [[String]] = []
      for turns in 0...1 {
        let album = try context.insert("Album", ["title": "a", "artist": nina])
        for _ in 0..<turns {
          context.delete(album)
          context.insert(album)
        }
        context.delete(album)
        try context.save()
        traces.append(trace.take())
        #expect(nina.text("albums") == "{}")
        #expect(album.managedObjectContext == nil)
      }
      // The artist counts as changed, whether the album came back in between or not.
      #expect(traces == [["~Nina(albums)", "stored"], ["~Nina(albums)", "stored"]])
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").isEmpty)
      #expect(try context.all("Artist").map { $0.text("albums") } == ["{}"])
    }
  }

  @Test("A saved object that ends deleted is deleted once", arguments: MusicStack.types)
  func savedEndsDeleted(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (nina, album) = try context.saveNina()
      let trace = EventTrace(context)
      #expect(album.text("title") == "a")
      context.delete(album)
      context.insert(album)
      context.delete(album)
      #expect(context.deletedObjects == [album])
      try context.save()
      #expect(trace.take() == ["~Nina(albums) -a", "stored"])
      #expect(!context.hasChanges)
      #expect(nina.text("albums") == "{}")
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").isEmpty)
      #expect(try context.all("Artist").map { $0.text("albums") } == ["{}"])
    }
  }

  @Test("One that was reported is reported again only when something remains of it", arguments: MusicStack.types)
  func unsavedButReported(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let trace = EventTrace(context)
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a", "artist": nina])
      context.processPendingChanges()
      context.delete(album)
      context.insert(album)
      context.processPendingChanges()
      #expect(trace.take() == ["+Nina +a"])
      album.setValue("b", forKey: "title")
      context.delete(album)
      context.insert(album)
      context.processPendingChanges()
      #expect(trace.take() == ["~a(title)"])
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").map { $0.text("title") + $0.text("artist") } == ["bNina"])
    }
  }

  @Test("One whose deletion was reported comes back as it was, related at both ends", arguments: MusicStack.types)
  func unsavedOverEvents(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let track = try context.insert("Track", ["title": "1"])
      let gone = try context.insert("Tag", ["name": "gone"])
      let tag = try context.insert("Tag", ["name": "t", "tracks": Set([track])])
      let album = try context.insert("Album", ["title": "a", "artist": nina, "tracks": NSOrderedSet(array: [track])])
      track.setValue(Set([gone, tag]), forKey: "tags")
      context.processPendingChanges()
      context.delete(album)
      context.delete(track)
      context.delete(gone)
      context.processPendingChanges()
      #expect(nina.text("albums") == "{}")
      #expect(tag.text("tracks") == "{}")
      #expect(context.insertedObjects == [nina, tag])
      context.insert(track)
      context.insert(album)
      #expect(album.text("artist") == "Nina")
      #expect(nina.text("albums") == "{a}")
      #expect(track.text("tags") == "{t}")
      #expect(tag.text("tracks") == "{1}")
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").map { $0.text("artist") } == ["Nina"])
      #expect(try context.all("Tag").map { $0.text("tracks") } == ["{1}"])
      #expect(try context.all("Track").map { $0.text("tags") } == ["{t}"])
    }
  }

  @Test("A saved one whose deletion was reported is related again at both ends", arguments: MusicStack.types)
  func savedOverEvents(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tracks = try ["1", "2", "3"].map { try context.insert("Track", ["title": $0]) }
      let tag = try context.insert("Tag", ["name": "t", "tracks": Set(tracks)])
      let album = try context.insert("Album", ["title": "a", "tracks": NSOrderedSet(array: tracks)])
      let person = try context.insert("Person", ["name": "p"])
      let passport = try context.insert("Passport", ["number": "7", "owner": person])
      try context.save()
      for object in [tracks[1], passport, tag] { context.delete(object) }
      context.processPendingChanges()
      #expect(album.text("tracks") == "[1 3]")
      #expect(person.text("passport") == "nil")
      for object in [tracks[1], passport, tag] { context.insert(object) }
      #expect(album.text("tracks") == "[1 2 3]")
      #expect(person.text("passport") == "7")
      #expect(tracks.map { $0.text("tags") } == ["{t}", "{t}", "{t}"])
      try context.save()
      #expect(album.text("tracks") == "[1 2 3]")
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").map { $0.text("tracks") } == ["[1 2 3]"])
      #expect(try context.all("Person").map { $0.text("passport") } == ["7"])
      #expect(try context.all("Tag").map { $0.text("tracks") } == ["{1 2 3}"])
    }
  }

  @Test("What another object has by now is left to it, and what is gone is let go of", arguments: MusicStack.types)
  func taken(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let people = try ["p", "q"].map { try context.insert("Person", ["name": $0]) }
      let passport = try context.insert("Passport", ["number": "7", "owner": people[0]])
      let (nina, album) = try context.saveNina()
      context.delete(passport)
      context.delete(nina)
      context.processPendingChanges()
      #expect(album.isDeleted)
      people[0].setValue(try context.insert("Passport", ["number": "8"]), forKey: "passport")
      context.insert(passport)
      context.insert(nina)
      context.processPendingChanges()
      #expect(passport.text("owner") == "nil")
      #expect(people[0].text("passport") == "8")
      #expect(nina.text("albums") == "{}")
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Passport", by: "number").map { $0.text("owner") } == ["nil", "p"])
      #expect(try context.all("Artist").map { $0.text("albums") } == ["{}"])
      #expect(try context.all("Album").isEmpty)
    }
  }

  @Test("One whose deletion was saved is a new object with the old values", arguments: MusicStack.types)
  func saved(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a", "artist": nina, "year": 1958])
      try context.save()
      let id = album.objectID
      context.delete(album)
      try context.save()
      context.insert(album)
      #expect(album.isInserted)
      #expect(album.text("title") == "a")
      #expect(nina.text("albums") == "{a}")
      try context.save()
      #expect(album.objectID != id)
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").map { $0.text("title") + $0.text("year") + $0.text("artist") } == ["a1958Nina"])
    }
  }

  @Test(
    "A deletion taken back knows the permanent IDs that other objects have got meanwhile", arguments: MusicStack.types,
    [false, true])
  func promoted(type: String, isSaved: Bool) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let album = try context.insert("Album", ["title": "a"])
      try context.save()
      let nina = try context.insert("Artist", ["name": "Nina"])
      album.setValue(nina, forKey: "artist")
      context.delete(album)
      if isSaved { try context.save() } else { try context.obtainPermanentIDs(for: [nina]) }
      context.insert(album)
      #expect([album.text("artist"), nina.text("albums")] == ["Nina", "{a}"])
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").map { $0.text("artist") } == ["Nina"])
    }
  }

  @Test("Rolling back after turns leaves what is saved", arguments: MusicStack.types)
  func rolledBack(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let saved = try context.insert("Tag", ["name": "a"])
      try context.save()
      let new = try context.insert("Tag", ["name": "b"])
      for tag in [saved, new] {
        context.delete(tag)
        context.insert(tag)
      }
      context.rollback()
      #expect(!context.hasChanges)
      #expect(new.managedObjectContext == nil)
      #expect(try context.texts("Tag", "name") == ["a"])
    }
  }

  @Test("What was deleted meanwhile does not insist on having lost what is inserted again", arguments: MusicStack.types)
  func lostByTwoDeletions(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (tag, track) = (try context.insert("Tag", ["name": "t"]), try context.insert("Track", ["title": "1"]))
      try context.save()
      tag.setValue(Set([track]), forKey: "tracks")
      let ids = [tag.objectID, track.objectID]
      // From here on, the context does not know whether another context has related them, too.
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: ids], into: [context])
      for object in [tag, track] {
        context.delete(object)
        context.processPendingChanges()
      }
      context.insert(tag)
      #expect(tag.text("tracks") == "{}")
      try stack.merge(into: context) {
        $0.object(with: ids[0]).setValue(Set([$0.object(with: ids[1])]), forKey: "tracks")
      }
      #expect(tag.text("tracks") == "{}")
      try context.save()
      #expect(tag.text("tracks") == "{}")
    }
  }
}

import Foundation
import Testing

@testable import CoreData

/// A track that computes its transient badge when it is fetched.
final class LoudTrack: NSManagedObject {
  override func awakeFromFetch() {
    super.awakeFromFetch()
    setValue("loud", forKey: "badge")
  }
}

@Suite("Rolling back, refreshing and resetting")
struct RollbackTests {
  @Test("What was not reported is undone silently", arguments: MusicStack.types)
  func silently(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tags = try ["a", "b"].map { try context.insert("Tag", ["name": $0]) }
      try context.save()
      let trace = EventTrace(context)
      tags[0].setValue("A", forKey: "name")
      context.delete(tags[1])
      let new = try context.insert("Tag", ["name": "c"])
      context.rollback()
      #expect(trace.take() == [])
      #expect(!context.hasChanges)
      #expect(tags.map { $0.text("name") } == ["a", "b"])
      #expect(new.managedObjectContext == nil)
      #expect(try context.texts("Tag", "name") == ["a", "b"])
    }
  }

  @Test("What was reported is reported as undone", arguments: MusicStack.types)
  func reported(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a", "artist": nina])
      let tag = try context.insert("Tag", ["name": "t"])
      try context.save()
      let trace = EventTrace(context)
      album.setValue(nil, forKey: "artist")
      album.setValue("A", forKey: "title")
      context.delete(tag)
      try context.insert("Tag", ["name": "new"])
      context.processPendingChanges()
      #expect(trace.take() == ["+new ~A(title,artist) ~Nina(albums) -t"])
      album.setValue(7, forKey: "year")
      context.rollback()
      #expect(trace.take() == ["+t ~A(title,artist) ~Nina(albums) -new"])
      #expect(nina.text("albums") == "{a}")
      #expect(album.text("artist") == "Nina")
      #expect(album.text("year") == "nil")
      #expect(!tag.isDeleted)
    }
  }

  @Test(
    "A deletion that was reported and taken back unreported is undone by the insertion", arguments: MusicStack.types)
  func reportedAndInsertedAgain(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (nina, album) = try context.saveNina()
      let trace = EventTrace(context)
      context.delete(nina)
      context.processPendingChanges()
      context.insert(album)
      context.rollback()
      #expect(trace.take() == ["-Nina -a", "+Nina +a"])
      #expect([album.text("artist"), nina.text("albums")] == ["Nina", "{a}"])
    }
  }

  @Test(
    "An insertion that was reported and a deletion that was not are both undone by the deletion",
    arguments: MusicStack.types)
  func reportedAndDeletedAgain(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let trace = EventTrace(context)
      let tags = try ["a", "b"].map { try context.insert("Tag", ["name": $0]) }
      context.processPendingChanges()
      #expect(trace.take() == ["+a +b"])
      context.delete(tags[0])
      let silent = try context.insert("Tag", ["name": "c"])
      context.delete(silent)
      context.rollback()
      #expect(trace.take() == ["-a -b"])
      #expect(!context.hasChanges)
      #expect((tags + [silent]).allSatisfy { $0.managedObjectContext == nil })
    }
  }

  @Test(
    "Refreshing without changes forgets them; with changes it keeps them over what is stored",
    arguments: MusicStack.types)
  func refresh(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let album = try context.insert("Album", ["title": "a", "year": 1])
      try context.save()
      let id = album.objectID
      try stack.saving { other in
        let album = other.object(with: id)
        album.setValue("there", forKey: "title")
        album.setValue(2, forKey: "year")
      }
      let trace = EventTrace(context)
      #expect(album.text("year") == "1")
      album.setValue("here", forKey: "title")
      context.refresh(album, mergeChanges: true)
      #expect(album.text("title") == "here")
      #expect(album.text("year") == "2")
      #expect(album.isUpdated)
      context.refresh(album, mergeChanges: false)
      #expect(album.isFault)
      #expect(!context.hasChanges)
      #expect(album.text("title") == "there")
      #expect(trace.take() == ["~here(title)", "*here", "*here"])
    }
  }

  @Test("After a reset nothing is left, and all of it is reported once", arguments: MusicStack.types)
  func reset(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      try context.insert("Tag", ["name": "b"])
      let trace = EventTrace(context)
      context.reset()
      #expect(trace.take() == ["invalidatedAll"])
      #expect(context.registeredObjects.isEmpty)
      #expect(!context.hasChanges)
      #expect(tag.managedObjectContext == nil)
      #expect(try context.texts("Tag", "name") == ["a"])
    }
  }

  @Test("After a reset objects are faults without values, and can still be read", arguments: MusicStack.types)
  func resetObjects(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let nina = try #require(try context.insert("Artist", ["name": "Nina"]) as? Artist)
      let album = try context.insert("Album", ["title": "a", "artist": nina])
      try context.save()
      let new = try context.insert("Artist", ["name": "new"])
      context.delete(album)
      nina.reported = []
      context.reset()
      #expect([nina, album, new].map(\.isFault) == [true, true, true])
      #expect([nina, album, new].allSatisfy { !$0.hasChanges && !$0.isDeleted && !$0.isInserted })
      #expect(nina.reported == ["willTurnIntoFault", "didTurnIntoFault"])
      #expect(
        [nina.text("name"), nina.text("albums"), album.text("artist"), new.text("name")] == ["nil", "{}", "nil", "nil"])
      #expect(nina.isFault)
      #expect(try context.all("Album").first?.text("artist") == "Nina")
    }
  }

  @Test("What awakeFromFetch computes outlives a refresh that keeps changes", arguments: MusicStack.types)
  func transientOfFetch(type: String) throws {
    let stack = try MusicStack(type, MusicModel.make(tracks: LoudTrack.self))
    try stack.saving { other in for title in ["1", "2", "3"] { try other.insert("Track", ["title": title]) } }
    try stack.run { (context) throws in
      let tracks = try context.all("Track", by: "title")
      #expect(tracks.map { $0.text("badge") } == ["loud", "loud", "loud"])
      let ids = tracks.map(\.objectID)
      try stack.saving { other in
        other.object(with: ids[0]).setValue("there", forKey: "title")
        other.delete(other.object(with: ids[2]))
      }
      tracks[1].setValue("changed", forKey: "title")
      context.refreshAllObjects()
      #expect(tracks.prefix(2).map { $0.text("badge") } == ["loud", "loud"])
      #expect(tracks.prefix(2).map { $0.text("title") } == ["there", "changed"])
      #expect(context.updatedObjects == [tracks[1]])
      // The third track was deleted elsewhere, so its values are not kept.
      #expect(tracks[2].isFault)
    }
  }

  @Test("Transient values outlive a refresh that keeps changes, and no other", arguments: MusicStack.types)
  func transient(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tracks = try ["1", "2"].map { try context.insert("Track", ["title": $0]) }
      try context.save()
      for track in tracks { track.setValue("loud", forKey: "badge") }
      tracks[1].setValue("changed", forKey: "title")
      context.refreshAllObjects()
      for track in tracks { context.refresh(track, mergeChanges: true) }
      #expect(tracks.map(\.isFault) == [false, false])
      #expect(tracks.map { $0.text("badge") } == ["loud", "loud"])
      #expect(tracks.map { $0.text("title") } == ["1", "changed"])
      #expect(context.updatedObjects == Set(tracks))
      for track in tracks { context.refresh(track, mergeChanges: false) }
      #expect(tracks.map(\.isFault) == [true, true])
      #expect(tracks.map { $0.text("badge") } == ["nil", "nil"])
      #expect(tracks.map { $0.text("title") } == ["1", "2"])
      #expect(!context.hasChanges)
    }
  }

  @Test("Refreshing all keeps changes and drops the rest", arguments: MusicStack.types)
  func refreshAll(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tags = try ["a", "b"].map { try context.insert("Tag", ["name": $0]) }
      try context.save()
      tags[0].setValue("A", forKey: "name")
      context.refreshAllObjects()
      #expect(tags.map(\.isFault) == [false, true])
      #expect(tags.map { $0.text("name") } == ["A", "b"])
      #expect(context.updatedObjects == [tags[0]])
    }
  }

  /// Another context adds the track to the album, but this one deletes the album before it reads that. So the album's
  /// order is empty. It stays empty when the track is moved away and the album is inserted again.
  @Test("A removal is undone where the order is as it was read", arguments: MusicStack.types)
  func removalFromAnOrderReadBefore(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (old, new) = (try context.insert("Album", ["title": "a"]), try context.insert("Album", ["title": "b"]))
      let track = try context.insert("Track", ["title": "1"])
      try context.save()
      #expect(old.text("tracks") == "[]")
      context.delete(old)
      context.processPendingChanges()
      let ids = (track.objectID, old.objectID)
      let save = try stack.saving { $0.object(with: ids.0).setValue($0.object(with: ids.1), forKey: "album") }
      context.refresh(track, mergeChanges: true)
      track.setValue(new, forKey: "album")
      context.insert(old)
      context.processPendingChanges()
      context.rollback()
      context.mergeChanges(fromContextDidSave: save)
      #expect([old.text("tracks"), new.text("tracks"), track.text("album")] == ["[1]", "[]", "a"])
    }
  }

  /// Another context removed the track from the tag, and the tag has merged that. Inserting the tag again also adds it
  /// to the track again, so that both ends have it as a change.
  @Test(
    "What another context took away from an object inserted again is reported by the rollback",
    arguments: MusicStack.types)
  func takenFromReinserted(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tag = try context.insert("Tag", ["name": "t"])
      let track = try context.insert("Track", ["title": "1", "tags": Set([tag])])
      try context.save()
      #expect(track.text("tags") == "{t}")
      context.delete(track)
      context.processPendingChanges()
      let id = track.objectID
      let save = try stack.saving { $0.object(with: id).setValue(Set<NSManagedObject>(), forKey: "tags") }
      context.refresh(tag, mergeChanges: true)
      context.insert(track)
      context.processPendingChanges()
      context.mergeChanges(fromContextDidSave: save)
      #expect(track.text("tags") == "{t}")
      let trace = EventTrace(context)
      context.rollback()
      #expect(trace.take() == ["~1(tags) ~t(tracks)"])
      #expect([track.text("tags"), tag.text("tracks")] == ["{}", "{}"])
    }
  }
}

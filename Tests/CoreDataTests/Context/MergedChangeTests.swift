import Foundation
import Testing

@testable import CoreData

/// This context changed, deleted or inserted again one end of a relationship, and another context changed the other
/// end. Merges come late, or not in the order of the saves.
@Suite("Both ends after merges that met a change")
struct MergedChangeTests {
  @Test("What was moved away is not taken along by what is deleted here", arguments: MusicStack.types)
  func movedFromDeleted(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (nina, miles) = (
        try context.insert("Artist", ["name": "Nina"]), try context.insert("Artist", ["name": "Miles"])
      )
      let album = try context.insert("Album", ["title": "a"])
      try context.save()
      context.delete(miles)
      album.setValue(nina, forKey: "artist")
      context.processPendingChanges()
      let trace = EventTrace(context)
      let ids = (album.objectID, miles.objectID)
      try stack.merge(into: context) { $0.object(with: ids.0).setValue($0.object(with: ids.1), forKey: "artist") }
      #expect(trace.take() == ["~Miles(albums) stored"])
      #expect(!album.isDeleted)
      try context.save()
      #expect([album.text("artist"), nina.text("albums")] == ["Nina", "{a}"])
    }
    try stack.run { (context) throws in #expect(try context.all("Album").map { $0.text("artist") } == ["Nina"]) }
  }

  @Test("Inserted again, an object does not lead to what was deleted elsewhere", arguments: MusicStack.types)
  func reinserted(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a"])
      let tags = try ["s", "t"].map { try context.insert("Tag", ["name": $0]) }
      let track = try context.insert("Track", ["title": "1", "tags": Set(tags)])
      try context.save()
      #expect(track.text("tags") == "{s t}")
      album.setValue(nina, forKey: "artist")
      for object in [album, track] { context.delete(object) }
      context.processPendingChanges()
      let ids = [nina, tags[0]].map(\.objectID)
      try stack.merge(into: context) { other in for id in ids { other.delete(other.object(with: id)) } }
      for object in [album, track] { context.insert(object) }
      #expect(album.value(forKey: "artist") == nil)
      #expect([track.text("tags"), tags[1].text("tracks")] == ["{t}", "{1}"])
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").map { $0.text("artist") } == ["nil"])
      #expect(try context.all("Track").map { $0.text("tags") } == ["{t}"])
    }
  }

  @Test("Inserted again before the merge, it does not lead there either", arguments: MusicStack.types)
  func reinsertedBefore(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let id = try context.insert("Artist", ["name": "Nina"]).objectID
      let album = try context.insert("Album", ["title": "a", "artist": context.object(with: id)])
      try context.save()
      context.delete(album)
      try context.save()
      let nina = try #require(try context.all("Artist").first)
      try stack.saving { other in
        for artist in try other.all("Artist") { other.delete(artist) }
      }
      context.refresh(nina, mergeChanges: false)
      context.insert(album)
      #expect(album.value(forKey: "artist") == nil)
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").allSatisfy { $0.value(forKey: "artist") == nil })
    }
  }

  @Test(
    "A tag that was put on and taken off stays off at both ends when another context puts it on",
    arguments: MusicStack.types)
  func takenBack(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (track, tag) = try context.saveTrack(tagged: false)
      let ids = (track.objectID, tag.objectID)
      #expect(tag.text("tracks") == "{}")
      tag.setValue(Set([track]), forKey: "tracks")
      // Now both ends have to be read again, but the test reads only one of them.
      try stack.merge(into: context) { $0.object(with: ids.0).setValue(Set([$0.object(with: ids.1)]), forKey: "tags") }
      try stack.merge(into: context) { $0.object(with: ids.0).setValue(Set<NSManagedObject>(), forKey: "tags") }
      #expect(track.text("tags") == "{t}")
      track.setValue(Set<NSManagedObject>(), forKey: "tags")
      try stack.merge(into: context) { $0.object(with: ids.0).setValue(Set([$0.object(with: ids.1)]), forKey: "tags") }
      #expect([track.text("tags"), tag.text("tracks")] == ["{}", "{}"])
      try context.save()
    }
    try stack.run { (context) throws in #expect(try context.all("Tag").map { $0.text("tracks") } == ["{}"]) }
  }

  @Test("A tag that another context put on is taken off here before that save is merged", arguments: MusicStack.types)
  func unrecorded(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (track, tag) = try context.saveTrack(tagged: false)
      let ids = (track.objectID, tag.objectID)
      context.refresh(tag, mergeChanges: false)
      #expect(track.text("tags") == "{}")
      let saved = try stack.saving { $0.object(with: ids.0).setValue(Set([$0.object(with: ids.1)]), forKey: "tags") }
      tag.setValue(Set<NSManagedObject>(), forKey: "tracks")
      context.mergeChanges(fromContextDidSave: saved)
      #expect([track.text("tags"), tag.text("tracks")] == ["{}", "{}"])
      try context.save()
      #expect([track.text("tags"), tag.text("tracks")] == ["{}", "{}"])
    }
    try stack.run { (context) throws in #expect(try context.all("Tag").map { $0.text("tracks") } == ["{}"]) }
  }

  @Test("A tag inserted again has what another context puts under it later, at both ends", arguments: MusicStack.types)
  func losses(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (track, tag) = try context.saveTrack(tagged: true)
      let ids = (track.objectID, tag.objectID)
      context.delete(tag)
      context.processPendingChanges()
      try stack.merge(into: context) { $0.object(with: ids.1).setValue(Set<NSManagedObject>(), forKey: "tracks") }
      context.insert(tag)
      #expect([track.text("tags"), tag.text("tracks")] == ["{}", "{}"])
      try stack.merge(into: context) {
        $0.object(with: ids.1).setValue(Set([$0.object(with: ids.0)]), forKey: "tracks")
      }
      #expect([track.text("tags"), tag.text("tracks")] == ["{t}", "{1}"])
      try context.save()
      #expect([track.text("tags"), tag.text("tracks")] == ["{t}", "{1}"])
    }
  }

  @Test("The same where the tag is inserted again before the merge", arguments: MusicStack.types)
  func lossesBefore(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (track, tag) = try context.saveTrack(tagged: true)
      let ids = (track.objectID, tag.objectID)
      context.delete(tag)
      context.processPendingChanges()
      // From here on, the relationships of all objects have to be read again.
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: [ids.0]], into: [context])
      let saved = try stack.saving { $0.object(with: ids.1).setValue(Set<NSManagedObject>(), forKey: "tracks") }
      context.insert(tag)
      context.mergeChanges(fromContextDidSave: saved)
      #expect([track.text("tags"), tag.text("tracks")] == ["{}", "{}"])
      try stack.merge(into: context) {
        $0.object(with: ids.1).setValue(Set([$0.object(with: ids.0)]), forKey: "tracks")
      }
      #expect([track.text("tags"), tag.text("tracks")] == ["{t}", "{1}"])
    }
  }

  @Test(
    "What came back to a tag stays with it at both ends when another context takes it off", arguments: MusicStack.types)
  func cameBack(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (track, tag) = try context.saveTrack(tagged: false)
      let ids = (track.objectID, tag.objectID)
      context.refresh(tag, mergeChanges: false)
      track.setValue(Set([tag]), forKey: "tags")
      let saved = try stack.saving { $0.object(with: ids.1).setValue(Set([$0.object(with: ids.0)]), forKey: "tracks") }
      context.delete(track)
      context.processPendingChanges()
      context.insert(track)
      context.mergeChanges(fromContextDidSave: saved)
      try stack.merge(into: context) { $0.object(with: ids.1).setValue(Set<NSManagedObject>(), forKey: "tracks") }
      #expect([track.text("tags"), tag.text("tracks")] == ["{t}", "{1}"])
      try context.save()
    }
    try stack.run { (context) throws in #expect(try context.all("Tag").map { $0.text("tracks") } == ["{1}"]) }
  }

  @Test("What a refresh found saved by another context can be taken away there again", arguments: MusicStack.types)
  func refreshed(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a"])
      try context.save()
      let ids = (nina.objectID, album.objectID)
      album.setValue(nina, forKey: "artist")
      try stack.saving { $0.object(with: ids.1).setValue($0.object(with: ids.0), forKey: "artist") }
      // The first refresh finds that nothing is left to save. The second one drops the values.
      for _ in 0..<2 { context.refreshAllObjects() }
      try stack.merge(into: context) { $0.object(with: ids.1).setValue(nil, forKey: "artist") }
      #expect([album.text("artist"), nina.text("albums")] == ["nil", "{}"])
    }
  }

  @Test(
    "What a refresh takes back is not kept at the other end, where another context has saved it",
    arguments: MusicStack.types)
  func refreshedTag(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (track, tag) = try context.saveTrack(tagged: false)
      let ids = (track.objectID, tag.objectID)
      #expect(track.text("tags") == "{}")
      context.refresh(tag, mergeChanges: false)
      let saved = try stack.saving { $0.object(with: ids.0).setValue(Set([$0.object(with: ids.1)]), forKey: "tags") }
      #expect(tag.text("tracks") == "{1}")
      track.setValue(Set([tag]), forKey: "tags")
      context.refresh(track, mergeChanges: false)
      context.mergeChanges(fromContextDidSave: saved)
      try stack.merge(into: context) { $0.object(with: ids.0).setValue(Set<NSManagedObject>(), forKey: "tags") }
      #expect([track.text("tags"), tag.text("tracks")] == ["{}", "{}"])
    }
  }

  @Test("An object that was never read takes no row that is older than the store's", arguments: MusicStack.types)
  func neverRead(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      context.refresh(tag, mergeChanges: false)
      let id = tag.objectID
      let saves = try ["b", "c"].map { name in try stack.saving { $0.object(with: id).setValue(name, forKey: "name") } }
      context.mergeChanges(fromContextDidSave: saves[0])
      tag.setValue("c", forKey: "name")
      #expect(!tag.hasChanges)
      try context.save()
    }
  }

  @Test("What was inserted and deleted since is not there, whatever order the merges have", arguments: MusicStack.types)
  func lateInsertion(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let ids = Protected<[NSManagedObjectID]>([])
      let insertion = try stack.saving { other in
        let tags = try ["s", "t"].map { try other.insert("Tag", ["name": $0]) }
        try other.obtainPermanentIDs(for: tags)
        ids.withLock { $0 = tags.map(\.objectID) }
      }
      let tags = ids.withLock { $0 }
      let change = try stack.saving { other in
        other.delete(other.object(with: tags[0]))
        other.object(with: tags[1]).setValue("u", forKey: "name")
      }
      let tag = context.object(with: tags[1])
      context.mergeChanges(fromContextDidSave: change)
      let trace = EventTrace(context)
      context.mergeChanges(fromContextDidSave: insertion)
      #expect(trace.take() == ["+u stored"])
      #expect(context.registeredObject(for: tags[0]) == nil)
      #expect(tag.text("name") == "u")
      tag.setValue("v", forKey: "name")
      try context.save()
    }
  }

  @Test("A change of something deleted since puts nothing back into an order", arguments: MusicStack.types)
  func lateChange(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tracks = try ["1", "2", "3"].map { try context.insert("Track", ["title": $0]) }
      let album = try context.insert("Album", ["title": "a", "tracks": NSOrderedSet(array: [tracks[0], tracks[1]])])
      try context.save()
      let (id, albumID) = (tracks[2].objectID, album.objectID)
      album.setValue(NSOrderedSet(array: [tracks[1], tracks[0]]), forKey: "tracks")
      let move = try stack.saving { $0.object(with: id).setValue($0.object(with: albumID), forKey: "album") }
      let deletion = try stack.saving { $0.delete($0.object(with: id)) }
      for saved in [deletion, move] { context.mergeChanges(fromContextDidSave: saved) }
      #expect(album.text("tracks") == "[2 1]")
      try context.save()
      #expect(album.text("tracks") == "[2 1]")
    }
  }

  @Test("What was deleted before its insertion was merged is not reported as inserted, and leaves the other end")
  func deletedBeforeTheMerge() throws {
    for type in MusicStack.types {
      let stack = try MusicStack(type)
      try stack.run { (context) throws in
        let track = try context.insert("Track", ["title": "1"])
        try context.save()
        #expect(track.text("tags") == "{}")
        let id = track.objectID
        let saved = try stack.saving { try $0.insert("Tag", ["name": "t", "tracks": Set([$0.object(with: id)])]) }
        let tag = try #require(try context.all("Tag").first)
        context.delete(tag)
        context.processPendingChanges()
        let trace = EventTrace(context)
        context.mergeChanges(fromContextDidSave: saved)
        #expect(trace.take() == ["~1(tags) *t stored"])
        #expect(track.text("tags") == "{}")
        try context.save()
        #expect(track.text("tags") == "{}")
      }
    }
  }

  @Test(
    "What this context related to one stays there when the rows of another context come one by one",
    arguments: MusicStack.types)
  func lateRow(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let person = try context.insert("Person", ["name": "p"])
      let passports = try ["1", "2"].map { try context.insert("Passport", ["number": $0]) }
      try context.save()
      let id = person.objectID
      let ids = passports.map(\.objectID)
      person.setValue(passports[0], forKey: "passport")
      let saves = try [ids[0], nil, ids[1]].map { passport in
        try stack.saving { other in
          other.object(with: id).setValue(passport.map { other.object(with: $0) }, forKey: "passport")
        }
      }
      // Because of the ID, the person's newest row is read. The passport's row is not.
      let changed: [AnyHashable: Any] = [NSUpdatedObjectsKey: [id]]
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changed, into: [context])
      for saved in saves { context.mergeChanges(fromContextDidSave: saved) }
      #expect(person.text("passport") == "1")
      #expect(passports.map { $0.text("owner") } == ["p", "nil"])
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Passport", by: "number").map { $0.text("owner") } == ["p", "nil"])
    }
  }

  @Test("An order that was set and taken back follows the store's", arguments: MusicStack.types)
  func orderTakenBack(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tracks = try ["1", "2", "3"].map { try context.insert("Track", ["title": $0]) }
      let album = try context.insert("Album", ["title": "a", "tracks": NSOrderedSet(array: tracks)])
      try context.save()
      #expect(album.text("tracks") == "[1 2 3]")
      tracks[1].setValue(nil, forKey: "album")
      context.refresh(tracks[1], mergeChanges: false)
      #expect(album.text("tracks") == "[1 2 3]")
      let (id, ids) = (album.objectID, tracks.map(\.objectID))
      try stack.merge(into: context) { other in
        let order = [2, 1, 0].map { other.object(with: ids[$0]) }
        other.object(with: id).setValue(NSOrderedSet(array: order), forKey: "tracks")
      }
      #expect(album.text("tracks") == "[3 2 1]")
    }
  }

  @Test(
    "What another context moved and this one inserted again is where it was moved once it is read",
    arguments: MusicStack.types)
  func movedBeforeItCameBack(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let albums = try ["a", "b"].map { try context.insert("Album", ["title": $0]) }
      let track = try context.insert("Track", ["title": "1", "album": albums[0]])
      try context.save()
      let (id, target) = (track.objectID, albums[1].objectID)
      context.delete(track)
      context.processPendingChanges()
      #expect(albums.map { $0.text("tracks") } == ["[]", "[]"])
      let moved = try stack.saving { $0.object(with: id).setValue($0.object(with: target), forKey: "album") }
      context.refresh(albums[0], mergeChanges: true)
      context.insert(track)
      #expect(albums[0].text("tracks") == "[1]")
      context.refresh(track, mergeChanges: false)
      context.mergeChanges(fromContextDidSave: moved)
      #expect(track.text("album") == "b")
      #expect(albums.map { $0.text("tracks") } == ["[]", "[1]"])
      try context.save()
    }
  }
}

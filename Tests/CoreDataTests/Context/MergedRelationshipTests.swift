import Foundation
import Testing

@testable import CoreData

/// Two contexts change the same objects. The other one saves, and this one merges that into its unsaved changes.
@Suite("Merging what unsaved changes are related to")
struct MergedRelationshipTests {
  @Test(
    "What was deleted elsewhere leaves unsaved to-one references, and lists by their path", arguments: MusicStack.types)
  func toOne(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a"])
      try context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.predicate = NSPredicate(format: "artist.name == 'Nina'")
      request.sortDescriptors = []
      let listener = SilentDelegate()
      let list = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      list.delegate = listener
      try list.performFetch()
      album.setValue(nina, forKey: "artist")
      context.processPendingChanges()
      #expect(list.fetchedObjects == [album])
      let trace = EventTrace(context)
      let id = nina.objectID
      try stack.merge(into: context) { $0.delete($0.object(with: id)) }
      #expect(trace.take() == ["~a(artist) -artist stored"])
      #expect(album.text("artist") == "nil")
      #expect(list.fetchedObjects == [])
      try context.save()
      #expect(album.text("artist") == "nil")
    }
    try stack.run { (context) throws in
      let albums = try context.all("Album")
      #expect(albums.map { $0.text("artist") } == ["nil"])
    }
  }

  @Test("Ordered and many-to-many relationships let go of what was deleted elsewhere", arguments: MusicStack.types)
  func toMany(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let album = try context.insert("Album", ["title": "a"])
      let tracks = try ["1", "2", "3"].map { try context.insert("Track", ["title": $0]) }
      let tag = try context.insert("Tag", ["name": "t"])
      try context.save()
      album.setValue(NSOrderedSet(array: [tracks[2], tracks[1], tracks[0]]), forKey: "tracks")
      tag.setValue(Set(tracks), forKey: "tracks")
      let id = tracks[1].objectID
      try stack.merge(into: context) { $0.delete($0.object(with: id)) }
      #expect(album.text("tracks") == "[3 1]")
      #expect(tag.text("tracks") == "{1 3}")
      try context.save()
      #expect(album.text("tracks") == "[3 1]")
      #expect(tag.text("tracks") == "{1 3}")
    }
    try stack.run { (context) throws in
      let (albums, tags) = (try context.all("Album"), try context.all("Tag"))
      #expect(albums.map { $0.text("tracks") } == ["[3 1]"])
      #expect(tags.map { $0.text("tracks") } == ["{1 3}"])
    }
  }

  @Test("What is deleted here leaves the owner that it was moved to elsewhere", arguments: MusicStack.types)
  func deletedAndMoved(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let (nina, miles) = (
        try context.insert("Artist", ["name": "Nina"]), try context.insert("Artist", ["name": "Miles"])
      )
      let album = try context.insert("Album", ["title": "a", "artist": nina])
      try context.save()
      #expect(miles.text("albums") == "{}")
      context.delete(album)
      context.processPendingChanges()
      let (albumID, milesID) = (album.objectID, miles.objectID)
      try stack.merge(into: context) { $0.object(with: albumID).setValue($0.object(with: milesID), forKey: "artist") }
      #expect(miles.text("albums") == "{}")
      #expect(nina.text("albums") == "{}")
      try context.save()
      #expect(miles.text("albums") == "{}")
    }
    try stack.run { (context) throws in
      #expect(try context.all("Artist").map { $0.text("albums") } == ["{}", "{}"])
    }
  }

  @Test(
    "What another context puts under something deleted here goes with it, as the rule says",
    arguments: MusicStack.types)
  func deletedOwner(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      try context.save()
      context.delete(nina)
      context.processPendingChanges()
      let id = nina.objectID
      try stack.merge(into: context) { try $0.insert("Album", ["title": "new", "artist": $0.object(with: id)]) }
      #expect(try context.all("Album").isEmpty)
      try context.save()
    }
    try stack.run { (context) throws in #expect(try context.all("Album").isEmpty) }
  }

  @Test("What is moved here stays where it was moved, at both ends", arguments: MusicStack.types)
  func movedBoth(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let people = try ["p", "q", "r"].map { try context.insert("Person", ["name": $0]) }
      let passport = try context.insert("Passport", ["number": "1", "owner": people[0]])
      let artists = try ["a", "b", "c"].map { try context.insert("Artist", ["name": $0]) }
      let album = try context.insert("Album", ["title": "x", "artist": artists[0]])
      try context.save()
      passport.setValue(people[1], forKey: "owner")
      album.setValue(artists[1], forKey: "artist")
      #expect(artists.map { $0.text("albums") } == ["{}", "{x}", "{}"])
      let ids = (passport.objectID, people[2].objectID, album.objectID, artists[2].objectID)
      try stack.merge(into: context) {
        $0.object(with: ids.0).setValue($0.object(with: ids.1), forKey: "owner")
        $0.object(with: ids.2).setValue($0.object(with: ids.3), forKey: "artist")
      }
      #expect(people.map { $0.text("passport") } == ["nil", "1", "nil"])
      #expect(artists.map { $0.text("albums") } == ["{}", "{x}", "{}"])
      try context.save()
      #expect(people.map { $0.text("passport") } == ["nil", "1", "nil"])
      #expect(artists.map { $0.text("albums") } == ["{}", "{x}", "{}"])
    }
    try stack.run { (context) throws in
      #expect(try context.all("Artist", by: "name").map { $0.text("albums") } == ["{}", "{x}", "{}"])
      #expect(try context.all("Person", by: "name").map { $0.text("passport") } == ["nil", "1", "nil"])
    }
  }

  /// Another context moved the album from Nina to Miles. This one has not merged that save, but reads the albums of
  /// Miles only after it.
  @Test(
    "What is taken out of an owner that has it since another save is taken out of its row",
    arguments: MusicStack.types, [true, false])
  func takenOutUnmerged(type: String, isKept: Bool) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      let (nina, miles) = (
        try context.insert("Artist", ["name": "Nina"]), try context.insert("Artist", ["name": "Miles"])
      )
      let album = try context.insert("Album", ["title": "a", "artist": nina])
      try context.save()
      #expect(album.text("artist") == "Nina")
      let (albumID, milesID) = (album.objectID, miles.objectID)
      let moved = try stack.saving { $0.object(with: albumID).setValue($0.object(with: milesID), forKey: "artist") }
      context.refresh(miles, mergeChanges: false)
      #expect(miles.text("albums") == "{a}")
      #expect(album.text("artist") == "Nina")
      miles.setValue(NSSet(), forKey: "albums")
      func ends() -> [String] { [album.text("artist"), miles.text("albums")] }
      #expect(ends() == ["nil", "{}"])
      context.refresh(album, mergeChanges: isKept)
      let wanted = isKept ? ["nil", "{}"] : ["Miles", "{a}"]
      #expect(ends() == wanted)
      context.mergeChanges(fromContextDidSave: moved)
      // Nina was read before the other save.
      #expect(ends() + [nina.text("albums")] == wanted + ["{}"])
      try context.save()
      #expect(ends() == wanted)
    }
    try stack.run { (context) throws in
      #expect(
        try context.all("Artist", by: "name").map { $0.text("albums") } == (isKept ? ["{}", "{}"] : ["{a}", "{}"]))
    }
  }

  /// Two tracks have no album, and the third one is on "a". Another context adds the first one to "a", too. This
  /// context does not merge that, but it fetches a list by the album's title again, and so reads the new row.
  @Test("A list follows the deletion of objects that are newly referenced elsewhere", arguments: MusicStack.types)
  func deletionBehindSaves(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let album = try context.insert("Album", ["title": "a"])
      let tracks = try ["1", "2", "3"].map { title in
        try context.insert("Track", ["title": title, "album": title == "3" ? album : nil])
      }
      try context.save()
      #expect(album.text("tracks") == "[3]")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = [NSSortDescriptor(key: "album.title", ascending: true)]
      let list = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      let listener = SilentDelegate()
      list.delegate = listener
      try list.performFetch()
      func titles() -> [String] { (list.fetchedObjects ?? []).map { $0.text("title") } }
      let (first, albumID) = (tracks[0].objectID, album.objectID)
      let moved = try stack.saving {
        $0.object(with: first).setValue($0.object(with: albumID), forKey: "album")
      }
      album.setValue("b", forKey: "title")
      context.processPendingChanges()
      #expect(titles() == ["2", "1", "3"])
      context.delete(album)
      context.processPendingChanges()
      #expect(titles() == ["1", "2", "3"])
      context.mergeChanges(fromContextDidSave: moved)
      #expect(titles() == ["1", "2", "3"])
    }
  }

  @Test("An order that was set here takes in what another context added and took away", arguments: MusicStack.types)
  func order(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let album = try context.insert("Album", ["title": "a"])
      let tracks = try ["1", "2", "3", "4"].map { try context.insert("Track", ["title": $0]) }
      album.setValue(NSOrderedSet(array: Array(tracks[..<3])), forKey: "tracks")
      try context.save()
      album.setValue(NSOrderedSet(array: [tracks[2], tracks[1], tracks[0]]), forKey: "tracks")
      let ids = tracks.map(\.objectID)
      let albumID = album.objectID
      try stack.merge(into: context) {
        $0.object(with: ids[1]).setValue(nil, forKey: "album")
        $0.object(with: ids[3]).setValue($0.object(with: albumID), forKey: "album")
      }
      #expect(album.text("tracks") == "[3 1 4]")
      try context.save()
      #expect(album.text("tracks") == "[3 1 4]")
    }
    try stack.run { (context) throws in
      let albums = try context.all("Album")
      #expect(albums.map { $0.text("tracks") } == ["[3 1 4]"])
    }
  }

  @Test("Additions to an object whose row was never read survive a merge of IDs alone", arguments: MusicStack.types)
  func remote(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tag = try context.insert("Tag", ["name": "t"])
      let track = try context.insert("Track", ["title": "1"])
      try context.save()
      context.refresh(tag, mergeChanges: false)
      tag.mutableSetValue(forKey: "tracks").add(track)
      #expect(tag.isFault)
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: [tag.objectID]], into: [context])
      #expect(context.updatedObjects.contains(tag))
      try context.save()
    }
    try stack.run { (context) throws in
      let tags = try context.all("Tag")
      #expect(tags.map { $0.text("tracks") } == ["{1}"])
    }
  }

  @Test("An object that counted as deleted lives again when a merge brings its row", arguments: MusicStack.types)
  func revived(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      let id = tag.objectID
      let save = stack.insisting("again", forKey: "name", of: id)
      context.refresh(tag, mergeChanges: false)
      try stack.saving { other in
        other.delete(other.object(with: id))
      }
      #expect(tag.text("name") == "nil")
      #expect(tag.isDeleted)
      context.processPendingChanges()
      let trace = EventTrace(context)
      context.mergeChanges(fromContextDidSave: try save())
      #expect(trace.take() == ["+again stored"])
      try context.expectLives(tag, id)
    }
  }

  /// Both contexts edit relationships of all kinds at random. After each merge both ends of each relationship must
  /// agree, and the lists must equal a fetch. After each save, memory must equal what a fresh context reads.
  @Test(
    "Whatever two contexts do, both ends agree and memory is what is stored", arguments: MusicStack.types,
    [
      MergingTwin.Deeds.merges, [.merges, .mergesLate], [.merges, .revives], [.merges, .refreshes],
      [.merges, .mergesLate, .refreshes],
    ])
  func random(type: String, deeds: MergingTwin.Deeds) throws {
    try MergingTwin.run(type, deeds)
  }
}

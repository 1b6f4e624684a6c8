import Foundation
import Testing

@testable import CoreData

/// Refreshing an object reverts its own unsaved relationships at both ends. Unsaved changes of other objects stay.
@Suite("Refreshing keeps both ends of relationships together")
struct RefreshedRelationshipTests {
  @Test(
    "A member that is refreshed is with its stored owner again, and lists are notified", arguments: MusicStack.types)
  func takenOut(type: String) throws {
    try MusicStack(type).run { (context) throws in
      let (nina, album) = try context.saveNina()
      let trace = EventTrace(context)
      album.setValue(nil, forKey: "artist")
      context.processPendingChanges()
      context.refresh(album, mergeChanges: false)
      #expect(trace.take() == ["~Nina(albums) ~a(artist)", "~Nina(albums) *a"])
      #expect([album.text("artist"), nina.text("albums")] == ["Nina", "{a}"])
      #expect(!context.hasChanges)
      #expect(nina.changedValues().isEmpty)
      context.rollback()
      try context.save()
      #expect(trace.take() == [])
      #expect([album.text("artist"), nina.text("albums")] == ["Nina", "{a}"])
    }
  }

  @Test("A member that was moved leaves the owner that it was moved to", arguments: MusicStack.types)
  func moved(type: String) throws {
    try MusicStack(type).run { (context) throws in
      let folders = try ["o0", "o1", "o2"].map { try context.insert("Folder", ["name": $0]) }
      folders[1].setValue(folders[0], forKey: "parent")
      try context.save()
      let trace = EventTrace(context)
      folders[1].setValue(folders[2], forKey: "parent")
      context.refresh(folders[1], mergeChanges: true)
      context.refresh(folders[1], mergeChanges: false)
      #expect(
        trace.take() == [
          "~o0(folders) ~o1(parent) ~o2(folders)", "*o1", "~o0(folders) ~o2(folders) *o1",
        ])
      #expect(folders.map { $0.text("folders") } == ["{o1}", "{}", "{}"])
      try context.insert("Folder", ["name": "o3", "parent": folders[2]])
      try context.save()
      #expect(folders.map { $0.text("folders") } == ["{o1}", "{}", "{o3}"])
      #expect(folders[1].text("parent") == "o0")
    }
  }

  @Test("An object that is its own owner lets go of itself", arguments: MusicStack.types)
  func itself(type: String) throws {
    try MusicStack(type).run { (context) throws in
      let folder = try context.insert("Folder", ["name": "o"])
      try context.save()
      folder.setValue(folder, forKey: "parent")
      context.refresh(folder, mergeChanges: false)
      #expect([folder.text("parent"), folder.text("folders")] == ["nil", "{}"])
      #expect(!context.hasChanges)
    }
  }

  @Test(
    "An owner that is refreshed keeps its unsaved members, and its delete rule finds them", arguments: MusicStack.types)
  func owner(type: String) throws {
    try MusicStack(type).run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a", "artist": nina])
      let leaving = try context.insert("Album", ["title": "b", "artist": nina])
      try context.save()
      let new = try context.insert("Album", ["title": "new", "artist": nina])
      let tracks = try ["1", "2"].map { try context.insert("Track", ["title": $0, "album": album]) }
      leaving.setValue(nil, forKey: "artist")
      nina.setValue("other", forKey: "name")
      context.processPendingChanges()
      context.refresh(nina, mergeChanges: false)
      context.refresh(album, mergeChanges: false)
      #expect([nina.text("name"), nina.text("albums"), album.text("tracks")] == ["Nina", "{a new}", "[1 2]"])
      #expect([new.text("artist"), leaving.text("artist")] == ["Nina", "nil"])
      context.delete(nina)
      try context.save()
      #expect(new.managedObjectContext == nil)
      #expect(tracks.map { $0.text("album") } == ["nil", "nil"])
      #expect(try context.texts("Album", "title") == ["b"])
    }
  }

  @Test("One and one are together as stored", arguments: MusicStack.types)
  func oneToOne(type: String) throws {
    try MusicStack(type).run { (context) throws in
      let people = try ["p0", "p1"].map { try context.insert("Person", ["name": $0]) }
      let passports = try ["q0", "q1"].map { try context.insert("Passport", ["number": $0]) }
      for (person, passport) in zip(people, passports) { person.setValue(passport, forKey: "passport") }
      try context.save()
      people[0].setValue(passports[1], forKey: "passport")
      context.refresh(people[0], mergeChanges: false)
      #expect(people.map { $0.text("passport") } == ["q0", "q1"])
      #expect(passports.map { $0.text("owner") } == ["p0", "p1"])
      #expect(!context.hasChanges)
      // Another object that has the passport by now keeps it.
      people[1].setValue(passports[0], forKey: "passport")
      context.refresh(people[0], mergeChanges: false)
      #expect(people.map { $0.text("passport") } == ["nil", "q0"])
      #expect(passports.map { $0.text("owner") } == ["p1", "nil"])
      try context.save()
      context.reset()
      #expect(try context.all("Person", by: "name").map { $0.text("passport") } == ["nil", "q0"])
      #expect(try context.all("Passport", by: "number").map { $0.text("owner") } == ["p1", "nil"])
    }
  }

  @Test("Many and many are together as stored, but for what only an insertion says", arguments: MusicStack.types)
  func manyToMany(type: String) throws {
    try MusicStack(type).run { (context) throws in
      let tags = try ["a", "b", "c"].map { try context.insert("Tag", ["name": $0]) }
      let track = try context.insert("Track", ["title": "t", "tags": Set(tags.prefix(2))])
      try context.save()
      let new = try context.insert("Tag", ["name": "new"])
      track.setValue(Set([tags[1], tags[2], new]), forKey: "tags")
      let trace = EventTrace(context)
      context.processPendingChanges()
      context.refresh(track, mergeChanges: false)
      #expect(trace.take() == ["+new ~a(tracks) ~c(tracks) ~t(tags)", "~a(tracks) ~c(tracks) *t"])
      #expect(track.text("tags") == "{a b new}")
      #expect((tags + [new]).map { $0.text("tracks") } == ["{t}", "{t}", "{}", "{t}"])
      try context.save()
      context.reset()
      #expect(try context.all("Track").map { $0.text("tags") } == ["{a b new}"])
    }
  }

  @Test("A member goes back to its place in an order, and an order is as stored", arguments: MusicStack.types)
  func ordered(type: String) throws {
    try MusicStack(type).run { (context) throws in
      let tracks = try ["1", "2", "3"].map { try context.insert("Track", ["title": $0]) }
      let album = try context.insert("Album", ["title": "a", "tracks": NSOrderedSet(array: tracks)])
      try context.save()
      tracks[1].setValue(nil, forKey: "album")
      context.refresh(tracks[1], mergeChanges: false)
      #expect(album.text("tracks") == "[1 2 3]")
      #expect(!context.hasChanges)
      album.setValue(NSOrderedSet(array: [tracks[2], tracks[0]]), forKey: "tracks")
      context.refresh(album, mergeChanges: false)
      #expect(album.text("tracks") == "[1 3]")
      #expect(tracks[1].text("album") == "nil")
      try context.save()
      #expect(album.text("tracks") == "[1 3]")
    }
  }

  @Test("What is being deleted stays so: its rule is applied to what is refreshed", arguments: MusicStack.types)
  func deleted(type: String) throws {
    try MusicStack(type).run { (context) throws in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let albums = try ["a", "b"].map { try context.insert("Album", ["title": $0, "artist": nina]) }
      let track = try context.insert("Track", ["title": "t", "album": albums[0]])
      try context.save()
      context.delete(albums[0])
      context.processPendingChanges()
      context.refresh(track, mergeChanges: false)
      #expect(track.text("album") == "nil")
      // The delete rule has not been applied yet.
      context.delete(nina)
      context.refresh(albums[1], mergeChanges: false)
      #expect(albums[1].isDeleted)
      try context.save()
      context.reset()
      #expect(try context.texts("Album", "title") == [])
      #expect(try context.all("Track").map { $0.text("album") } == ["nil"])
    }
  }

  /// Random edits and refreshes in one context, with relationships of every kind. After each event both ends must
  /// agree, and the lists must equal a fetch. After each save, memory must equal what a fresh context reads.
  @Test("Whatever is refreshed, both ends agree and memory is what is stored", arguments: MusicStack.types)
  func random(type: String) throws { try MergingTwin.run(type, .refreshes) }

  @Test("What left its owner here and elsewhere comes back to it after a refresh", arguments: MusicStack.types)
  func leftTwice(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let albums = try ["a", "b"].map { try context.insert("Album", ["title": $0]) }
      let track = try context.insert("Track", ["title": "1", "album": albums[0]])
      try context.save()
      track.setValue(albums[1], forKey: "album")
      let ids = (track.objectID, albums[0].objectID)
      try stack.merge(into: context) { $0.object(with: ids.0).setValue(nil, forKey: "album") }
      context.refresh(track, mergeChanges: false)
      try stack.saving { $0.object(with: ids.0).setValue($0.object(with: ids.1), forKey: "album") }
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectIDsKey: [ids.0, ids.1]], into: [context])
      #expect(albums.map { $0.text("tracks") } == ["[1]", "[]"])
      #expect(track.text("album") == "a")
    }
  }

  @Test("What left its owner here and elsewhere does not come back where changes are kept", arguments: MusicStack.types)
  func movedTwice(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let folders = try stack.folderMovedTwice(context)
      context.refresh(folders[1], mergeChanges: true)
      #expect(folders.map { $0.text("folders") } == ["{}", "{}", "{o1}", "{}"])
      try context.save()
      #expect(folders.map { $0.text("folders") } == ["{}", "{}", "{o1}", "{}"])
    }
  }
}

extension MusicStack {
  /// Saves o1 in o0. Then this context moves o1 to o2 without saving, and another context moves it to o3 and saves.
  ///
  /// - Returns: the four folders.
  func folderMovedTwice(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
    let folders = try ["o0", "o1", "o2", "o3"].map { try context.insert("Folder", ["name": $0]) }
    folders[1].setValue(folders[0], forKey: "parent")
    try context.save()
    #expect(folders[0].text("folders") == "{o1}")
    folders[1].setValue(folders[2], forKey: "parent")
    let ids = folders.map(\.objectID)
    try saving { $0.object(with: ids[1]).setValue($0.object(with: ids[3]), forKey: "parent") }
    return folders
  }
}

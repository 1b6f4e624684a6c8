import Foundation
import Testing

@testable import CoreData

@Suite("Relationships and their inverses")
struct ContextRelationshipTests {
  @Test("Setting one end sets the other, whichever end it is", arguments: MusicStack.types, [false, true])
  func oneToMany(type: String, isSaved: Bool) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let bill = try context.insert("Artist", ["name": "Bill"])
      let albums = try ["a", "b", "c"].map { try context.insert("Album", ["title": $0]) }
      if isSaved { try context.save() }
      albums[0].setValue(nina, forKey: "artist")
      #expect(nina.text("albums") == "{a}")
      nina.setValue(Set(albums), forKey: "albums")
      #expect(albums.map { $0.text("artist") } == ["Nina", "Nina", "Nina"])
      albums[1].setValue(bill, forKey: "artist")
      #expect(nina.text("albums") == "{a c}")
      bill.setValue(NSSet(array: [albums[2]]), forKey: "albums")
      #expect(albums.map { $0.text("artist") } == ["Nina", "nil", "Bill"])
      #expect(nina.text("albums") == "{a}")
      nina.mutableSetValue(forKey: "albums").add(albums[2])
      #expect(bill.text("albums") == "{}")
      nina.mutableSetValue(forKey: "albums").remove(albums[0])
      #expect(albums[0].text("artist") == "nil")
      try context.save()
      #expect(nina.text("albums") == "{c}")
    }
    try stack.run { (context) throws in
      #expect(try context.all("Artist", by: "name").map { $0.text("albums") } == ["{}", "{c}"])
    }
  }

  @Test("One to one: the former partner of each is alone", arguments: MusicStack.types, [false, true])
  func oneToOne(type: String, isSaved: Bool) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let ann = try context.insert("Person", ["name": "Ann"])
      let bob = try context.insert("Person", ["name": "Bob"])
      let red = try context.insert("Passport", ["number": "red", "owner": ann])
      let blue = try context.insert("Passport", ["number": "blue", "owner": bob])
      if isSaved { try context.save() }
      ann.setValue(blue, forKey: "passport")
      #expect(red.text("owner") == "nil")
      #expect(blue.text("owner") == "Ann")
      #expect(bob.text("passport") == "nil")
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Person", by: "name").map { $0.text("passport") } == ["blue", "nil"])
    }
  }

  @Test("Many to many, from both ends", arguments: MusicStack.types, [false, true])
  func manyToMany(type: String, isSaved: Bool) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tracks = try ["1", "2"].map { try context.insert("Track", ["title": $0]) }
      let tags = try ["x", "y", "z"].map { try context.insert("Tag", ["name": $0]) }
      tags[0].setValue(Set(tracks), forKey: "tracks")
      if isSaved { try context.save() }
      tracks[0].setValue(Set([tags[1], tags[2]]), forKey: "tags")
      #expect(tags.map { $0.text("tracks") } == ["{2}", "{1}", "{1}"])
      tags[1].mutableSetValue(forKey: "tracks").add(tracks[1])
      #expect(tracks[1].text("tags") == "{x y}")
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Track", by: "title").map { $0.text("tags") } == ["{y z}", "{x y}"])
      #expect(try context.all("Tag", by: "name").map { $0.text("tracks") } == ["{2}", "{1 2}", "{1}"])
    }
  }

  @Test("A relationship that is its own inverse", arguments: MusicStack.types)
  func friends(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let artists = try ["a", "b", "c"].map { try context.insert("Artist", ["name": $0]) }
      artists[0].setValue(Set([artists[1], artists[2], artists[0]]), forKey: "friends")
      #expect(artists.map { $0.text("friends") } == ["{a b c}", "{a}", "{a}"])
      try context.save()
      artists[2].setValue(Set([artists[1]]), forKey: "friends")
      #expect(artists.map { $0.text("friends") } == ["{a b}", "{a c}", "{b}"])
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Artist", by: "name").map { $0.text("friends") } == ["{a b}", "{a c}", "{b}"])
    }
  }

  @Test("An ordered relationship keeps its order", arguments: MusicStack.types)
  func ordered(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let album = try context.insert("Album", ["title": "A"])
      let tracks = try ["1", "2", "3"].map { try context.insert("Track", ["title": $0]) }
      album.setValue([tracks[2], tracks[0]], forKey: "tracks")
      tracks[1].setValue(album, forKey: "album")
      #expect(album.text("tracks") == "[3 1 2]")
      try context.save()
      album.setValue(NSOrderedSet(array: [tracks[1], tracks[2], tracks[0]]), forKey: "tracks")
      #expect(album.text("tracks") == "[2 3 1]")
      try context.save()
      let set = album.mutableOrderedSetValue(forKey: "tracks")
      set.removeObject(at: 0)
      #expect(tracks[1].text("album") == "nil")
      set.insert(tracks[1], at: 1)
      #expect(set.index(of: tracks[0]) == 2)
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").first?.text("tracks") == "[3 2 1]")
    }
  }

  @Test(
    "Moving a child reports it and both parents, and a value set to itself reports nothing",
    arguments: MusicStack.types)
  func reported(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let bill = try context.insert("Artist", ["name": "Bill"])
      let album = try context.insert("Album", ["title": "a", "artist": nina])
      try context.save()
      let trace = EventTrace(context)
      album.setValue(bill, forKey: "artist")
      context.processPendingChanges()
      #expect(trace.take() == ["~Bill(albums) ~Nina(albums) ~a(artist)"])
      try context.save()
      _ = trace.take()
      album.setValue(bill, forKey: "artist")
      album.setValue("a", forKey: "title")
      bill.setValue(Set([album]), forKey: "albums")
      context.processPendingChanges()
      #expect(trace.take() == [])
      #expect(!context.hasChanges)
    }
  }

  @Test(
    "Deleting a child takes it out of the parents' relationships at once with the event", arguments: MusicStack.types)
  func childDeleted(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let albums = try ["a", "b"].map { try context.insert("Album", ["title": $0, "artist": nina]) }
      try context.save()
      context.delete(albums[0])
      context.processPendingChanges()
      #expect(nina.text("albums") == "{b}")
      context.rollback()
      #expect(nina.text("albums") == "{a b}")
      context.delete(albums[0])
      try context.save()
      #expect(nina.text("albums") == "{b}")
    }
  }

  @Test("Relationships that were not read say so, and name IDs without making objects", arguments: MusicStack.types)
  func unread(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let nina = try context.insert("Artist", ["name": "Nina"])
      try context.insert("Album", ["title": "a", "artist": nina])
      try context.save()
    }
    try stack.run { context in
      let nina = try #require(context.all("Artist").first)
      #expect(nina.hasFault(forRelationshipNamed: "albums"))
      let ids = nina.objectIDs(forRelationshipNamed: "albums")
      #expect(ids.count == 1)
      #expect(context.registeredObjects == [nina])
      #expect(!nina.hasFault(forRelationshipNamed: "albums"))
      #expect(try context.all("Album").map(\.objectID) == ids)
    }
  }

  @Test("Destinations that cannot be read are read the next time, and are not lost", arguments: MusicStack.types)
  func unreadable(type: String) throws {
    var counting: CountingStore?
    let stack = try MusicStack(type, counting: &counting)
    let store = try #require(counting)
    try stack.run { (context) throws in
      let tracks = try ["1", "2", "3"].map { try context.insert("Track", ["title": $0]) }
      let album = try context.insert("Album", ["title": "a", "tracks": NSOrderedSet(array: [tracks[1], tracks[0]])])
      let tag = try context.insert("Tag", ["name": "t", "tracks": Set(tracks[..<2])])
      try context.save()
      for object in [album, tag] { context.refresh(object, mergeChanges: false) }
      store.isUnreadable.withLock { $0 = true }
      #expect([album.text("tracks"), tag.text("tracks")] == ["[]", "{}"])
      tracks[2].setValue(album, forKey: "album")
      tag.mutableSetValue(forKey: "tracks").add(tracks[2])
      #expect([album.text("tracks"), tag.text("tracks")] == ["[3]", "{3}"])
      store.isUnreadable.withLock { $0 = false }
      #expect(tag.text("tracks") == "{1 2 3}")
      // The save reads the order.
      try context.save()
      #expect([album.text("tracks"), tag.text("tracks")] == ["[2 1 3]", "{1 2 3}"])
    }
    try stack.run { (context) throws in
      #expect(try context.all("Album").map { $0.text("tracks") } == ["[2 1 3]"])
      #expect(try context.all("Tag").map { $0.text("tracks") } == ["{1 2 3}"])
    }
  }
}

import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Two contexts have objects of the same rows. An object of one context is never a destination of an object of the
/// other.
@Suite("Objects of another context are no destinations")
struct ForeignMemberTests {
  @Test("They are not found in a relationship, and are not taken out of it", arguments: MusicStack.types)
  func foreign(type: String) throws {
    let stack = try MusicStack(type)
    let (context, other) = (stack.context, stack.newContext())
    let ids = try context.performAndWait {
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "x", "artist": nina])
      let track = try context.insert("Track", ["title": "a", "album": album])
      try context.save()
      return [nina, album, track].map(\.objectID)
    }
    let foreign = try other.performAndWait {
      UncheckedTransfer(try ids.map { try other.existingObject(with: $0) })
    }.value
    try context.performAndWait {
      let own = try ids.map { try context.existingObject(with: $0) }
      let albums = own[0].mutableSetValue(forKey: "albums")
      let tracks = own[1].mutableOrderedSetValue(forKey: "tracks")
      #expect(albums.contains(own[1]) && !albums.contains(foreign[1]))
      #expect(tracks.contains(own[2]) && !tracks.contains(foreign[2]))
      #expect(tracks.index(of: own[2]) == 0 && tracks.index(of: foreign[2]) == NSNotFound)
      albums.remove(foreign[1])
      tracks.remove(foreign[2])
      own[0]._removeManaged(foreign[1], "albums")
      own[1]._removeManaged(NSSet(array: [foreign[2]]), "tracks")
      #expect(albums.count == 1 && tracks.count == 1)
      #expect(own[1].value(forKey: "artist") as? NSManagedObject === own[0])
      #expect(own[2].value(forKey: "album") as? NSManagedObject === own[1])
      #expect(!context.hasChanges)
    }
    other.performAndWait { #expect(!other.hasChanges) }
  }

  /// A settled conflict leaves this state: the order is known, but the store must be read again.
  @Test("An object is taken out of an order that was set, whatever is known of the store", arguments: MusicStack.types)
  func unread(type: String) throws {
    let stack = try MusicStack(type)
    let context = stack.context
    let id = try context.performAndWait {
      let album = try context.insert("Album", ["title": "x"])
      let tracks = try ["a", "b"].map { try context.insert("Track", ["title": $0]) }
      album.setValue(NSOrderedSet(array: tracks), forKey: "tracks")
      try context.save()
      album.mutableOrderedSetValue(forKey: "tracks").exchangeObject(at: 0, withObjectAt: 1)
      album.state?.relationships[album.slot(named: "tracks")]?.setStored(nil)
      #expect(!album.hasFault(forRelationshipNamed: "tracks"))
      album._removeManaged(tracks[0], "tracks")
      #expect(tracks[0].value(forKey: "album") == nil)
      #expect((album.value(forKey: "tracks") as? NSOrderedSet)?.array as? [NSManagedObject] == [tracks[1]])
      try context.save()
      return album.objectID
    }
    let other = stack.newContext()
    try other.performAndWait {
      let album = try other.existingObject(with: id)
      let titles = album.value(forKeyPath: "tracks.title") as? NSOrderedSet
      #expect(titles?.array as? [String] == ["b"])
    }
  }
}

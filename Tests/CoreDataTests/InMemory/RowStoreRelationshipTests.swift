import Foundation
import Testing

@testable import CoreData

/// Checks that every kind of store keeps to-many relationships in the same way.
@Suite("Relationships of rows")
struct RowStoreRelationshipTests {
  private static func change(
    _ music: MusicStack, _ owner: RowKey, _ name: String, added: [RowKey] = [], removed: [RowKey] = [],
    ordered: [RowKey]? = nil
  ) throws -> StoreChanges.ToMany {
    let slot = try #require(music.model[owner].slotsByName[name])
    return StoreChanges.ToMany(owner: owner, slot: slot, added: added, removed: removed, ordered: ordered)
  }

  @Test("A many-to-many relationship is read from both sides", arguments: MusicStack.types)
  func manyToMany(type: String) throws {
    let music = try MusicStack(type)
    let tracks = try [music.row("Track", 1), music.row("LiveTrack", 2)]
    let tags = try [music.row("Tag", 3), music.row("Tag", 4)]
    var changes = StoreChanges(inserted: tracks + tags)
    // Set the relationships from one side, with temporary keys.
    changes.toMany = [
      try Self.change(music, tracks[0].key, "tags", added: tags.map(\.key)),
      try Self.change(music, tracks[1].key, "tags", added: [tags[1].key]),
    ]
    let saved = try music.store.save(changes).inserted.map(\.key)
    #expect(try music.related("tags", of: saved[0]) == [1, 2])
    #expect(try music.related("tags", of: saved[1]) == [2])
    #expect(try music.related("tracks", of: saved[2]) == [1])
    #expect(try music.related("tracks", of: saved[3]) == [1, 2])
    let slot = try music.slot("tracks", of: "Tag")
    #expect(try music.rows.related(slot, of: [saved[3], saved[2]]).map { $0.map(\.primaryKey) } == [[1, 2], [1]])
    // The key of each destination has the destination's own entity.
    #expect(try music.rows.related(slot, of: saved[3]).map { music.model[$0].name } == ["Track", "LiveTrack"])

    let removal = try Self.change(music, saved[3], "tracks", removed: [saved[0]])
    _ = try music.store.save(StoreChanges(toMany: [removal]))
    #expect(try music.related("tags", of: saved[0]) == [1])
    #expect(try music.related("tracks", of: saved[3]) == [2])
  }

  @Test("A deleted row is in no relationship any more", arguments: MusicStack.types)
  func deletionLeavesRelationships(type: String) throws {
    let music = try MusicStack(type)
    let track = try music.row("Track", 1)
    let tag = try music.row("Tag", 2)
    var changes = StoreChanges(inserted: [track, tag])
    changes.toMany = [try Self.change(music, track.key, "tags", added: [tag.key])]
    let saved = try music.store.save(changes).inserted.map(\.key)
    _ = try music.store.save(StoreChanges(deleted: [.init(key: saved[0], version: 1)]))
    #expect(try music.related("tracks", of: saved[1]) == [])
  }

  @Test("An ordered one-to-many relationship keeps its order", arguments: MusicStack.types)
  func orderedOneToMany(type: String) throws {
    let music = try MusicStack(type)
    let list = try music.row("Album", 1)
    let tracks = try (2...4).map { try music.row("Track", $0, ["album": .reference(list.key)]) }
    var changes = StoreChanges(inserted: [list] + tracks)
    let order = [tracks[2].key, tracks[0].key, tracks[1].key]
    changes.toMany = [try Self.change(music, list.key, "tracks", added: order, ordered: order)]
    let saved = try music.store.save(changes).inserted.map(\.key)
    #expect(try music.related("tracks", of: saved[0]) == [3, 1, 2])

    let turned = [saved[1], saved[3], saved[2]]
    _ = try music.store.save(StoreChanges(toMany: [Self.change(music, saved[0], "tracks", ordered: turned)]))
    #expect(try music.related("tracks", of: saved[0]) == [1, 3, 2])
  }

  @Test(
    "An ordered many-to-many relationship keeps its order, whatever the other side", arguments: MusicStack.types)
  func orderedManyToMany(type: String) throws {
    let music = try MusicStack(type)
    let mixes = try [music.row("Mix", 1), music.row("Mix", 2)]
    let tracks = try [music.row("Track", 3), music.row("Track", 4)]
    var changes = StoreChanges(inserted: mixes + tracks)
    let keys = tracks.map(\.key)
    changes.toMany = [
      try Self.change(music, mixes[0].key, "tracks", added: keys, ordered: keys.reversed()),
      try Self.change(music, mixes[1].key, "tracks", added: keys, ordered: keys),
    ]
    let saved = try music.store.save(changes).inserted.map(\.key)
    #expect(try music.related("tracks", of: saved[0]) == [2, 1])
    #expect(try music.related("tracks", of: saved[1]) == [1, 2])
    #expect(try music.related("mixes", of: saved[2]) == [1, 2])
  }
}

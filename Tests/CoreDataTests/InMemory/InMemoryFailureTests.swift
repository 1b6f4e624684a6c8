import Foundation
import Testing

@testable import CoreData

@Suite("A save in memory that fails")
struct InMemoryFailureTests {
  /// The save has a deletion, two insertions, an update and a relationship. It fails only after all these writes,
  /// because the constraint is checked last. Without the row that violates it, the same save succeeds.
  @Test("Failing after all writes leaves the store as before")
  func afterAllWrites() throws {
    let music = try MusicStack(NSInMemoryStoreType)
    let tracks = try music.insert(music.row("Track", 1, ["code": .string("A")]), music.row("Track", 2))
    let tag = try music.row("Tag", 3)
    var changes = StoreChanges(inserted: [tag, try music.row("Track", 4, ["code": .string("B")])])
    let renamed = try music.row(tracks[0].key, version: 1, ["code": .string("B")])
    changes.updated = [.init(row: renamed, slots: [try music.slot("code", of: "Track")])]
    changes.deleted = [.init(key: tracks[1].key, version: 1)]
    let tags = try music.slot("tags", of: "Track")
    changes.toMany = [.init(owner: tracks[0].key, slot: tags, added: [tag.key], removed: [], ordered: nil)]
    #expect(throws: (any Error).self) { _ = try music.store.save(changes) }
    #expect(try music.keys("Track") == [1, 2])
    #expect(try music.keys("Tag") == [])
    #expect(try music.text("code", of: tracks[0].key) == "A")
    #expect(try music.related("tags", of: tracks[0].key) == [])
    changes.inserted = [tag]
    _ = try music.store.save(changes)
    #expect(try music.keys("Track") == [1])
    #expect(try music.text("code", of: tracks[0].key) == "B")
    #expect(try music.related("tags", of: tracks[0].key) == [1])
  }
}

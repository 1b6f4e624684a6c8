import Foundation
import Testing

@testable import CoreData

@Suite("A save in memory that fails")
struct InMemoryFailureTests {
  /// Whatever write fails, the store is as before; without the failure the same save goes through.
  @Test("Failing at any write leaves the store as before")
  func everyWrite() throws {
    let music = try MusicStack(NSInMemoryStoreType)
    let rows = try #require(music.rows as? InMemoryRowStore)
    let tracks = try music.insert(music.row("Track", 1, ["code": .string("A")]), music.row("Track", 2))
    let tag = try music.row("Tag", 3)
    var changes = StoreChanges(inserted: [tag])
    let renamed = try music.row(tracks[0].key, version: 1, ["code": .string("B")])
    changes.updated = [.init(row: renamed, slots: [try music.slot("code", of: "Track")])]
    changes.deleted = [.init(key: tracks[1].key, version: 1)]
    let tags = try music.slot("tags", of: "Track")
    changes.toMany = [.init(owner: tracks[0].key, slot: tags, added: [tag.key], removed: [], ordered: nil)]
    for writes in 0..<4 {
      rows.writesBeforeFailure.withLock { $0 = writes }
      #expect(throws: NSError.self) { _ = try music.store.save(changes) }
      #expect(try music.keys("Track") == [1, 2])
      #expect(try music.keys("Tag") == [])
      #expect(try music.text("code", of: tracks[0].key) == "A")
      #expect(try music.related("tags", of: tracks[0].key) == [])
    }
    rows.writesBeforeFailure.withLock { $0 = 4 }
    _ = try music.store.save(changes)
    #expect(try music.keys("Track") == [1])
    #expect(try music.related("tags", of: tracks[0].key) == [1])
  }
}

import Foundation
import Testing

@testable import CoreData

/// Checks that every kind of store saves in the same way.
@Suite("Saving rows")
struct RowStoreSavingTests {
  @Test("Keys are given in the order of insertion, and references follow them", arguments: MusicStack.types)
  func keysInOrderOfInsertion(type: String) throws {
    let music = try MusicStack(type)
    let ann = try music.row("Person", 3, ["name": .string("Ann")])
    let saved = try music.insert(
      music.row("Track", 1, ["code": .string("A"), "singer": .reference(ann.key)]),
      music.row("LiveTrack", 2, ["code": .string("B"), "singer": .reference(ann.key)]),
      ann
    )
    // Rows of a subentity are numbered together with those of the root entity.
    #expect(saved.map(\.key.primaryKey) == [1, 2, 1])
    #expect(saved.map(\.version) == [1, 1, 1])
    let singer = try music.slot("singer", of: "Track")
    for track in saved.prefix(2) {
      guard case .reference(let key) = try #require(try music.saved(track.key))[singer] else {
        Issue.record("the reference is gone")
        continue
      }
      #expect(key == saved[2].key)
    }
    #expect(try music.related("songs", of: saved[2].key) == [1, 2])
  }

  @Test("An update counts the version up and is what is read", arguments: MusicStack.types)
  func updating(type: String) throws {
    let music = try MusicStack(type)
    let track = try #require(music.insert(music.row("Track", 1, ["code": .string("A")])).first)
    let slot = try music.slot("code", of: "Track")
    let changed = try music.row(track.key, version: 1, ["code": .string("B")])
    let result = try music.store.save(StoreChanges(updated: [.init(row: changed, slots: [slot])]))
    #expect(result.updated.map(\.version) == [2])
    #expect(try music.text("code", of: track.key) == "B")
  }

  @Test("A row that another save changed is a conflict, and nothing is written", arguments: MusicStack.types)
  func staleVersion(type: String) throws {
    let music = try MusicStack(type)
    let track = try #require(music.insert(music.row("Track", 1, ["code": .string("A")])).first)
    let slot = try music.slot("code", of: "Track")
    let theirs = try music.row(track.key, version: 1, ["code": .string("theirs")])
    _ = try music.store.save(StoreChanges(updated: [.init(row: theirs, slots: [slot])]))

    let ours = try music.row(track.key, version: 1, ["code": .string("ours")])
    var changes = StoreChanges(updated: [.init(row: ours, slots: [slot])])
    changes.inserted = [try music.row("Person", 2, ["name": .string("Ann")])]
    let conflicts = try #require(throws: SaveConflicts.self) { _ = try music.store.save(changes) }.conflicts
    #expect(conflicts.map(\.key) == [track.key])
    #expect(conflicts.map(\.seenVersion) == [1])
    #expect(conflicts.map(\.stored?.version) == [2])
    #expect(try music.text("code", of: track.key) == "theirs")
    #expect(try music.keys("Person") == [])
  }

  @Test("A row that another save deleted is a conflict without a stored row", arguments: MusicStack.types)
  func deletedElsewhere(type: String) throws {
    let music = try MusicStack(type)
    let track = try #require(music.insert(music.row("Track", 1, ["code": .string("A")])).first)
    _ = try music.store.save(StoreChanges(deleted: [.init(key: track.key, version: 1)]))
    #expect(try music.saved(track.key) == nil)
    let update = StoreChanges.Update(
      row: try music.row(track.key, version: 1, ["code": .string("B")]), slots: [try music.slot("code", of: "Track")]
    )
    let error = try #require(throws: SaveConflicts.self) { _ = try music.store.save(StoreChanges(updated: [update])) }
    #expect(error.conflicts.count == 1)
    #expect(error.conflicts.first?.stored == nil)
  }

  @Test("Two rows may not share what is unique, but may both lack it", arguments: MusicStack.types)
  func uniqueness(type: String) throws {
    let music = try MusicStack(type)
    try music.insert(music.row("Track", 1, ["code": .string("A")]), music.row("Track", 2), music.row("Track", 3))
    // The constraint of an entity also covers rows of its subentities.
    let error = try #require(throws: NSError.self) {
      try music.insert(music.row("Person", 4), music.row("LiveTrack", 5, ["code": .string("A")]))
    }
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == NSManagedObjectConstraintMergeError)
    #expect(error.localizedDescription.contains("code"))
    #expect(try music.keys("Track") == [1, 2, 3])
    #expect(try music.keys("Person") == [])
    // Values with different bytes are different: é as one scalar and as two.
    try music.insert(
      music.row("Track", 6, ["code": .string("\u{e9}")]), music.row("Track", 7, ["code": .string("e\u{301}")])
    )
    #expect(try music.keys("Track").count == 5)
  }

  @Test("Updated rows may pass unique values round, also those of subentities", arguments: MusicStack.types)
  func passedUniqueValues(type: String) throws {
    let music = try MusicStack(type)
    let tracks = try music.insert(
      music.row("Track", 1, ["code": .string("A")]), music.row("LiveTrack", 2, ["code": .string("B")]),
      music.row("Track", 3, ["code": .string("C")]))
    func save(_ codes: [String]) throws -> [Int64] {
      let updates = try zip(tracks, codes).map { track, code in
        let version = try #require(try music.saved(track.key)).version
        return StoreChanges.Update(
          row: try music.row(track.key, version: version, ["code": .string(code)]),
          slots: [try #require(music.model[track.key].slotsByName["code"])])
      }
      return try music.store.save(StoreChanges(updated: updates)).updated.map(\.version)
    }
    func codes() throws -> [String?] { try tracks.map { try music.text("code", of: $0.key) } }
    #expect(try save(["B", "C", "A"]) == [2, 2, 2])
    #expect(try codes() == ["B", "C", "A"])
    // The save fails only after it has cleared the old values.
    let error = try #require(throws: NSError.self) { _ = try save(["C", "D", "C"]) }
    #expect(error.code == NSManagedObjectConstraintMergeError)
    #expect(try codes() == ["B", "C", "A"])
  }

  @Test("Keys asked for before are the rows' keys, and are not given twice", arguments: MusicStack.types)
  func allocatedKeys(type: String) throws {
    let music = try MusicStack(type)
    let entities = try [music.entity("Track"), music.entity("LiveTrack"), music.entity("Person")]
    let keys = try music.rows.allocateKeys(for: entities)
    #expect(keys.map(\.primaryKey) == [1, 2, 1])
    #expect(keys.map { Int($0.entity) } == entities.map(\.index))
    let saved = try music.insert(
      music.row("Track", 1, ["code": .string("later")]), music.row(keys[1], version: 0, ["code": .string("asked")])
    )
    #expect(saved.map(\.key.primaryKey) == [3, 2])
    #expect(try music.text("code", of: keys[1]) == "asked")
  }

  @Test("Transient values are not kept", arguments: MusicStack.types)
  func transientValues(type: String) throws {
    let music = try MusicStack(type)
    let track = try #require(music.insert(music.row("Track", 1, ["badge": .string("for now")])).first)
    #expect(try music.text("badge", of: track.key) == nil)
  }

  @Test("Metadata is written with a save", arguments: MusicStack.types)
  func metadata(type: String) throws {
    let music = try MusicStack(type)
    music.coordinator.setMetadata(["greeting": "hello"], for: music.store)
    try music.insert(music.row("Person", 1))
    #expect(music.coordinator.metadata(for: music.store)["greeting"] as? String == "hello")
    guard type == NSSQLiteStoreType else { return }
    let url = try #require(music.store.url)
    let stored = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
    #expect(stored["greeting"] as? String == "hello")
    #expect(stored[NSStoreUUIDKey] as? String == music.store.identifier)
  }

  @Test("A store that was removed answers no more", arguments: MusicStack.types)
  func closed(type: String) throws {
    let music = try MusicStack(type)
    let rows = music.rows
    try music.coordinator.remove(music.store)
    #expect(throws: (any Error).self) {
      try rows.keys(matching: RowQuery(entity: music.entity("Track")), groupedBy: nil)
    }
    #expect(throws: (any Error).self) { try rows.save(StoreChanges()) }
  }

  @Test("Saving to a store that is read only fails and says so", arguments: MusicStack.types)
  func readOnly(type: String) throws {
    let music = try MusicStack(type)
    music.store.isReadOnly = true
    let error = try #require(throws: NSError.self) { try music.insert(music.row("Person", 1)) }
    #expect(error.code == CocoaError.fileWriteNoPermission.rawValue)
    #expect(error.localizedDescription.contains("read only"))
    music.store.isReadOnly = false
    try music.insert(music.row("Person", 1))
  }
}

import Foundation
import Testing

@testable import CoreData

@Suite("URIs of objects")
struct ObjectURITests {
  @Test("A saved object's URI names it again", arguments: MusicStack.types)
  func roundTrip(type: String) throws {
    let music = try MusicStack(type)
    let saved = try music.insert(music.row("Track", 1), music.row("LiveTrack", 2))
    let id = music.store.objectID(for: saved[1].key)
    let uri = id.uriRepresentation()
    #expect(uri.absoluteString == "x-coredata://\(music.store.identifier ?? "")/LiveTrack/p2")
    let found = try #require(music.coordinator.managedObjectID(forURIRepresentation: uri))
    #expect(found == id)
    #expect(found.entity.name == "LiveTrack")
    #expect(found.persistentStore === music.store)
    #expect(!found.isTemporaryID)
    // A URI may also name the superentity.
    let byParent = try #require(URL(string: "x-coredata://\(music.store.identifier ?? "")/Track/p2"))
    #expect(music.coordinator.managedObjectID(forURIRepresentation: byParent) == id)
    // A URI leads to an ID even if no such object exists.
    let gone = try #require(URL(string: "x-coredata://\(music.store.identifier ?? "")/Track/p99"))
    #expect(music.coordinator.managedObjectID(forURIRepresentation: gone) != nil)
  }

  @Test(
    "What is no URI of an object of the stores names nothing",
    arguments: [
      "x-coredata://STORE/Boat/p1", "x-coredata://STORE/Track/1", "x-coredata://STORE/Track/p",
      "x-coredata://STORE/Track/p+1", "x-coredata://STORE/Track/p01", "x-coredata://STORE/Track/p-9223372036854775808",
      "x-coredata://STORE/Track/p99999999999999999999", "x-coredata://STORE/Track", "x-coredata://STORE/Track/p1/p2",
      "x-coredata://00000000-0000-0000-0000-000000000000/Track/p1", "x-coredata:///Track/t1", "https://STORE/Track/p1",
      "x-coredata:", "/Track/p1",
    ]
  )
  func foreign(text: String) throws {
    let music = try MusicStack(NSInMemoryStoreType)
    let url = try #require(URL(string: text.replacingOccurrences(of: "STORE", with: music.store.identifier ?? "")))
    #expect(music.coordinator.managedObjectID(forURIRepresentation: url) == nil)
  }
}

import Foundation
import Testing

@testable import CoreData

@Suite("URIs of objects")
struct ObjectURITests {
  @Test("A saved object's URI names it again", arguments: StoreUnderTest.types)
  func roundTrip(type: String) throws {
    let garage = try StoreUnderTest(type)
    let saved = try garage.insert(garage.row("Car", 1), garage.row("SportsCar", 2))
    let id = garage.store.objectID(for: saved[1].key)
    let uri = id.uriRepresentation()
    #expect(uri.absoluteString == "x-coredata://\(garage.store.identifier ?? "")/SportsCar/p2")
    let found = try #require(garage.coordinator.managedObjectID(forURIRepresentation: uri))
    #expect(found == id)
    #expect(found.entity.name == "SportsCar")
    #expect(found.persistentStore === garage.store)
    #expect(!found.isTemporaryID)
    // The name of the superentity is good enough.
    let byParent = try #require(URL(string: "x-coredata://\(garage.store.identifier ?? "")/Car/p2"))
    #expect(garage.coordinator.managedObjectID(forURIRepresentation: byParent) == id)
    // Whether the object exists is another question.
    let gone = try #require(URL(string: "x-coredata://\(garage.store.identifier ?? "")/Car/p99"))
    #expect(garage.coordinator.managedObjectID(forURIRepresentation: gone) != nil)
  }

  @Test(
    "What is no URI of an object of the stores names nothing",
    arguments: [
      "x-coredata://STORE/Boat/p1", "x-coredata://STORE/Car/1", "x-coredata://STORE/Car/p",
      "x-coredata://STORE/Car/p+1", "x-coredata://STORE/Car/p01", "x-coredata://STORE/Car/p-9223372036854775808",
      "x-coredata://STORE/Car/p99999999999999999999", "x-coredata://STORE/Car", "x-coredata://STORE/Car/p1/p2",
      "x-coredata://00000000-0000-0000-0000-000000000000/Car/p1", "x-coredata:///Car/t1", "https://STORE/Car/p1",
      "x-coredata:", "/Car/p1",
    ]
  )
  func foreign(text: String) throws {
    let garage = try StoreUnderTest(NSInMemoryStoreType)
    let url = try #require(URL(string: text.replacingOccurrences(of: "STORE", with: garage.store.identifier ?? "")))
    #expect(garage.coordinator.managedObjectID(forURIRepresentation: url) == nil)
  }
}

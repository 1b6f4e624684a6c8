import Foundation
import Testing

@testable import CoreData

/// What every kind of store does when it saves.
@Suite("Saving rows")
struct RowStoreSavingTests {
  @Test("Keys are given in the order of insertion, and references follow them", arguments: StoreUnderTest.types)
  func keysInOrderOfInsertion(type: String) throws {
    let garage = try StoreUnderTest(type)
    let ann = try garage.row("Owner", 3, ["name": .string("Ann")])
    let saved = try garage.insert(
      garage.row("Car", 1, ["plate": .string("A"), "owner": .reference(ann.key)]),
      garage.row("SportsCar", 2, ["plate": .string("B"), "owner": .reference(ann.key)]),
      ann
    )
    // A subentity's rows share the keys of the tree's root.
    #expect(saved.map(\.key.primaryKey) == [1, 2, 1])
    #expect(saved.map(\.version) == [1, 1, 1])
    let owner = try garage.slot("owner", of: "Car")
    for car in saved.prefix(2) {
      guard case .reference(let key) = try #require(try garage.saved(car.key))[owner] else {
        Issue.record("the reference is gone")
        continue
      }
      #expect(key == saved[2].key)
    }
    #expect(try garage.related("cars", of: saved[2].key) == [1, 2])
  }

  @Test("An update counts the version up and is what is read", arguments: StoreUnderTest.types)
  func updating(type: String) throws {
    let garage = try StoreUnderTest(type)
    let car = try #require(garage.insert(garage.row("Car", 1, ["plate": .string("A")])).first)
    let slot = try garage.slot("plate", of: "Car")
    let changed = try garage.row(car.key, version: 1, ["plate": .string("B")])
    let result = try garage.store.save(StoreChanges(updated: [.init(row: changed, slots: [slot])]))
    #expect(result.updated.map(\.version) == [2])
    #expect(try garage.text("plate", of: car.key) == "B")
  }

  @Test("A row that somebody else changed is a conflict, and nothing is written", arguments: StoreUnderTest.types)
  func staleVersion(type: String) throws {
    let garage = try StoreUnderTest(type)
    let car = try #require(garage.insert(garage.row("Car", 1, ["plate": .string("A")])).first)
    let slot = try garage.slot("plate", of: "Car")
    let theirs = try garage.row(car.key, version: 1, ["plate": .string("theirs")])
    _ = try garage.store.save(StoreChanges(updated: [.init(row: theirs, slots: [slot])]))

    let ours = try garage.row(car.key, version: 1, ["plate": .string("ours")])
    var changes = StoreChanges(updated: [.init(row: ours, slots: [slot])])
    changes.inserted = [try garage.row("Owner", 2, ["name": .string("Ann")])]
    let conflicts = try #require(throws: SaveConflicts.self) { _ = try garage.store.save(changes) }.conflicts
    #expect(conflicts.map(\.key) == [car.key])
    #expect(conflicts.map(\.seenVersion) == [1])
    #expect(conflicts.map(\.stored?.version) == [2])
    #expect(try garage.text("plate", of: car.key) == "theirs")
    #expect(try garage.keys("Owner") == [])
  }

  @Test("A row that somebody else deleted is a conflict without a stored row", arguments: StoreUnderTest.types)
  func deletedElsewhere(type: String) throws {
    let garage = try StoreUnderTest(type)
    let car = try #require(garage.insert(garage.row("Car", 1, ["plate": .string("A")])).first)
    _ = try garage.store.save(StoreChanges(deleted: [.init(key: car.key, version: 1)]))
    #expect(try garage.saved(car.key) == nil)
    let update = StoreChanges.Update(
      row: try garage.row(car.key, version: 1, ["plate": .string("B")]), slots: [try garage.slot("plate", of: "Car")]
    )
    let error = try #require(throws: SaveConflicts.self) { _ = try garage.store.save(StoreChanges(updated: [update])) }
    #expect(error.conflicts.count == 1)
    #expect(error.conflicts.first?.stored == nil)
  }

  @Test("Two rows may not share what is unique, but may both lack it", arguments: StoreUnderTest.types)
  func uniqueness(type: String) throws {
    let garage = try StoreUnderTest(type)
    try garage.insert(garage.row("Car", 1, ["plate": .string("A")]), garage.row("Car", 2), garage.row("Car", 3))
    // The constraint of an entity holds among its subentities' rows too.
    let error = try #require(throws: NSError.self) {
      try garage.insert(garage.row("Owner", 4), garage.row("SportsCar", 5, ["plate": .string("A")]))
    }
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == NSManagedObjectConstraintMergeError)
    #expect(error.localizedDescription.contains("plate"))
    #expect(try garage.keys("Car") == [1, 2, 3])
    #expect(try garage.keys("Owner") == [])
    // What differs in bytes is not the same: é in one scalar and in two.
    try garage.insert(
      garage.row("Car", 6, ["plate": .string("\u{e9}")]), garage.row("Car", 7, ["plate": .string("e\u{301}")])
    )
    #expect(try garage.keys("Car").count == 5)
  }

  @Test("Keys asked for before are the rows' keys, and are not given twice", arguments: StoreUnderTest.types)
  func allocatedKeys(type: String) throws {
    let garage = try StoreUnderTest(type)
    let entities = try [garage.entity("Car"), garage.entity("SportsCar"), garage.entity("Owner")]
    let keys = try garage.rows.allocateKeys(for: entities)
    #expect(keys.map(\.primaryKey) == [1, 2, 1])
    #expect(keys.map { Int($0.entity) } == entities.map(\.index))
    let saved = try garage.insert(
      garage.row("Car", 1, ["plate": .string("later")]), garage.row(keys[1], version: 0, ["plate": .string("asked")])
    )
    #expect(saved.map(\.key.primaryKey) == [3, 2])
    #expect(try garage.text("plate", of: keys[1]) == "asked")
  }

  @Test("Transient values are not kept", arguments: StoreUnderTest.types)
  func transientValues(type: String) throws {
    let garage = try StoreUnderTest(type)
    let car = try #require(garage.insert(garage.row("Car", 1, ["note": .string("for now")])).first)
    #expect(try garage.text("note", of: car.key) == nil)
  }

  @Test("Metadata is written with a save", arguments: StoreUnderTest.types)
  func metadata(type: String) throws {
    let garage = try StoreUnderTest(type)
    garage.coordinator.setMetadata(["greeting": "hello"], for: garage.store)
    try garage.insert(garage.row("Owner", 1))
    #expect(garage.coordinator.metadata(for: garage.store)["greeting"] as? String == "hello")
    guard type == NSSQLiteStoreType else { return }
    let url = try #require(garage.store.url)
    let stored = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
    #expect(stored["greeting"] as? String == "hello")
    #expect(stored[NSStoreUUIDKey] as? String == garage.store.identifier)
  }

  @Test("A store that was removed answers no more", arguments: StoreUnderTest.types)
  func closed(type: String) throws {
    let garage = try StoreUnderTest(type)
    let rows = garage.rows
    try garage.coordinator.remove(garage.store)
    #expect(throws: (any Error).self) {
      try rows.keys(matching: RowQuery(entity: garage.entity("Car")), groupedBy: nil)
    }
    #expect(throws: (any Error).self) { try rows.save(StoreChanges()) }
  }

  @Test("Saving to a store that is read only fails and says so", arguments: StoreUnderTest.types)
  func readOnly(type: String) throws {
    let garage = try StoreUnderTest(type)
    garage.store.isReadOnly = true
    let error = try #require(throws: NSError.self) { try garage.insert(garage.row("Owner", 1)) }
    #expect(error.code == CocoaError.fileWriteNoPermission.rawValue)
    #expect(error.localizedDescription.contains("read only"))
    garage.store.isReadOnly = false
    try garage.insert(garage.row("Owner", 1))
  }
}
